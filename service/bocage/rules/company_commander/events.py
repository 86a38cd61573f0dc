"""Events. Sides are ``us`` and ``de``; ``mods`` are [code, number] pairs; ``score`` is (us, de).

A fire comes in the order of its resolution: ``fire`` with all dice of one unit, then for each die that hits one
``hit`` (target picked, armour die, effect), then ``removed`` if that killed. A suppression roll likewise:
``suppression``, at most one ``hit``, perhaps ``removed``.
"""

from __future__ import annotations

from typing import TypeAlias

from bocage.rules.kernel.game import Event

Mods: TypeAlias = tuple[tuple[str, int], ...]


class Began(Event, frozen=True, tag="began"):
    """Which seat has which side, and who moves first."""

    us: int
    de: int
    first: str


class TurnBegan(Event, frozen=True, tag="turn"):
    """Player-turn ``n`` begins."""

    n: int
    side: str


class DrewSquad(Event, frozen=True, tag="drew_squad"):
    """Squad cards were drawn, for all to see. CC-75"""

    side: str
    cards: tuple[str, ...]


class Drew(Event, frozen=True, tag="drew"):
    """``n`` tactical cards were drawn; ``cards`` only for the player who drew."""

    side: str
    n: int
    cards: tuple[str, ...] = ()


class Reshuffled(Event, frozen=True, tag="reshuffled"):
    """The discards became the tactical deck again."""

    n: int


class Deployed(Event, frozen=True, tag="deployed"):
    """A unit arrived."""

    unit: str
    front: str


class Moved(Event, frozen=True, tag="moved"):
    """A unit moved to ``front``."""

    unit: str
    front: str


class Stood(Event, frozen=True, tag="proxy"):
    """COMMANDER: the Company HQ commands ``front`` this turn."""

    side: str
    front: str


class Played(Event, frozen=True, tag="played"):
    """A tactical card was played at the play point ``at``. ``cancels``: the declared attack is void. CC-21"""

    side: str
    card: str
    at: str
    unit: str = ""
    front: str = ""
    cancels: bool = False


class Discarded(Event, frozen=True, tag="discarded"):
    """A card over the hand limit, face up. CC-10"""

    side: str
    card: str


class Passed(Event, frozen=True, tag="passed"):
    """A window was closed without a (further) card."""

    side: str
    at: str


class Scouted(Event, frozen=True, tag="recon"):
    """A recon roll. ``result``: spotted, nothing or success."""

    unit: str
    front: str
    die: int
    total: int
    result: str
    mods: Mods = ()


class Peeked(Event, frozen=True, tag="peeked"):
    """``side`` saw the other hand of ``n`` cards; ``cards`` only for that side. CC-15"""

    side: str
    n: int
    cards: tuple[str, ...] = ()


class Marked(Event, frozen=True, tag="marked"):
    """Suppression rolls against ``front`` get +1 this turn. CC-15"""

    front: str


class Declared(Event, frozen=True, tag="suppress"):
    """A unit's suppression attack was declared; its dice come after the window. CC-21"""

    unit: str
    front: str


class Suppression(Event, frozen=True, tag="suppression"):
    """A suppression roll by ``unit`` or by the support card ``card``, or on the spotted unit ``target``.

    ``result``: nothing, pin or casualty.
    """

    dice: tuple[int, ...]
    total: int
    result: str
    unit: str = ""
    card: str = ""
    front: str = ""
    target: str = ""
    mods: Mods = ()


class Joined(Event, frozen=True, tag="joined"):
    """A unit was added to the assault under construction."""

    unit: str
    front: str


class Withdrew(Event, frozen=True, tag="withdrew"):
    """A unit was taken out of the assault under construction."""

    unit: str


class Committed(Event, frozen=True, tag="committed"):
    """An assault was launched; attackers in the order in which they will fire."""

    front: str
    units: tuple[str, ...]


class Fire(Event, frozen=True, tag="fire"):
    """The fire dice of one unit, or of ``card`` (mines). ``role``: attack, defence or mines.

    ``base`` dice (strength less casualties) and ``mods`` make the number of dice; ``plus`` is added to each face.
    """

    role: str
    base: int
    dice: tuple[int, ...]
    unit: str = ""
    card: str = ""
    mods: Mods = ()
    plus: int = 0


class Hit(Event, frozen=True, tag="hit"):
    """One hit. ``result``: pin or casualty, as rolled.

    ``effect``: pin, casualty, ignored (armour stopped a pin), immune (sniper on a tank), unhurt (an HQ under
    COMMANDER) or lost (nobody to hit). ``armour``, ``hq``: those dice, 0 when none was thrown. ``total``: of the
    armour die and ``mods``, which help from 6 up.
    """

    result: str
    effect: str
    target: str = ""
    armour: int = 0
    mods: Mods = ()
    hq: int = 0
    total: int = 0


class Removed(Event, frozen=True, tag="removed"):
    """A unit left the game. ``cause``: fire or rout. ``by``: the side for which it counts, which has ``n`` then."""

    unit: str
    cause: str
    score: tuple[int, int]
    by: str
    n: int


class Rallied(Event, frozen=True, tag="rallied"):
    """A rally roll. ``result``: rallied or not_rallied."""

    unit: str
    die: int
    total: int
    result: str
    helper: str = ""
    mods: Mods = ()


Events: TypeAlias = (
    Began
    | TurnBegan
    | DrewSquad
    | Drew
    | Reshuffled
    | Deployed
    | Moved
    | Stood
    | Played
    | Discarded
    | Passed
    | Scouted
    | Peeked
    | Marked
    | Declared
    | Suppression
    | Joined
    | Withdrew
    | Committed
    | Fire
    | Hit
    | Removed
    | Rallied
)
