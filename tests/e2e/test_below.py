"""A service below a path of its host, for programs."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from bocage.sdk import Client, run_bot
from tests.e2e.folder_proxy import FOLDER, FolderProxy
from tests.e2e.nodes import NodeProcess


@pytest.fixture(scope="module")
def known_below(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NodeProcess]:
    """A node that is told the path."""
    folder: Path = tmp_path_factory.mktemp("below")
    with NodeProcess(folder, site=f"https://club.example{FOLDER}") as running:
        yield running


@pytest.mark.parametrize("keeps", [False, True])
async def test_a_bot_plays_below_a_path(known_below: NodeProcess, keeps: bool) -> None:
    async with FolderProxy(known_below.port, keeps=keeps) as host:
        ends: list[int] = []
        await run_bot(
            lambda view, actions: random.Random(len(actions)).choice(actions),
            f"{host.url}/",
            game="omaha",
            matches=1,
            on_end=lambda state: ends.append(state.seq),
        )
        async with Client(f"{host.url}/").rest as rest:
            assert {game.id for game in await rest.games()} >= {"omaha", "squad"}
        assert len(ends) == 1
        assert host.elsewhere == []
