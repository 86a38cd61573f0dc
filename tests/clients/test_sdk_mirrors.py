"""What the SDK keeps of a match, of the lobby and for a reader, message by message."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bocage.protocol import messages as m
from bocage.protocol.decisions import Hint
from bocage.protocol.review import Why
from bocage.sdk.errors import FateUnknownError, RefusedError
from bocage.sdk.lobby import LobbyMirror
from bocage.sdk.mirror import MatchState, Mirror
from bocage.sdk.play import PendingDecision
from bocage.sdk.state_queue import StateQueue

ACTIONS = [{"do": "add", "n": 1}, {"do": "pass"}]
VIEW = {"turn": 1, "decision": "add", "status": "playing"}


def a_snapshot(seq: int = 3, seat: int = 1, decision: Any = None, view: dict[str, Any] = VIEW) -> m.Snapshot:
    more = {} if decision is None else {"decision": decision}
    return m.Snapshot(match="m", seq=seq, seat=seat, view=view, **more)


def state_of(message: m.Snapshot) -> MatchState:
    state = Mirror("m").snapshot(message)
    assert state is not None
    return state


def test_gap_lasts_until_a_snapshot() -> None:
    mirror = Mirror("m")
    assert (mirror.seq, mirror.state, mirror.behind) == (0, None, False)
    assert mirror.update(m.Update(match="m", seq=1, at=5)) is None
    assert mirror.behind
    assert mirror.snapshot(a_snapshot()) is not None
    assert (mirror.seq, mirror.behind) == (3, False)
    assert mirror.update(m.Update(match="m", seq=5, at=5)) is None
    # One that fits after all ends the gap, too.
    assert mirror.update(m.Update(match="m", seq=3, at=5)) is None
    assert (mirror.seq, mirror.behind) == (3, True)
    state = mirror.update(m.Update(match="m", seq=4, at=5, patch={"turn": 0}, events=[{"ev": "x"}], digest="d"))
    assert (mirror.seq, mirror.behind) == (4, False)
    assert state == MatchState(
        "m", 4, 1, VIEW | {"turn": 0}, [{"ev": "x"}], 5, m.DecisionView(0, "add"), False, "d"
    )
    assert mirror.update(m.Update(match="m", seq=6, at=5)) is None
    assert mirror.snapshot(a_snapshot(seq=4, view=VIEW | {"turn": 0})) is not None
    assert (mirror.seq, mirror.behind) == (4, False)


def test_a_hint_is_known_until_the_decision_is_answered() -> None:
    hint = Hint({"do": "pass"}, Why("close"))
    hinted = m.DecisionView(1, "add", ACTIONS, ACTIONS[0], hint=hint)
    assert state_of(a_snapshot(decision=hinted)).hint == hint
    assert state_of(a_snapshot(decision=m.DecisionView(1, "add", ACTIONS, ACTIONS[0]))).hint is None
    assert state_of(a_snapshot()).hint is None


def test_unchanged_snapshot_ends_a_gap() -> None:
    mirror = Mirror("m")
    mirror.snapshot(a_snapshot())
    mirror.update(m.Update(match="m", seq=9, at=5))
    assert (mirror.seq, mirror.behind) == (3, True)
    assert mirror.snapshot(a_snapshot()) is None
    assert (mirror.seq, mirror.behind) == (3, False)


def test_only_ones_own_decision_has_actions_and_odds() -> None:
    odds = m.Odds(question=[{"figure": "x"}])
    own = state_of(a_snapshot(decision=m.DecisionView(1, "add", ACTIONS, ACTIONS[1], odds)))
    assert (own.actions, own.odds, own.ended) == (ACTIONS, odds, False)
    # No odds were asked for; somebody else decides; nobody does.
    assert state_of(a_snapshot(decision=m.DecisionView(1, "add", ACTIONS))).odds == m.Odds()
    other = state_of(a_snapshot(seat=0))
    assert (other.decision, other.actions, other.odds) == (m.DecisionView(1, "add"), [], m.Odds())
    assert state_of(a_snapshot(seat=1)).actions == []
    over = state_of(a_snapshot(view={"status": "ended"}))
    assert (over.decision, over.actions, over.odds, over.ended) == (None, [], m.Odds(), True)


async def test_a_decision_says_what_a_timeout_would_play() -> None:
    def owed(state: MatchState) -> PendingDecision:
        return PendingDecision(None, state, [], missed=False)  # type: ignore[arg-type]

    state = state_of(a_snapshot(decision=m.DecisionView(1, "add", ACTIONS, ACTIONS[1])))
    decision = owed(state)
    assert (decision.match, decision.seq, decision.seat, decision.kind) == ("m", 3, 1, "add")
    assert (decision.view, decision.actions, decision.default) == (VIEW, ACTIONS, ACTIONS[1])
    assert owed(state_of(a_snapshot(decision=m.DecisionView(1, "add", ACTIONS)))).default is None
    nothing = owed(state_of(a_snapshot(view={})))
    assert (nothing.kind, nothing.default) == ("", None)


@pytest.mark.parametrize(
    ("code", "gone"),
    [
        ("stale", True),
        ("not_your_turn", True),
        ("not_playing", True),
        ("game_over", True),
        ("illegal_action", False),
    ],
)
async def test_a_match_that_has_moved_on_is_no_mistake(code: str, gone: bool) -> None:
    class Refusing:
        async def act(self, match: str, seq: int, action: Any) -> None:
            assert (match, seq, action) == ("m", 3, ACTIONS[0])
            raise RefusedError(code=code, text="No.")

    decision = PendingDecision(Refusing(), state_of(a_snapshot()), [], missed=False)  # type: ignore[arg-type]
    if gone:
        assert not await decision.choose(ACTIONS[0])
    else:
        with pytest.raises(RefusedError, match="No"):
            await decision.choose(ACTIONS[0])


def a_row(match: str, status: str = "open") -> m.LobbyRow:
    return m.LobbyRow(match=match, game="toy", status=status, options={}, names=["", ""], at=1)


async def test_last_reader_leaves_the_lobby() -> None:
    sent: list[m.ClientMessage] = []
    lobby = LobbyMirror(sent.append)
    lobby.again()
    assert sent == []
    first, second = lobby.read(), lobby.read()
    waiting = asyncio.ensure_future(anext(first))
    await asyncio.sleep(0)
    assert sent == [m.WatchLobby()]
    # What is no whole list says nothing yet to who came later; it is added to all that is known.
    lobby.changed(m.Lobby(rows=[a_row("a"), a_row("b")], whole=True))
    assert (await waiting).keys() == {"a", "b"}
    assert (await anext(second)).keys() == {"a", "b"}
    assert sent == [m.WatchLobby()]
    lobby.again()
    assert sent == [m.WatchLobby()] * 2
    lobby.changed(m.Lobby(rows=[a_row("a", "playing")], gone=["b", "unheard"]))
    for reader in (first, second):
        assert {name: row.status for name, row in (await anext(reader)).items()} == {"a": "playing"}
    await first.aclose()  # type: ignore[attr-defined]
    assert len(sent) == 2
    await second.aclose()  # type: ignore[attr-defined]
    assert sent[2:] == [m.UnwatchLobby()]
    lobby.again()
    assert len(sent) == 3


async def test_reader_after_all_left_waits_for_a_new_list() -> None:
    lobby = LobbyMirror(lambda message: None)
    reader = lobby.read()
    waiting = asyncio.ensure_future(anext(reader))
    await asyncio.sleep(0)
    lobby.changed(m.Lobby(rows=[a_row("old")], whole=True))
    await waiting
    await reader.aclose()  # type: ignore[attr-defined]
    late = asyncio.ensure_future(anext(lobby.read()))
    for _ in range(3):
        await asyncio.sleep(0)
    assert not late.done()
    lobby.changed(m.Lobby(rows=[a_row("new")], whole=True))
    assert (await late).keys() == {"new"}


async def test_second_reader_waits_for_the_first_list() -> None:
    lobby = LobbyMirror(lambda message: None)
    readers = [asyncio.ensure_future(anext(lobby.read())) for _ in range(2)]
    for _ in range(3):
        await asyncio.sleep(0)
    assert [reader.done() for reader in readers] == [False, False]
    lobby.fail(FateUnknownError("gone"))
    for reader in readers:
        with pytest.raises(FateUnknownError):
            await reader


async def test_a_reader_far_behind_skips_to_the_newest() -> None:
    queue = StateQueue(bound=3)
    states = [MatchState("m", seq, 0, {}, [{"ev": "x"}], 0, None, False) for seq in range(1, 6)]
    for state in states[:3]:
        queue.put(state)
    assert len(queue) == 3
    queue.put(states[3])
    assert len(queue) == 1
    queue.put(states[4])
    skipped = await queue.get()
    assert (skipped.seq, skipped.events, skipped.whole) == (4, [], True)
    assert await queue.get() == states[4]
