"""What a player wants to know before a mission, an attack, a rally roll."""

from __future__ import annotations

from typing import Literal, TypeAlias

from service.games.company_commander.events import Mods
from service.games.kernel import Figure, Share


class MissionOdds(Figure, frozen=True, tag="mission"):
    """``front``: that it scouts. ``chance``: that it succeeds; ``spotted``: that it is spotted, and shot at."""

    front: str
    chance: Share
    spotted: Share


class SuppressionOdds(Figure, frozen=True, tag="suppression"):
    """So many ``rolls`` of so many ``dice``, ``n`` added to each. ``pin``, ``casualty``: chances of each roll."""

    pin: Share
    casualty: Share
    rolls: int
    dice: int
    n: int = 0
    mods: Mods = ()


class RemovalOdds(Figure, frozen=True, tag="removal"):
    """``chance``: that the roll removes a unit, whoever is hit, armour included."""

    chance: Share


class FireOdds(Figure, frozen=True, tag="fire"):
    """The fire dice of one role in an assault. ``chance``: of a casualty, after armour.

    ``then``: once the card is played, or the unit has joined. ``first``: it fires before the other role. ``after``:
    others fire before it, and whom they hit does not fire; the chances are close estimates then. ``removed``: the
    chance that a unit is removed. ``flank``: what units get that
    attack past an empty front; ``flanking``: how many of the dice get it, where not all do. CC-38
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
    """So much is added to all suppression rolls against that front in this turn."""

    n: int


class MayDraw(Figure, frozen=True, tag="may_draw"):
    """The Company HQ is good for one more card in this phase. CC-6"""


class Forgoes(Figure, frozen=True, tag="forgoes"):
    """What the unit could do in this turn and cannot any more: attack, go on a mission, help to rally. CC-9"""

    what: tuple[Literal["attack", "mission", "aid"], ...]


class Idle(Figure, frozen=True, tag="idle"):
    """It changes nothing: the unit cannot attack any more in this turn anyway, or is ``able`` to already. CC-B4"""

    able: bool = False


class Overfull(Figure, frozen=True, tag="overfull"):
    """So many cards in hand are over the limit: who ends the phase so must discard them. CC-10"""

    n: int


class Excess(Figure, frozen=True, tag="excess"):
    """So many cards must still be discarded."""

    n: int


Figures: TypeAlias = (
    MissionOdds
    | SuppressionOdds
    | RemovalOdds
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
)
