"""What a node with a private Redis leaves on the disk is for its own account alone."""

from __future__ import annotations

import stat
from pathlib import Path

from bocage.sdk.rest import Rest
from tests.e2e.nodes import NodeProcess
from tests.e2e.players import guest


async def test_the_data_directory_and_everything_in_it(folder: Path) -> None:
    data = folder / "data"
    data.mkdir()
    data.chmod(0o755)
    with NodeProcess(folder) as node:
        async with Rest(node.url, token=await guest(node.url, "Ada")) as rest:
            await rest.create_match("company_commander", opponent="captain")
        found = [data, *data.rglob("*")]
        assert {path.name for path in found} >= {"redis", "redis.log", "lock"}
        open_to_others = [path.name for path in found if stat.S_IMODE(path.lstat().st_mode) & 0o077]
        assert open_to_others == []
