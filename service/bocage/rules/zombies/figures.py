"""Figures shown before a roll, fire, or a look."""

from __future__ import annotations

from typing import Literal, TypeAlias

from bocage.rules.kernel import Figure, Share
from bocage.rules.zombies.actions import Benefit
from bocage.rules.zombies.events import Mods


class TurnEnds(Figure, frozen=True, tag="turn_ends"):
    """``chance``: that the roll ends the turn. ``last``: and with it the game."""

    chance: Share
    last: bool = False


class CounterattackOdds(Figure, frozen=True, tag="counterattack"):
    """``chance``: that the roll brings a counterattack."""

    chance: Share


class StrikeOdds(Figure, frozen=True, tag="struck"):
    """``chance``: that a face-up zombie then strikes the tank, on these ``faces``. ``destroys``: fatally."""

    chance: Share
    faces: tuple[int, ...]
    destroys: bool = False


class OverrunOdds(Figure, frozen=True, tag="overrun"):
    """``chance``: that two zombies come together in the tank's hex at once, which loses the game."""

    chance: Share


class Cost(Figure, frozen=True, tag="cost"):
    """Action points that it takes, and how many are ``left`` then."""

    ap: int
    left: int = 0


class Hit(Figure, frozen=True, tag="hit"):
    """An attack: the die with ``mods`` must reach ``needs``."""

    needs: int
    chance: Share
    mods: Mods = ()


class Breaks(Figure, frozen=True, tag="breaks"):
    """``chance``: that the attack leaves the tank without ammunition, or with a broken track."""

    what: Literal["ammo", "track"]
    chance: Share


class IsZombie(Figure, frozen=True, tag="is_zombie"):
    """``chance``: that the face-down counter is a zombie, by what is out of sight."""

    chance: Share


class IsFriendly(Figure, frozen=True, tag="is_friendly"):
    """``chance``: that it is one of ours, stragglers or equipment."""

    chance: Share


class FailsRescue(Figure, frozen=True, tag="fails_rescue"):
    """A hit on infantry that is face down ends the match: the rescue is lost."""

    chance: Share


class IsEvent(Figure, frozen=True, tag="is_event"):
    """``chance``: that it is the counter that calls for an event."""

    chance: Share


class Mends(Figure, frozen=True, tag="mends"):
    """``chance``: that the repair succeeds, on ``ap`` faces; ``what``: its benefits, or a ``choice`` of them."""

    ap: int
    chance: Share
    what: tuple[Benefit, ...] = ()
    choice: bool = False


Figures: TypeAlias = (
    TurnEnds
    | CounterattackOdds
    | StrikeOdds
    | OverrunOdds
    | Cost
    | Hit
    | Breaks
    | IsZombie
    | IsFriendly
    | FailsRescue
    | IsEvent
    | Mends
)
