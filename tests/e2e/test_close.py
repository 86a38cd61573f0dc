"""``bocage close``: the operator ends a match that cannot go on."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bocage.cli import main
from bocage.log.export import verify
from bocage.sdk import connect
from bocage.sdk.rest import Rest
from tests.e2e.nodes import NodeProcess
from tests.e2e.players import sit_down
from tests.rules_of_a_game import uninstall


async def test_match_is_closed_beside_a_running_service(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    data = str(folder / "data")
    with NodeProcess(folder) as node:
        match, tokens = await sit_down([node.url] * 2, "squad")

        async def close(*more: str) -> int:
            return await asyncio.to_thread(main, ["close", "--data", data, *more])

        assert await close(match) == 1
        assert "it can go on" in capsys.readouterr().err
        async with connect(node.url, token=tokens[0]) as client:
            states = client.watch(match)
            assert (await anext(states)).view["status"] == "playing"
            # The command runs where the rules are missing; the node still has them, and a table is open there.
            with monkeypatch.context() as gone:
                uninstall(gone, "squad")
                assert await close(match) == 0
            assert "is closed" in capsys.readouterr().out
            last = [state async for state in states][-1]
            assert last.view["outcome"] == {"winners": [], "reason": "closed"}
        assert await close(match) == 1
        assert capsys.readouterr().err == "bocage: The match is over.\n"
        assert await close("nosuchmatch1") == 1
        assert capsys.readouterr().err == "bocage: Match not found.\n"
        async with Rest(node.url, token=tokens[0]) as rest:
            (row,) = await rest.mine()
            assert (row.status, row.reason, row.winners) == ("ended", "closed", [])
            report = verify((await rest.export(match)).splitlines(keepends=True))
        assert (report.finished, report.states, report.findings) == (True, True, [])


async def test_playable_match_is_closed_on_insistence(folder: Path) -> None:
    with NodeProcess(folder) as node:
        match, tokens = await sit_down([node.url] * 2, "squad")
    assert await asyncio.to_thread(main, ["close", "--data", str(folder / "data"), "--anyway", match]) == 0
    with NodeProcess(folder) as node:
        async with Rest(node.url, token=tokens[1]) as rest:
            (row,) = await rest.mine()
            assert (row.status, row.reason) == ("ended", "closed")
