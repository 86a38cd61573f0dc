"""Messages of the service about SQUAD. Written by ``make client-types``: do not edit."""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict


class MoveView(TypedDict):
    barrier: NotRequired[str]
    squad: str
    step: NotRequired[str]
    terrain: str
    to: NotRequired[str]


class RollView(TypedDict):
    cards: int
    roll: str
    squad: str


class SquadView(TypedDict):
    ambush: NotRequired[bool]
    attacked: NotRequired[bool]
    cards: int
    close_combat: NotRequired[bool]
    concealed: NotRequired[bool]
    covering: NotRequired[bool]
    declared: NotRequired[bool]
    encircled: NotRequired[bool]
    enfilade: NotRequired[bool]
    fired_at: NotRequired[int]
    flanked: NotRequired[list[str]]
    flanked_before: NotRequired[list[str]]
    flanking_fire: NotRequired[bool]
    hand: NotRequired[dict[str, str]]
    hex: NotRequired[str]
    killed: NotRequired[int]
    leaderless: NotRequired[bool]
    left: NotRequired[int]
    limit: int
    men: int
    moved: NotRequired[bool]
    nation: str
    pinned: NotRequired[bool]
    point_man: NotRequired[bool]
    right: NotRequired[int]
    seat: int
    shot_at: NotRequired[bool]
    smoke: NotRequired[bool]
    stopped: NotRequired[bool]
    terrain: NotRequired[str]


class View(TypedDict):
    acting: str
    active: int
    aside: dict[str, int]
    columns: NotRequired[int]
    deck: int
    discard: dict[str, int]
    first: int
    map: NotRequired[dict[str, str]]
    move: NotRequired[MoveView]
    objectives: dict[str, int]
    phase: str
    range: NotRequired[str]
    roll: NotRequired[RollView]
    rows: NotRequired[int]
    seen: dict[str, dict[str, str]]
    squads: dict[str, SquadView]
    turn: int
    variant: str


class Terrain(TypedDict):
    do: Literal["terrain"]
    squad: str
    card: str


class Place(TypedDict):
    do: Literal["place"]
    squad: str
    to: str


class Decline(TypedDict):
    do: Literal["decline"]


class Utility(TypedDict):
    do: Literal["utility"]
    squad: str
    card: str
    trait: str


class Done(TypedDict):
    do: Literal["done"]


class Modify(TypedDict):
    do: Literal["modify"]
    squad: str
    card: str
    trait: NotRequired[str]


class Pass(TypedDict):
    do: Literal["pass"]


class Declare(TypedDict):
    do: Literal["declare"]
    squad: str
    how: Literal["move", "point_man", "stay"]


class Smoke(TypedDict):
    do: Literal["smoke"]
    squad: str
    card: str


class NoSmoke(TypedDict):
    do: Literal["no_smoke"]


class Attack(TypedDict):
    do: Literal["attack"]
    squad: str
    card: str
    target: str
    trait: NotRequired[str]
    mode: NotRequired[Literal["", "jp_pb"]]


class PlayBonus(TypedDict):
    do: Literal["play_bonus"]
    squad: str
    card: str
    trait: NotRequired[str]


class Encircle(TypedDict):
    do: Literal["encircle"]
    squad: str
    card: str
    target: str


class Scout(TypedDict):
    do: Literal["scout"]
    squad: str
    card: str
    trait: NotRequired[str]


class CommanderKilled(TypedDict):
    do: Literal["commander_killed"]
    squad: str
    card: str
    target: str


class EndFire(TypedDict):
    do: Literal["end_fire"]


class Move(TypedDict):
    do: Literal["move"]
    squad: str
    card: NotRequired[str]
    into: NotRequired[Literal["", "open", "terrain"]]
    step: NotRequired[Literal["", "closer", "farther", "hold", "lateral_left", "lateral_right"]]
    to: NotRequired[str]


class Barrier(TypedDict):
    do: Literal["barrier"]
    squad: str
    card: str
    trait: NotRequired[str]


class Engineer(TypedDict):
    do: Literal["engineer"]
    squad: str
    card: str


class Objective(TypedDict):
    do: Literal["objective"]
    squad: str
    card: str


class Conceal(TypedDict):
    do: Literal["conceal"]
    squad: str
    card: str
    trait: NotRequired[str]


class Flank(TypedDict):
    do: Literal["flank"]
    squad: str
    card: str
    trait: NotRequired[str]


class DrawExtra(TypedDict):
    do: Literal["draw_extra"]


class Discard(TypedDict):
    do: Literal["discard"]
    squad: str
    card: str


Action: TypeAlias = (
    Terrain
    | Place
    | Decline
    | Utility
    | Done
    | Modify
    | Pass
    | Declare
    | Smoke
    | NoSmoke
    | Attack
    | PlayBonus
    | Encircle
    | Scout
    | CommanderKilled
    | EndFire
    | Move
    | Barrier
    | Engineer
    | Objective
    | Conceal
    | Flank
    | DrawExtra
    | Discard
)


Variant: TypeAlias = Literal["base", "flanking", "map"]


NationOption: TypeAlias = Literal["de", "jp", "open", "ru", "uk", "us"]


Edge: TypeAlias = Literal["east", "north", "northeast", "northwest", "south", "southeast", "southwest", "west"]


class Options(TypedDict):
    variant: Variant
    nation_0: NationOption
    nation_1: NationOption
    morale_memory: Literal["opponent_turn", "since_last_check"]
    turn_cap: int
    flank_side: Literal["opposite", "same"]
    flank_open: bool
    flank_encircled: Literal["plus3", "sum"]
    columns: int
    rows: Literal[10, 12, 14, 6, 8]
    squads_per_seat: Literal[1, 2, 3]
    terrain: Literal["drawn", "mirrored", "random"]
    activation: Literal["phases", "squads"]
    home_edge: NotRequired[Edge]
    map: NotRequired[str]
