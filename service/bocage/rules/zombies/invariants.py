"""Invariants of every state that legal play can reach."""

from __future__ import annotations

from collections import Counter

from bocage.rules.zombies.board import AT, NUMBERED
from bocage.rules.zombies.data import COUNTERS, CUTTER, EVENT, INFANTRY, M8, STRENGTH, TURNS
from bocage.rules.zombies.state import Acting, AwaitRoll, ChooseLoss, EventOver, State, TurnOver

_PRINTED = Counter(COUNTERS)
_NUMBERED = frozenset(NUMBERED.values())


def assert_invariants(state: State) -> None:
    """Raise ``AssertionError`` for a state that cannot have come from legal play."""
    _conserved(state)
    assert 1 <= state.turn <= TURNS
    assert 0 <= state.ap <= 5  # ZB-59
    assert state.tank in AT
    assert set(state.zombies) <= set(STRENGTH)
    assert set(state.zombies.values()) <= set(AT)
    # Counters lie on numbered hexes, one in each; only the M5 and zombies wander.
    assert set(state.face_down) <= _NUMBERED
    assert set(state.items) <= _NUMBERED
    assert not set(state.face_down) & set(state.items)
    assert not set(state.items.values()) & set(STRENGTH)
    assert not state.marker_shown or state.marker == EVENT  # ZB-47
    assert isinstance(state.stack[0], AwaitRoll)
    if state.options.simple_breakdowns:
        assert not state.ammo_out
        assert not state.track_broken
    if state.result is None:
        _goes_on(state)


def _conserved(state: State) -> None:
    mounted = [M8] * state.m8 + [CUTTER] * state.cutter
    everywhere = [
        *state.face_down.values(),
        *state.items.values(),
        *state.zombies,
        *state.killed,
        state.marker,
        *[INFANTRY] * state.aboard,
        *mounted,
        *state.gone,
    ]
    assert Counter(everywhere) == _PRINTED


def _goes_on(state: State) -> None:
    """Without a result: no overrun stands, and no victory or defeat was overlooked."""
    frame = state.stack[-1]
    assert not isinstance(frame, TurnOver | EventOver)
    assert isinstance(frame, AwaitRoll) == (len(state.stack) == 1)
    assert list(state.zombies.values()).count(state.tank) < 2
    assert INFANTRY not in (state.items.get(state.tank),)  # ZB-65
    resolving = EVENT in state.items.values()
    assert resolving == any(isinstance(lower, EventOver) for lower in state.stack)
    enough = state.aboard >= state.options.rescue
    assert not (enough and len(state.killed) == len(STRENGTH))
    assert not (enough and not resolving and not state.zombies and not state.face_down)
    assert not state.options.rescue or state.gone.count(INFANTRY) <= 2 - state.options.rescue
    assert isinstance(frame, Acting) <= (state.ap > 0)
    if isinstance(frame, ChooseLoss):
        assert state.aboard + state.m8 + state.cutter >= 2
