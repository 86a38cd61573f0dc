"""Views: looks and counts, never the identity of a card. The same for everybody until the game is over."""

from __future__ import annotations

from typing import Literal, NotRequired, TypedDict

from bocage.rules.kernel import OPEN, Viewer
from bocage.rules.omaha.data import CELLS, LOOK, NEST, WATER, Cell, LookId, card_of, mined
from bocage.rules.omaha.state import Phase, State


class View(TypedDict):
    """The table."""

    phase: Phase
    assault: int
    strength: int  # as on the squad card: 8 downwards, 0 is dead
    charges: int
    rounds: int
    stock: int
    grid: dict[Cell, LookId]
    fronts: dict[Cell, LookId]  # what turned cards showed before: everybody saw it
    squad: NotRequired[Cell]
    trail: list[Cell]  # closed to moves without cost (OM-21)
    removed: NotRequired[LookId]  # the card that made room for the nest
    mines: NotRequired[dict[Cell, Literal[True]]]  # open hands: mines under cards whose front is up


_LOOK_ID = tuple(look.id for look in LOOK)


def view(state: State, viewer: Viewer) -> View:
    """The table as ``viewer`` sees it."""
    seen = View(
        phase=state.phase,
        assault=state.assault,
        strength=state.strength,
        charges=state.charges,
        rounds=state.rounds,
        stock=len(state.stock),
        grid={name: _LOOK_ID[tile] for name, tile in zip(CELLS, state.grid, strict=True)},
        fronts={name: LOOK[card_of(tile)].id for name, tile in zip(CELLS, state.grid, strict=True) if tile > NEST},
        trail=[CELLS[cell] for cell in state.trail],
    )
    if state.squad >= 0:
        seen["squad"] = CELLS[state.squad]
    if state.removed:
        seen["removed"] = _LOOK_ID[state.removed]
    if viewer == OPEN:
        seen["mines"] = {
            name: True for name, tile in zip(CELLS, state.grid, strict=True) if WATER < tile < NEST and mined(tile)
        }
    return seen
