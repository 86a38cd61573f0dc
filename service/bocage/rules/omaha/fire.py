"""Fire of the machine gun, and cover from it."""

from __future__ import annotations

from bocage.rules.omaha.data import FAR_ROW, LOOK, NEST, WIDTH
from bocage.rules.omaha.state import State


def covered(grid: list[int], cell: int) -> bool:
    """True if the card ahead shows an eye. Nothing lies ahead of the far row (OM-37)."""
    return cell < FAR_ROW and LOOK[grid[cell + WIDTH]].eye


def draws_fire(state: State, cell: int) -> bool:
    """True if the squad is fired at when it enters a neighbouring cell, were it not for the sniper.

    Decided before anything is turned over: an eye on the card itself still counts (OM-8 to OM-11).
    """
    if covered(state.grid, cell):
        return False
    tile = state.grid[cell]
    forward = cell == state.squad + WIDTH
    if tile == NEST:
        return not forward  # OM-18
    look = LOOK[tile]
    if look.entry == "crawl":
        reading = state.options.crawl_fire  # OM-9
        return reading == "always" or not (look.eye or (forward and reading == "never"))
    return True
