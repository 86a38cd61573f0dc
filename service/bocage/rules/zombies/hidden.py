"""Redraw the face-down counters, as a watcher of the table would imagine them."""

from __future__ import annotations

from bocage.rules.dice import Chance
from bocage.rules.kernel import OPEN, Viewer
from bocage.rules.zombies.board import REFILL
from bocage.rules.zombies.state import State, copy


def resample(state: State, viewer: Viewer, dice: Chance) -> State:
    """The identities of all face-down counters, and of the marker unless it lies face-up, drawn anew."""
    twin = copy(state)
    if viewer == OPEN or state.result is not None:
        return twin
    hexes = [hex_ for hex_ in REFILL if hex_ in state.face_down]
    pool = [state.face_down[hex_] for hex_ in hexes]
    if not state.marker_shown:
        pool.append(state.marker)
    dice.shuffle(pool)
    if not state.marker_shown:
        twin.marker = pool.pop()
    # In the order in which they lay: the order of a mapping must reveal nothing either.
    drawn = dict(zip(hexes, pool, strict=True))
    twin.face_down = {hex_: drawn[hex_] for hex_ in state.face_down}
    return twin
