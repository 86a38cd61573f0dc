"""Invariants of every state that legal play can reach."""

from __future__ import annotations

from bocage.rules.omaha.assault import blocked
from bocage.rules.omaha.data import (
    ASSAULTS,
    CARDS,
    CELL,
    CHARGES,
    FAR_ROW,
    LOOK,
    NEST,
    ROUNDS,
    WATER,
    WIDTH,
    card_of,
)
from bocage.rules.omaha.state import State


def assert_invariants(state: State) -> None:
    """Raise ``AssertionError`` when ``state`` cannot have come from legal play."""
    grid = state.grid
    on_table = [card_of(tile) for tile in grid if card_of(tile)]
    removed = [state.removed] if state.removed else []
    assert sorted([*on_table, *state.stock, *removed]) == list(CARDS), "every card is somewhere, once"
    assert [tile == WATER for tile in grid] == [state.assault == 1] * WIDTH + [False] * FAR_ROW, "water"

    nests = [cell for cell, tile in enumerate(grid) if tile == NEST]
    assert nests in ([], [CELL["L3"]], [CELL["R3"]]), "the nest stands left or right in the far row"
    assert len(nests) == len(removed) == (state.assault == ASSAULTS and state.phase != "place_nest"), (
        "nest and card"
    )

    over = state.phase == "over"
    won = over and state.result is not None and state.result.winners == (0,)
    assert over == (state.result is not None), "over means decided"
    assert 1 <= state.assault <= ASSAULTS, "assault"
    assert state.strength > 0 or over, "the dead do not fight on"
    assert 0 <= state.rounds <= ROUNDS, "rounds"
    assert (0 if over else 1) <= state.charges <= CHARGES, "charges"
    assert won == (state.squad in nests and state.strength > 0), "victory is standing on the nest"

    assert (state.squad == -1) == (state.phase == "land"), "the squad is at sea until it lands"
    if state.squad >= 0:
        assert LOOK[grid[state.squad]].entry == "walk", "the squad stands on ground it could enter"
        assert all(cell // WIDTH == state.squad // WIDTH for cell in state.trail), "free moves go sideways"
        assert state.squad not in state.trail, "the squad never came back for free"
    if state.phase == "assault":
        assert not blocked(state), "nobody plays on in vain"
