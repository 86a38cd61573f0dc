"""Figures shown before a mission, an attack, a rally roll."""

from __future__ import annotations

from typing import Literal, TypeAlias

from bocage.rules.company_commander.events import Mods
from bocage.rules.kernel import Figure, Share

#: Abilities that a unit has, or may be kept from: ``fire`` is its fire dice when it is assaulted.
Deed: TypeAlias = Literal["move", "mission", "shot", "assault", "rally", "fire"]


class MissionOdds(Figure, frozen=True, tag="mission"):
    """``front``: that it scouts. ``chance``: that it succeeds; ``spotted``: that it is spotted, and shot at."""

    front: str
    chance: Share
    spotted: Share


class SuppressionOdds(Figure, frozen=True, tag="suppression"):
    """``rolls`` of ``dice`` each, ``n`` added to each roll. ``pin``, ``casualty``: chances of each roll."""

    pin: Share
    casualty: Share
    rolls: int
    dice: int
    n: int = 0
    mods: Mods = ()


class RemovalOdds(Figure, frozen=True, tag="removal"):
    """``chance``: that the roll removes a unit, whoever is hit, armour included."""

    chance: Share


class ArmourOdds(Figure, frozen=True, tag="armour"):
    """``chance``: that armour makes a hit less, a pin none or a casualty a pin, whoever is hit. CC-59"""

    chance: Share


class FireOdds(Figure, frozen=True, tag="fire"):
    """The fire dice of one role in an assault. ``chance``: of a casualty, after armour.

    ``then``: once the card is played, or the unit has joined. ``first``: it fires before the other role. ``after``:
    others fire before it, and units that they hit do not fire; the chances are close estimates then. ``removed``:
    the chance that a unit is removed. ``flank``: bonus of units that attack past an empty front; ``flanking``: the
    number of dice with it, if not all. CC-38
    """

    role: Literal["attack", "defence", "mines"]
    dice: int
    chance: Share
    then: bool = False
    first: bool = False
    after: bool = False
    removed: Share = (0, 1)
    flank: int = 0
    flanking: int = 0


class RallyOdds(Figure, frozen=True, tag="rally"):
    """Die and ``mods``, ``n`` in all, must reach ``least``."""

    least: int
    chance: Share
    n: int = 0
    mods: Mods = ()


class Routs(Figure, frozen=True, tag="routs"):
    """The unit leaves the game at the end of the turn unless it rallies."""


class Routing(Figure, frozen=True, tag="routing"):
    """These leave the game at the end of the turn unless they rally; each can still try. ``sure``: these cannot."""

    units: tuple[str, ...]
    sure: tuple[str, ...] = ()


class Wins(Figure, frozen=True, tag="wins"):
    """As things stand, the turn's end wins the match by fronts: three against one at most. CC-71"""


class Bonus(Figure, frozen=True, tag="bonus"):
    """``n`` is added to all suppression rolls against that front in this turn."""

    n: int


class MayDraw(Figure, frozen=True, tag="may_draw"):
    """The Company HQ is good for one more card in this phase. CC-6"""


class Forgoes(Figure, frozen=True, tag="forgoes"):
    """Acts that the unit gives up for this turn: attack, assault, mission, help to rally. CC-9, CC-17, CC-23"""

    what: tuple[Literal["attack", "assault", "mission", "aid"], ...]


class Idle(Figure, frozen=True, tag="idle"):
    """No effect: the unit cannot attack any more in this turn anyway, or is ``able`` to already. CC-B4"""

    able: bool = False


class Overfull(Figure, frozen=True, tag="overfull"):
    """``n`` cards in hand are over the limit and must be discarded at the end of the phase. CC-10"""

    n: int


class Excess(Figure, frozen=True, tag="excess"):
    """``n`` cards must still be discarded."""

    n: int


class HaveMoved(Figure, frozen=True, tag="have_moved"):
    """``n`` units of the active side have moved in this turn. ``units``: which, if few."""

    n: int
    units: tuple[str, ...] = ()


class Able(Figure, frozen=True, tag="able"):
    """``n`` units of the active side can act so in this phase, as things stand."""

    what: Deed
    n: int = 0


class MissionThreat(Figure, frozen=True, tag="mission_threat"):
    """``n`` units can go on a mission. ``chance``, ``spotted``: those of the best unit."""

    n: int
    chance: Share
    spotted: Share


class ShotThreat(Figure, frozen=True, tag="shot_threat"):
    """``n`` units can suppress; ``unit`` against ``front`` has the best chance of a casualty."""

    n: int
    unit: str
    front: str
    pin: Share
    casualty: Share


class AssaultThreat(Figure, frozen=True, tag="assault_threat"):
    """``n`` units can assault. ``front``: where all that can attack together have the best chance of a casualty.

    ``dice``, ``chance``, ``removed``, ``after``: as in ``FireOdds``.
    """

    n: int
    front: str
    dice: int
    chance: Share
    removed: Share = (0, 1)
    after: bool = False


class ToWin(Figure, frozen=True, tag="to_win"):
    """The active side wins after ``n`` more removals. CC-70"""

    n: int


class ToPlace(Figure, frozen=True, tag="to_place"):
    """``n`` drawn units must still be placed. CC-4"""

    n: int


class Denies(Figure, frozen=True, tag="denies"):
    """Acts of a unit, or of ``n`` units of a front, that the card prevents. ``routs``: because it routs."""

    what: tuple[Deed, ...]
    n: int = 0
    routs: bool = False


class InDeck(Figure, frozen=True, tag="in_deck"):
    """``n`` cards are in the deck. ``discards``: those to be shuffled when it ends, of the tactical deck."""

    n: int
    discards: int


class Peeks(Figure, frozen=True, tag="peeks"):
    """The other side holds ``n`` cards; ``known``: of these one has seen already."""

    n: int
    known: int = 0


class Commands(Figure, frozen=True, tag="commands"):
    """``n`` units stand there and can then act on orders. CC-O4"""

    n: int


Figures: TypeAlias = (
    MissionOdds
    | SuppressionOdds
    | RemovalOdds
    | ArmourOdds
    | FireOdds
    | RallyOdds
    | Routs
    | Routing
    | Wins
    | Bonus
    | MayDraw
    | Forgoes
    | Idle
    | Overfull
    | Excess
    | HaveMoved
    | Able
    | MissionThreat
    | ShotThreat
    | AssaultThreat
    | ToWin
    | ToPlace
    | Denies
    | InDeck
    | Peeks
    | Commands
)
