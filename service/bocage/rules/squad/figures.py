"""Figures shown before a roll, an attack, a move, a card."""

from __future__ import annotations

from typing import Literal, TypeAlias

from bocage.rules.kernel import Figure, Share
from bocage.rules.squad.events import Modifiers


class MoraleOdds(Figure, frozen=True, tag="morale"):
    """The coming morale check of ``squad``: die and ``mods``, ``n`` in all, may be ``most`` at most.

    ``chance``: that it holds, if nobody plays another card. ``fails``: the result otherwise.
    """

    squad: str
    most: int
    chance: Share
    fails: Literal["pinned", "rout"]
    n: int = 0
    mods: Modifiers = ()


class RoutOdds(Figure, frozen=True, tag="rout"):
    """``chance``: that the check fails and the rout then costs one man at least."""

    chance: Share


class RallyOdds(Figure, frozen=True, tag="rally"):
    """The coming rally roll of ``squad``: die and ``mods``, ``n`` in all, must reach ``least``."""

    squad: str
    least: int
    chance: Share
    n: int = 0
    mods: Modifiers = ()


class Shift(Figure, frozen=True, tag="shift"):
    """A card changes the roll by ``n``. ``chance``: that the squad then holds, or rallies."""

    roll: Literal["morale", "rally"]
    n: int
    chance: Share


class AttackOdds(Figure, frozen=True, tag="attack"):
    """First die less second die and ``mods``, ``n`` in all: the number of men that fall, at most one if ``one``.

    ``chance``: that a man falls.
    """

    chance: Share
    n: int = 0
    mods: Modifiers = ()
    one: bool = False


class MineOdds(Figure, frozen=True, tag="mine"):
    """The mine in the way of ``squad`` goes off unless it is cleared; ``n`` is added to the dice."""

    squad: str
    n: int
    chance: Share


class WipeOdds(Figure, frozen=True, tag="wipe"):
    """``chance``: that all ``men`` of the squad fall."""

    men: int
    chance: Share


class Effect(Figure, frozen=True, tag="effect"):
    """A change by ``n``, and ``on`` what: own attacks, those by machine guns alone, attacks on that squad, on
    oneself in this place, on oneself while moving; the other side's hand limit."""

    n: int
    on: Literal["attacks", "machine_guns", "target", "place", "move", "limit"]


class Idle(Figure, frozen=True, tag="idle"):
    """It changes nothing: of the attacks that can be chosen now, none gains by it; or (``unseen``) no enemy reaches
    the squad, so that none can fire at it on the move."""

    unseen: bool = False


class Covers(Figure, frozen=True, tag="covers"):
    """Opportunity fire at the squad gets ``n``, since it fired on the move; once, however often it fires."""

    n: int


class Checks(Figure, frozen=True, tag="checks"):
    """A squad that is shot at must check its morale in its own turn, whether or not a man falls.

    ``squads``: the targets that were not fired at before.
    """

    squads: tuple[str, ...]


class Way(Figure, frozen=True, tag="way"):
    """Cost of a move, and risks of the mover, alone or behind a point man.

    ``free``: it costs no card. ``safe``: no enemy that has cards reaches the squad.
    """

    how: Literal["move", "point_man"]
    free: bool = False
    safe: bool = False


class NewRange(Figure, frozen=True, tag="new_range"):
    """The range after the move, if it succeeds."""

    range: str


class RangeThen(Figure, frozen=True, tag="range_then"):
    """The range to an enemy's ``squad`` after the move, if it succeeds; empty: out of reach."""

    squad: str
    range: str


class Flanks(Figure, frozen=True, tag="flanks"):
    """The move leads to the flank of ``squads``, if it succeeds: next turn they fire at the mover at ``theirs``,
    unless they move. ``own``: what the mover's position fire at them gets, as they did not fire at it; ``moved``:
    what it gets because it moved."""

    squads: tuple[str, ...]
    theirs: int
    own: int = 0
    moved: int = 0


class Draws(Figure, frozen=True, tag="draws"):
    """``n`` cards are drawn."""

    n: int


class Looks(Figure, frozen=True, tag="looks"):
    """``n`` cards of the deck are looked at."""

    n: int


class Joins(Figure, frozen=True, tag="joins"):
    """``n`` men join the squad."""

    n: int


class ScoreThen(Figure, frozen=True, tag="score"):
    """The player's mission objectives then, of three."""

    n: int


class Excess(Figure, frozen=True, tag="excess"):
    """``n`` cards must still be discarded."""

    n: int


class Hand(Figure, frozen=True, tag="hand"):
    """Number of ``cards`` that a squad holds, and the ``limit`` at the end of its turn."""

    squad: str
    cards: int
    limit: int


class InDeck(Figure, frozen=True, tag="in_deck"):
    """``n`` cards are in the deck. ``discards``: those to be shuffled when it is empty. SQ-8"""

    n: int
    discards: int


class DiscardThen(Figure, frozen=True, tag="discard_then"):
    """``n`` cards must then be discarded."""

    n: int


class MayFire(Figure, frozen=True, tag="may_fire"):
    """These enemies can fire at the squad on the move: it is in their reach, and they hold cards; or none can."""

    squads: tuple[str, ...] = ()


Figures: TypeAlias = (
    MoraleOdds
    | RoutOdds
    | RallyOdds
    | Shift
    | AttackOdds
    | WipeOdds
    | MineOdds
    | Effect
    | Idle
    | Covers
    | Checks
    | Way
    | NewRange
    | RangeThen
    | Flanks
    | Draws
    | Looks
    | Joins
    | ScoreThen
    | Excess
    | Hand
    | InDeck
    | DiscardThen
    | MayFire
)
