"""The commands that the store and all features use are those that an operator is told to allow."""

from __future__ import annotations

import redis

from bocage.store.rights import COMMANDS, OF_CLUSTERS, SHARDED
from tests.store.test_rights import CODES, IF_ALLOWED, ROOT, WORD


def test_every_command_of_the_store_is_asked_for(redis_client: redis.Redis) -> None:
    words: set[str] = set()
    for path in [
        *(ROOT / "service" / "bocage" / "store").glob("*.py"),
        *(ROOT / "service" / "bocage" / "store" / "lua").glob("*.lua"),
        *(ROOT / "service" / "bocage" / "features").rglob("*.py"),
        *(ROOT / "service" / "bocage" / "features").rglob("*.lua"),
    ]:
        if path.stem not in ("rights", "facts", "inspection"):
            words |= set(WORD.findall(path.read_text("utf-8")))
    used = words & {name.upper() for name in redis_client.command()}
    asked = {line.split()[0] for line in (*COMMANDS, *OF_CLUSTERS, *SHARDED)}
    assert {"XADD", "PEXPIREAT", "ZRANGE"} <= used
    assert used - IF_ALLOWED - CODES == asked
