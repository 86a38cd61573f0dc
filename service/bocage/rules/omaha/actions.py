"""The player's actions. Every action names its cell."""

from __future__ import annotations

from typing import TypeAlias

from bocage.rules.kernel import Action
from bocage.rules.omaha.data import Cell, NearCell, NestCell


class Land(Action, frozen=True, tag="land"):
    """Put the landing craft below a column; the squad stands at the water line."""

    cell: NearCell


class Move(Action, frozen=True, tag="move"):
    """Enter a neighbouring cell. ``sniper``: spend a round so that the machine gun keeps quiet."""

    cell: Cell
    sniper: bool = False


class Blast(Action, frozen=True, tag="blast"):
    """Spend a demolition charge on a neighbouring wire or obstacle; the squad stays where it is."""

    cell: Cell


class PlaceNest(Action, frozen=True, tag="place_nest"):
    """Choose the side of the far row on which the nest stands."""

    cell: NestCell


Actions: TypeAlias = Land | Move | Blast | PlaceNest
