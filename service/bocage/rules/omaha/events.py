"""Events. All of them are public."""

from __future__ import annotations

from typing import Literal, TypeAlias

from bocage.rules.kernel import Event
from bocage.rules.omaha.data import Cell, LookId


class Dealt(Event, frozen=True, tag="dealt"):
    """An assault begins. ``fronts``: the nine cards dealt, rows 1 to 3, left to right."""

    assault: int
    fronts: tuple[LookId, ...]


class Landed(Event, frozen=True, tag="landed"):
    """The squad is ashore."""

    cell: Cell


class Sniped(Event, frozen=True, tag="sniped"):
    """The sniper keeps the machine gun quiet; ``rounds`` are left."""

    rounds: int


class Crawled(Event, frozen=True, tag="crawled"):
    """The squad crawls onto a card, which is turned over. ``mine``: one goes off."""

    cell: Cell
    front: LookId
    mine: bool


class Blasted(Event, frozen=True, tag="blasted"):
    """A card was blown open. ``mine``: there was one, and it is gone too (OM-25)."""

    cell: Cell
    front: LookId
    mine: bool
    charges: int


class Moved(Event, frozen=True, tag="moved"):
    """The squad entered a cell."""

    cell: Cell


class Hit(Event, frozen=True, tag="hit"):
    """The squad lost a man. ``strength``: the number its card shows now, 0 for dead."""

    by: Literal["mine", "fire"]
    strength: int


class NestPlaced(Event, frozen=True, tag="nest_placed"):
    """The nest took the place of a card."""

    cell: Cell
    front: LookId


class NestBlown(Event, frozen=True, tag="nest_blown"):
    """The squad blew the nest up."""

    cell: Cell


Events: TypeAlias = Dealt | Landed | Sniped | Crawled | Blasted | Moved | Hit | NestPlaced | NestBlown
