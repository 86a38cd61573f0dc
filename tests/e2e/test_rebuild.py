"""``bocage rebuild``: the lists are worth nothing, the logs say everything."""

from __future__ import annotations

import asyncio
from pathlib import Path

import msgspec
import pytest

from bocage.cli import main
from bocage.protocol.messages import LobbyRow
from bocage.sdk.rest import Rest
from tests.e2e.nodes import NodeProcess
from tests.e2e.players import guest, play_match, sit_down


async def rows(node: NodeProcess, token: str) -> dict[str, LobbyRow]:
    """What lists say of a player's matches; to the moment only of those that have begun."""
    async with Rest(node.url, token=token) as rest:
        listed = [*await rest.mine(), *await rest.matches()]
    return {row.match: msgspec.structs.replace(row, at=0) if row.status == "open" else row for row in listed}


async def test_lists_are_rebuilt_with_and_without_a_service(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    data = str(folder / "data")
    with NodeProcess(folder) as node:
        match, tokens = await sit_down([node.url] * 2, "squad", {"turn_cap": 2})
        await play_match([node.url] * 2, match, tokens, "rebuild")
        async with Rest(node.url, token=tokens[0]) as rest:
            await rest.create_match("squad")
            await rest.create_match("omaha")
        before = await rows(node, tokens[0])
        assert await asyncio.to_thread(main, ["rebuild", "--data", data]) == 0
        assert await rows(node, tokens[0]) == before
        assert await guest(node.url, "still there")
    assert await asyncio.to_thread(main, ["rebuild", "--data", data]) == 0
    assert capsys.readouterr().out == "3 matches\n3 matches\n"
    with NodeProcess(folder) as node:
        assert await rows(node, tokens[0]) == before


def test_where_nothing_was_ever_stored(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rebuild", "--data", str(folder)]) == 1
    assert "no service has stored anything" in capsys.readouterr().err
    assert main(["rebuild", "--redis", "redis://127.0.0.1:9/0"]) == 1
