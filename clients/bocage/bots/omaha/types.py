"""Messages of the service about Attack on Omaha Beach. Written by ``make client-types``: do not edit."""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict

LookId: TypeAlias = Literal[
    "delta", "delta_eye", "destroyed", "destroyed_mine", "nest", "open", "water", "wire", "x", "x_eye"
]


Phase: TypeAlias = Literal["assault", "land", "over", "place_nest"]


Cell: TypeAlias = Literal["C0", "C1", "C2", "C3", "L0", "L1", "L2", "L3", "R0", "R1", "R2", "R3"]


class View(TypedDict):
    assault: int
    charges: int
    fronts: dict[str, LookId]
    grid: dict[str, LookId]
    mines: NotRequired[dict[str, Literal[True]]]
    phase: Phase
    removed: NotRequired[LookId]
    rounds: int
    squad: NotRequired[Cell]
    stock: int
    strength: int
    trail: list[Cell]


NearCell: TypeAlias = Literal["C0", "L0", "R0"]


class Land(TypedDict):
    do: Literal["land"]
    cell: NearCell


class Move(TypedDict):
    do: Literal["move"]
    cell: Cell
    sniper: bool


class Blast(TypedDict):
    do: Literal["blast"]
    cell: Cell


NestCell: TypeAlias = Literal["L3", "R3"]


class PlaceNest(TypedDict):
    do: Literal["place_nest"]
    cell: NestCell


Action: TypeAlias = Land | Move | Blast | PlaceNest


class Options(TypedDict):
    crawl_fire: Literal["always", "icon", "never"]
    squad_track: Literal[7, 8]
    nest_side: Literal["player", "random"]
    mines_under_open: bool
