"""Everything about a match."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from bocage.rules.kernel import Outcome, shallow
from bocage.rules.omaha.data import CHARGES, ROUNDS, TRACKS
from bocage.rules.omaha.options import Options

Phase: TypeAlias = Literal["land", "assault", "place_nest", "over"]


class State(msgspec.Struct):
    """Everything about a match. Cells, tiles and cards are the numbers of ``data``."""

    options: Options
    #: The tile on each cell.
    grid: list[int] = []
    #: The undealt cards, the next one first; which they are and in which order is hidden from everybody.
    stock: tuple[int, ...] = ()
    phase: Phase = "land"
    assault: int = 1
    hits: int = 0
    charges: int = CHARGES
    rounds: int = ROUNDS
    #: The squad's cell; -1 while it is still at sea.
    squad: int = -1
    #: Cells that the squad has left without cost since something last changed (OM-21).
    trail: tuple[int, ...] = ()
    #: Cards that lay destroyed when they went back to the stock: no card kept on the table can be one of them.
    returned: tuple[int, ...] = ()
    #: The card that made room for the nest; 0 before.
    removed: int = 0
    result: Outcome | None = None

    @property
    def strength(self) -> int:
        """The number at the squad card's upper corner; 0 when it is dead."""
        return TRACKS[self.options.squad_track][self.hits]

    def copy(self) -> State:
        """A state that shares nothing mutable with this one."""
        twin = shallow(self)
        twin.grid = self.grid.copy()
        return twin
