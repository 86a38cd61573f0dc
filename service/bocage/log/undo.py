"""What can be taken back: the last answers of a seat, as long as they rolled, drew and showed nothing."""

from __future__ import annotations

from collections import deque
from typing import Any, NamedTuple

from bocage.log.answers import REMEMBERED_ANSWERS


class Position(NamedTuple):
    """The state before an answer: number of the answer's entry, seat that answered, state. Never changed."""

    entry: int
    seat: int
    state: Any


class Undo:
    """The answers of one match that can be taken back, the last one first; and the seat that asks for it."""

    __slots__ = ("allowed", "asked", "declined_at", "positions", "said_at")

    def __init__(self, allowed: bool = False, seats: int = 0) -> None:
        """``allowed``: entry 1 says so. ``seats``: how many there are."""
        self.allowed = allowed
        self.positions: deque[Position] = deque(maxlen=REMEMBERED_ANSWERS)
        #: The seat that asks to take its last answer back; -1: none does.
        self.asked = -1
        #: Per seat: the last entry by which it asked, agreed, or took back.
        self.said_at = [0] * seats
        #: Per seat: the last entry by which it declined.
        self.declined_at = [0] * seats

    def copy(self) -> Undo:
        """A copy that can be changed without changing this one."""
        twin = Undo(self.allowed)
        twin.positions = self.positions.copy()
        twin.asked = self.asked
        twin.said_at = self.said_at[:]
        twin.declined_at = self.declined_at[:]
        return twin

    @property
    def last(self) -> Position | None:
        """What would be taken back next."""
        return self.positions[-1] if self.positions else None

    def answered(self, position: Position, quiet: bool) -> None:
        """An answer was given. ``quiet``: nobody learned anything by it that would stay known."""
        self.asked = -1
        if not quiet or (self.positions and self.positions[-1].seat != position.seat):
            self.positions.clear()
        if quiet:
            self.positions.append(position)

    def forbid(self) -> None:
        """Nothing that happened so far can be taken back."""
        self.asked = -1
        self.positions.clear()
