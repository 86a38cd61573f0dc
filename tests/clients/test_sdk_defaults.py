"""What readers and bots of the SDK get that wish for nothing in particular, and when reading ends."""

from __future__ import annotations

from itertools import pairwise
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bocage.protocol import messages as m
from bocage.protocol.codes import CLOSES
from bocage.sdk import Client, ClosedError, FromFacts, Play, RefusedError, run_bot
from bocage.sdk.mirror import MatchState
from tests.clients.fake_wire import WELCOME, FakeWire, Longest
from tests.clients.test_sdk_bot import FakeClient, row
from tests.virtual_time import run


def snapshot(seq: int, status: str = "playing", **more: Any) -> m.Snapshot:
    return m.Snapshot(match="m", seq=seq, seat=0, view={"status": status, **more})


def test_open_hands_and_odds_are_for_who_wishes_for_them(monkeypatch: pytest.MonkeyPatch) -> None:
    wire = FakeWire([[WELCOME, 1.0, snapshot(1), snapshot(2, "ended"), 9.0]])
    monkeypatch.setattr("bocage.sdk.link.open_websocket", wire.connect)

    async def main() -> list[int]:
        async with Client("http://x", rng=Longest()) as client:
            client.follow("plain")
            client.follow("all", open_hands=True, odds=True)
            return [state.seq async for state in client.watch("m")]

    assert run(main()) == [1, 2]
    assert [message for _, _, message in wire.sent[1:4]] == [
        m.Watch(match="plain"),
        m.Watch(match="all", open=True, odds=True),
        m.Watch(match="m"),
    ]


def test_a_reader_hears_that_a_match_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    wire = FakeWire([[WELCOME, 1.0, m.Refused(code="no_match", text="None such.", match="m")]])
    monkeypatch.setattr("bocage.sdk.link.open_websocket", wire.connect)

    async def main() -> None:
        async with Client("http://x", rng=Longest()) as client:
            with pytest.raises(RefusedError, match="None such"):
                await client.follow("m").get()

    run(main())


def test_a_player_lets_the_other_one_take_actions_back_only_if_they_want_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    wire = FakeWire([[WELCOME, 1.0, snapshot(3, undo_asked=1), 1.0, m.Ack(id=1), snapshot(4, "ended")]])
    monkeypatch.setattr("bocage.sdk.link.open_websocket", wire.connect)

    async def main() -> None:
        async with Client("http://x", rng=Longest()) as client:
            async for _ in Play(client, "m"):
                raise AssertionError("nothing is to be decided")

    run(main())
    assert [type(message) for _, _, message in wire.sent[1:3]] == [m.Watch, m.DeclineUndo]


def test_a_bot_asks_for_the_facts_of_each_game_once() -> None:
    asked: list[str] = []
    made: list[Any] = []

    class Asked(FakeClient):
        async def facts(self, game: str) -> Any:
            asked.append(game)
            return SimpleNamespace(game=game)

    def make(facts: Any) -> Any:
        made.append(facts.game)
        return lambda view, actions: actions[0]

    client = Asked([row("a", "playing"), row("b", "playing")])
    ended: list[MatchState] = []
    assert run(run_bot(FromFacts(make), client=cast(Client, client), matches=2, on_end=ended.append)) == 2
    assert (asked, made, len(ended)) == (["toy"], ["toy"], 2)
    assert len(client.chosen) == 4


def test_the_pause_between_two_tries_grows_no_longer_than_is_wished(monkeypatch: pytest.MonkeyPatch) -> None:
    wire = FakeWire([OSError()] * 5 + [[WELCOME]])
    monkeypatch.setattr("bocage.sdk.link.open_websocket", wire.connect)

    async def main() -> None:
        async with Client("http://x", longest_wait=0.3, rng=Longest()):
            pass

    run(main())
    assert [round(after - before, 3) for before, after in pairwise(wire.tries)] == [0.1, 0.2, 0.3, 0.3, 0.3]


def test_readers_hear_that_nothing_more_will_come(monkeypatch: pytest.MonkeyPatch) -> None:
    fatal = next(code.number for code in CLOSES if not code.again)
    wire = FakeWire([[WELCOME, 1.0, fatal]])
    monkeypatch.setattr("bocage.sdk.link.open_websocket", wire.connect)

    async def main() -> None:
        async with Client("http://x", rng=Longest()) as client:
            with pytest.raises(ClosedError, match="because"):
                await client.follow("m").get()

    run(main())


def test_an_error_tells_the_close_code_where_there_is_one() -> None:
    assert str(ClosedError(4001, "because")) == "connection closed: because (4001)"
    assert str(ClosedError(0, "the client was closed")) == "the client was closed"
