"""The state of a game: immutable pieces in a struct that a step replaces.

Frames, dicts of units and all the rest are replaced, never changed; only the stack itself grows and shrinks. So a
copy is nearly free, and views can tell by identity what did not change.
"""

from __future__ import annotations

from typing import TypeAlias

import msgspec

from bocage.rules.company_commander.data import UNITS, Lane, Side, UnitCard
from bocage.rules.company_commander.options import Options
from bocage.rules.company_commander.tactical import Point
from bocage.rules.kernel import shallow
from bocage.rules.kernel.flow import FlowState, StackFrame


class Unit(msgspec.Struct, frozen=True):
    """A unit on the table. ``n`` is its number on its side, in order of arrival; ``flags`` see :mod:`flags`."""

    id: str
    card: str
    n: int
    lane: Lane
    casualties: int = 0
    pins: int = 0
    flags: int = 0
    #: Place before this turn's move; -1: it has not moved. CC-43
    came_from: Lane = -1

    @property
    def row(self) -> UnitCard:
        """The printed row of its card."""
        return UNITS[self.card]


#: A change to numbers of dice or to rolls: whom it concerns, why (a text code), how much.
Bonus: TypeAlias = tuple[str, str, int]


class Assault(msgspec.Struct, frozen=True):
    """The assault under construction, or the committed one, on the other side's front in ``lane``.

    A bonus concerns a unit id, a role (``attackers``, ``defenders``) or a front id.
    """

    lane: Lane
    attackers: tuple[str, ...]
    bonuses: tuple[Bonus, ...] = ()
    silenced: tuple[str, ...] = ()
    mines: tuple[tuple[str, int], ...] = ()
    simultaneous: bool = False
    #: Surprise Contact is being rolled out: victory waits until both sides have fired. CC-37, CC-73
    exchange: bool = False


class Glimpse(msgspec.Struct, frozen=True):
    """The other hand as a scout saw it in that player-turn. CC-15"""

    turn: int
    cards: tuple[str, ...]


class TurnFrame(StackFrame, tag="turn"):
    """A player-turn; ``phase`` counts the phases that have begun."""

    phase: int = 0


class DeployFrame(StackFrame, tag="deploy"):
    """Deploy loop."""


class TacticsFrame(StackFrame, tag="tactics"):
    """Tactics loop."""


class DiscardFrame(StackFrame, tag="discard"):
    """Down to the hand limit."""


class ReconFrame(StackFrame, tag="recon"):
    """Recon loop."""


class MissionFrame(StackFrame, tag="mission"):
    """A successful mission: peek, or mark a front in one of ``lanes``."""

    lanes: tuple[Lane, ...]


class SpottedFrame(StackFrame, tag="spotted"):
    """The suppression roll on a spotted unit is due."""

    unit: str


class SuppressionFrame(StackFrame, tag="suppression"):
    """Suppression loop."""


class UnitRollFrame(StackFrame, tag="unit_roll"):
    """The suppression roll of a unit against the front in ``lane`` is due."""

    unit: str
    lane: Lane


class SupportFrame(StackFrame, tag="support"):
    """The suppression rolls of a support card are due."""

    card: str
    lane: Lane


class AssaultFrame(StackFrame, tag="assault"):
    """Assault loop."""


class BuildFrame(StackFrame, tag="build"):
    """An assault is under construction."""


class ResolveFrame(StackFrame, tag="resolve"):
    """The committed assault is due."""


class RallyFrame(StackFrame, tag="rally"):
    """Rally loop. ``aides``: whom an HQ has helped in it → that HQ. CC-56"""

    aides: tuple[tuple[str, str], ...] = ()


class WindowFrame(StackFrame, tag="window"):
    """A window in which one side may play cards at ``point``."""

    point: Point


Frames: TypeAlias = (
    TurnFrame
    | DeployFrame
    | TacticsFrame
    | DiscardFrame
    | ReconFrame
    | MissionFrame
    | SpottedFrame
    | SuppressionFrame
    | UnitRollFrame
    | SupportFrame
    | AssaultFrame
    | BuildFrame
    | ResolveFrame
    | RallyFrame
    | WindowFrame
)

Cards: TypeAlias = tuple[str, ...]


class State(FlowState):
    """Pairs are indexed by side: 0 US, 1 DE. Only ``stack`` is changed in place."""

    stack: list[Frames]
    options: Options
    us_seat: int
    active: Side
    squads: tuple[Cards, Cards]
    tactical: Cards
    #: By unit id, in order of arrival.
    units: tuple[dict[str, Unit], dict[str, Unit]] = msgspec.field(default_factory=lambda: ({}, {}))
    #: Squad cards of units that left the game.
    removed: tuple[Cards, Cards] = ((), ())
    #: Drawn by the active player, not yet deployed.
    pending: Cards = ()
    #: Sorted.
    hands: tuple[Cards, Cards] = ((), ())
    discards: Cards = ()
    score: tuple[int, int] = (0, 0)
    turn: int = 1
    #: Player-turns in a row without a removal. CC-74
    quiet: int = 0
    #: By side * 3 + lane, see :mod:`flags`.
    fronts: tuple[int, ...] = (0,) * 6
    #: On this turn's suppression rolls; concern front ids.
    bonuses: tuple[Bonus, ...] = ()
    hq_drawn: bool = False
    #: COMMANDER: this turn's proxy front; -1: none. CC-O4
    proxy: Lane = -1
    proxy_used: bool = False
    assault: Assault | None = None
    #: Each side's last sight of the other's hand.
    glimpses: tuple[Glimpse, Glimpse] = (Glimpse(0, ()), Glimpse(0, ()))
    #: Cards that each side knows to be still in the other hand.
    known: tuple[Cards, Cards] = ((), ())

    def seat(self, side: Side) -> int:
        """The seat that plays a side."""
        return self.us_seat if side == 0 else 1 - self.us_seat

    def side(self, seat: int) -> Side:
        """The side that a seat plays."""
        return 0 if seat == self.us_seat else 1


def copy(state: State) -> State:
    """A state that shares nothing mutable with ``state``."""
    twin = shallow(state)
    twin.stack = state.stack.copy()
    return twin
