"""Invariants of every state that legal play can reach."""

from __future__ import annotations

from bocage.rules.squad.data import KIND, NATIONS, RANGES, deck
from bocage.rules.squad.state import BarrierStep, EngineerStep, State


def assert_invariants(state: State) -> None:
    """Raise ``AssertionError`` when ``state`` cannot have come from legal play."""
    _assert_cards(state)
    over = state.result is not None
    on_map = state.options.variant == "map"
    assert over or all(state.of(seat) for seat in (0, 1)), "a player without squads goes on playing"
    assert all(0 <= count <= 3 for count in state.objectives)
    assert over or max(state.objectives) < 3
    assert 0 <= state.turn <= state.options.turn_cap
    assert max(state.seen) <= len(state.deck)
    assert (state.range in RANGES) != on_map
    for name, squad in state.squads.items():
        assert name == squad.id
        assert squad.men > 0 or over, f"squad {name} without men"
        assert squad.nation == "ru" or squad.men <= NATIONS[squad.nation].men
        assert squad.hand == tuple(sorted(squad.hand))
        assert squad.killed == 0 or squad.fired_at, "kills without attacks"
        assert not squad.flanked or squad.moved
        assert not squad.stopped or squad.point_man
        assert not (squad.declared and squad.pinned), "a pinned squad moves"
        assert not on_map or squad.terrain == ""
        assert state.options.variant == "flanking" or not squad.flank_cards
        assert squad.terrain == "" or squad.terrain in KIND
    if on_map and state.turn:
        places = [squad.hex for squad in state.squads.values()]
        assert len(set(places)) == len(places), "two squads on one hex"


def _assert_cards(state: State) -> None:
    """Every card of the deck is in exactly one place."""
    found = [*state.deck, *state.discard, *state.aside]
    for squad in state.squads.values():
        lying = (squad.terrain, squad.concealment, squad.encircled, *squad.flank_cards)
        found += [*squad.hand, *(card for card in lying if card)]
    for frame in state.stack:
        if isinstance(frame, BarrierStep) and frame.move.into == "terrain":
            found.append(frame.move.card)
        elif isinstance(frame, EngineerStep):
            found.append(frame.barrier)
    assert sorted(found) == sorted(deck(state.options.variant)), "cards lost or doubled"
