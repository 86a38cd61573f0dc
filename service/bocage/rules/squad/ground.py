"""Differences between the variants: a few named points; everything else is written once.

``scale`` has the range scale of the base game and of the flanking variant, ``hexmap`` the map variant.
"""

from __future__ import annotations

from abc import ABC, abstractmethod

from bocage.rules.dice import Chance
from bocage.rules.kernel import Context
from bocage.rules.squad.actions import Move
from bocage.rules.squad.data import WORTH
from bocage.rules.squad.events import Modifiers
from bocage.rules.squad.options import Options
from bocage.rules.squad.state import PostMove, Squad, State

_FLANKING_FIRE: Modifiers = (("flanking_fire", WORTH["flanking_fire"]),)


class Ground(ABC):
    """The ground that is fought over: range, cover, movement."""

    #: Cards that a mover must keep in hand while they fire and smoke (SQ-63, SQ-122).
    price_of_a_move: int

    @abstractmethod
    def survey(self, options: Options, dice: Chance) -> dict[str, str]:
        """Draw the terrain of the map."""

    @abstractmethod
    def deploy(self, state: State, order: list[str]) -> None:
        """Push the setup steps; ``order`` lists the squads, the first player's first squad in front."""

    @abstractmethod
    def range_between(self, state: State, one: Squad, other: Squad) -> str:
        """The range between enemies; "" beyond reach."""

    def in_reach(self, state: State, squad: Squad) -> list[tuple[Squad, str]]:
        """The enemies within reach of a squad, with their range, in id order."""
        ranged = [(enemy, self.range_between(state, squad, enemy)) for enemy in state.enemies(squad)]
        return [pair for pair in ranged if pair[1]]

    @abstractmethod
    def terrain_of(self, state: State, squad: Squad) -> str:
        """The terrain that a squad stands in."""

    @abstractmethod
    def can_move(self, state: State, squad: Squad) -> bool:
        """True if an unpinned squad has a move to make; depends on public facts only (SQ-61, SQ-121)."""

    @abstractmethod
    def moves(self, state: State, squad: Squad) -> list[Move]:
        """Every move, in canonical order."""

    @abstractmethod
    def default_move(self, moves: list[Move]) -> Move:
        """The move that a timeout plays."""

    @abstractmethod
    def announce(self, state: State, squad: Squad, move: Move, ctx: Context) -> None:
        """Pay for a move and tell it."""

    @abstractmethod
    def goal(self, state: State, move: Move) -> str:
        """The terrain that a move leads to."""

    @abstractmethod
    def guards(self, state: State, squad: Squad, move: Move) -> tuple[str, ...]:
        """The enemy squads that may stop a move, in the order in which they are asked (SQ-124)."""

    @abstractmethod
    def flanks(self, state: State, squad: Squad, move: Move) -> tuple[str, ...]:
        """The enemy squads to whose flank a move leads, before it is made (SQ-79, SQ-127)."""

    @abstractmethod
    def complete(self, state: State, squad: Squad, move: Move, ctx: Context) -> None:
        """Carry a move out: position, range, ``moved`` and ``flanked`` (V4a)."""

    @abstractmethod
    def cancel(self, state: State, move: Move) -> None:
        """Undo what was paid and pending (V4b)."""

    def post_move(self, state: State, squad: Squad, move: Move) -> PostMove:
        """Cards that may be played after the move (SQ-87)."""
        return PostMove(squad.id, ("objective", "conceal"))

    def settle(self, state: State, squad: Squad, frame: PostMove, ctx: Context) -> None:
        """The end of V6: only Flanking Fire in play has something to settle."""
        return

    def flanking_bonus(self, state: State, squad: Squad) -> Modifiers:
        """Bonus of Flanking Fire to an attack of ``squad`` now."""
        return _FLANKING_FIRE if squad.flanking_fire else ()

    def surrounded(self, state: State, squad: Squad) -> bool:
        """True if a squad is shown as encircled."""
        return bool(squad.encircled)
