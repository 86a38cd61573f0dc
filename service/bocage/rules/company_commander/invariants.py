"""Invariants of every state that legal play can reach (sheet 5.3)."""

from __future__ import annotations

from collections import Counter

from bocage.rules.company_commander import flags as f
from bocage.rules.company_commander.data import ADJACENT, HAND_LIMIT, HQS, SCORE_TO_WIN, Side, squad_deck
from bocage.rules.company_commander.state import DeployFrame, State, Unit, WindowFrame
from bocage.rules.company_commander.tactical import tactical_deck
from bocage.rules.company_commander.turn import phase

_TACTICAL = Counter(tactical_deck())
_SQUADS = (Counter(squad_deck(0)), Counter(squad_deck(1)))


def assert_invariants(state: State) -> None:
    """Raise ``AssertionError`` for a state that cannot be."""
    tactical = Counter((*state.tactical, *state.hands[0], *state.hands[1], *state.discards))
    # The card being played is on its way to the discards only inside a step.
    assert tactical == _TACTICAL, "57 tactical cards"
    for side in (0, 1):
        _assert_side(state, side)
    _assert_assault(state)
    if state.result is None:
        assert max(state.score) < SCORE_TO_WIN, "ten ends the game"
        assert state.stack, "somebody is to act"
        assert not state.pending or isinstance(state.stack[1], DeployFrame), "units wait only in Deploy"
        assert 0 <= state.turn <= state.options.turn_cap, "the cap ends the game"
    if not state.options.commander:
        assert state.proxy == -1, "proxies belong to COMMANDER"
        assert not state.proxy_used, "proxies belong to COMMANDER"


def _assert_side(state: State, side: Side) -> None:
    units, removed = state.units[side], state.removed[side]
    pending = state.pending if side == state.active else ()
    split = Counter((*state.squads[side], *pending, *removed, *(unit.card for unit in units.values())))
    assert split == _SQUADS[side], "squad cards split over deck, pending, table, removed"
    hand = state.hands[side]
    assert list(hand) == sorted(hand), "hands are sorted"
    drawing = side == state.active and phase(state) in ("deploy", "tactics")
    assert drawing or state.result is not None or len(hand) <= HAND_LIMIT, "hand limit"
    assert not Counter(state.known[side]) - Counter(state.hands[1 - side]), "what is known is there"
    counted = [card for card in removed if not (state.options.commander and card in HQS)]
    assert state.score[1 - side] == len(counted), "score counts removals"
    assert [unit.n for unit in units.values()] == sorted(unit.n for unit in units.values()), "order of arrival"
    assert not units or max(unit.n for unit in units.values()) <= len(units) + len(removed), "numbers of arrival"
    for name, unit in units.items():
        assert name == unit.id, "units stand under their id"
        _assert_unit(state, side, unit)


def _assert_unit(state: State, side: Side, unit: Unit) -> None:
    flags = unit.flags
    assert unit.casualties < unit.row.strength, "a unit with casualties = strength is gone"
    assert unit.row.side == side, "units serve their side"
    assert not (flags & f.SUPPRESSED and flags & f.ASSAULTED), "no unit both suppresses and assaults"
    assert not (flags & f.ON_MISSION and flags & (f.SUPPRESSED | f.ASSAULTED)), "a mission is no attack"
    assert bool(flags & f.MOVED) == (unit.came_from >= 0), "who moved came from somewhere"
    if flags & f.MOVED:
        assert unit.lane in ADJACENT[unit.came_from], "moves go to an adjacent front"
        assert not flags & f.ON_MISSION, "no mission after a move"
        assert not flags & f.SUPPRESSED or flags & f.ROADS, "no suppression after a move"
        assert not flags & f.ASSAULTED or flags & (f.ROADS | f.VETERAN), "no assault after a move"
    if side != state.active:
        own = f.MOVE_TRIED | f.ON_MISSION | f.SUPPRESSED | f.ASSAULTED | f.RALLY_TRIED | f.WITHDRAWN
        assert not flags & own, "the other side has not acted"


def _assert_assault(state: State) -> None:
    assault = state.assault
    if assault is None or state.result is not None:
        return
    mine = state.units[state.active]
    numbers = [mine[unit].n for unit in assault.attackers]
    assert numbers, "an assault has attackers"
    assert numbers == sorted(set(numbers)), "attackers in order of arrival"
    assert not assault.exchange, "an exchange of fire is over within a step"
    if assault.bonuses or assault.silenced or assault.mines or assault.simultaneous:
        assert isinstance(state.stack[-1], WindowFrame), "cards change a committed assault only"
