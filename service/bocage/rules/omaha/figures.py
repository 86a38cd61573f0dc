"""Figures shown before the next step: its costs and risks."""

from __future__ import annotations

from typing import Literal, TypeAlias

from bocage.rules.kernel import Figure, Share


class Left(Figure, frozen=True, tag="left"):
    """The squad's reserves: ``hits`` until it is dead, ``charges`` besides the nest's."""

    hits: int = 0
    charges: int = 0


class Safe(Figure, frozen=True, tag="safe"):
    """The step costs nothing and risks nothing."""


class Fire(Figure, frozen=True, tag="fire"):
    """The machine gun fires: one hit for certain."""


class Mine(Figure, frozen=True, tag="mine"):
    """``chance``: of a mine under the card, by the cards in sight; one hit."""

    chance: Share


class Dead(Figure, frozen=True, tag="dead"):
    """``chance``: that the squad does not survive the step."""

    chance: Share


class Nest(Figure, frozen=True, tag="nest"):
    """The step blows the nest up: the game is won."""


class Spent(Figure, frozen=True, tag="spent"):
    """The cost of the action, and the number ``left`` then."""

    what: Literal["charge", "round"]
    left: int = 0


class Barred(Figure, frozen=True, tag="barred"):
    """Wire then bars every way, and the last charge is for the nest: the game is lost. OM-19"""


class LastCharge(Figure, frozen=True, tag="last_charge"):
    """No charge is left for the nest then: the game is lost. OM-20"""


class Ahead(Figure, frozen=True, tag="ahead"):
    """The first step onto the beach: ``mine`` and ``fire`` as in a move; ``wire`` bars it."""

    mine: Share
    fire: bool = False
    wire: bool = False


Figures: TypeAlias = Ahead | Left | Safe | Fire | Mine | Dead | Nest | Spent | Barred | LastCharge
