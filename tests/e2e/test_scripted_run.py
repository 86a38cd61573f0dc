"""A match from its making to its verification, with spectators who come late and drop out."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bocage.cli import main
from bocage.cli.logs import entries_of
from bocage.sdk import MatchState, connect
from bocage.sdk.rest import Rest
from tests.e2e.nodes import NodeProcess
from tests.e2e.players import play_match, seen_by, sit_down
from tests.e2e.proxy import Proxy
from tests.e2e.tally import Tally


class Spectator:
    """Watches a match to its end and keeps every state."""

    def __init__(self) -> None:
        self.states: list[MatchState] = []
        self.seq = Tally()

    async def watch(self, url: str, match: str) -> None:
        async with connect(url) as client:
            async for state in client.watch(match):
                self.states.append(state)
                self.seq.rise(state.seq)


async def test_a_match_is_played_watched_exported_and_verified(
    node: NodeProcess, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    match, tokens = await sit_down([node.url] * 2, "company_commander", {"turn_cap": 12})
    punctual, tardy = Spectator(), Spectator()

    async def come_late() -> None:
        await punctual.seq.reach(30)
        await tardy.watch(node.url, match)

    async def drop_out(line: Proxy) -> None:
        while True:
            await punctual.seq.reach(punctual.seq.count + 10)
            line.cut()

    async with Proxy(node.port) as line, asyncio.TaskGroup() as group:
        watching = group.create_task(punctual.watch(line.url, match))
        await punctual.seq.reach(1)
        dropping = group.create_task(drop_out(line))
        group.create_task(come_late())
        last = await play_match([node.url] * 2, match, tokens, "scripted")
        await watching
        dropping.cancel()
    assert line.connections > 1

    dropped, late = punctual.states, tardy.states
    assert [state.seq for state in dropped] == list(range(dropped[0].seq, dropped[-1].seq + 1))
    assert not any(state.whole for state in dropped[1:])
    assert late[0].seq >= 30
    assert [state.seq for state in late] == list(range(late[0].seq, late[-1].seq + 1))

    async with Rest(node.url) as rest:
        exported = await rest.export(match)
    entries = entries_of(exported, match)
    for state in (*last, dropped[-1], late[-1]):
        assert state.ended
        assert state.view == seen_by(entries, state)
    for state in (dropped[10], late[0]):
        assert state.view == seen_by(entries, state)

    file = tmp_path / "match.jsonl"
    file.write_bytes(exported)
    assert main(["verify", str(file)]) == 0
    assert capsys.readouterr().out.startswith(f"{file}: company_commander {match}, {len(entries)} entries: right")
