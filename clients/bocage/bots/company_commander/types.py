"""Messages of the service about Company Commander. Written by ``make client-types``: do not edit."""

from __future__ import annotations

from typing import Literal, NotRequired, TypeAlias, TypedDict


class AssaultView(TypedDict):
    committed: bool
    dice: list[tuple[str, str, int]]
    front: str
    mines: int
    silenced: list[str]
    simultaneous: bool
    units: list[str]


class FrontView(TypedDict):
    attacked: NotRequired[bool]
    bonus: int
    disordered: NotRequired[bool]
    fogged: NotRequired[bool]


class GlimpseView(TypedDict):
    cards: dict[str, int]
    held: dict[str, int]
    turn: int


class TargetView(TypedDict):
    card: NotRequired[str]
    front: NotRequired[str]
    unit: NotRequired[str]


class UnitView(TypedDict):
    anti_tank: NotRequired[bool]
    assaulted: NotRequired[bool]
    awaiting_orders: NotRequired[bool]
    broken_down: NotRequired[bool]
    card: str
    casualties: int
    front: str
    green: NotRequired[bool]
    helped: NotRequired[bool]
    may_suppress: NotRequired[bool]
    move_tried: NotRequired[bool]
    moved: NotRequired[bool]
    n: int
    on_mission: NotRequired[bool]
    out_of_ammo: NotRequired[bool]
    pins: int
    rally_tried: NotRequired[bool]
    roads: NotRequired[bool]
    shaken: NotRequired[bool]
    stays_out: NotRequired[bool]
    suppressed: NotRequired[bool]
    veteran: NotRequired[bool]
    withdrawn: NotRequired[bool]


class View(TypedDict):
    active: str
    aides: NotRequired[dict[str, str]]
    assault: NotRequired[AssaultView]
    cards: dict[str, dict[str, int]]
    discards: dict[str, int]
    first: str
    fronts: dict[str, FrontView]
    glimpses: dict[str, GlimpseView]
    hands: dict[str, int]
    hq_drawn: bool
    lost: dict[str, dict[str, int]]
    pending: list[str]
    phase: str
    proxy: str
    quiet: int
    score: dict[str, int]
    seats: dict[str, int]
    squads: dict[str, int]
    tactical: int
    target: NotRequired[TargetView]
    turn: int
    units: dict[str, UnitView]


class Deploy(TypedDict):
    do: Literal["deploy"]
    card: str
    front: str


class Move(TypedDict):
    do: Literal["move"]
    unit: str
    front: str


class HqDraw(TypedDict):
    do: Literal["hq_draw"]
    deck: Literal["squad", "tactical"]


class Proxy(TypedDict):
    do: Literal["proxy"]
    front: str


class Play(TypedDict):
    do: Literal["play"]
    card: str
    unit: NotRequired[str]
    front: NotRequired[str]


class Discard(TypedDict):
    do: Literal["discard"]
    card: str


class Recon(TypedDict):
    do: Literal["recon"]
    unit: str


class Peek(TypedDict):
    do: Literal["peek"]


class Mark(TypedDict):
    do: Literal["mark"]
    front: str


class Suppress(TypedDict):
    do: Literal["suppress"]
    unit: str
    front: str


class Join(TypedDict):
    do: Literal["assault_add"]
    unit: str
    front: str


class Withdraw(TypedDict):
    do: Literal["assault_remove"]
    unit: str


class Commit(TypedDict):
    do: Literal["assault_commit"]


class Rally(TypedDict):
    do: Literal["rally"]
    unit: str
    helper: NotRequired[str]


class Pass(TypedDict):
    do: Literal["pass"]


class EndPhase(TypedDict):
    do: Literal["end_phase"]


Action: TypeAlias = (
    Deploy
    | Move
    | HqDraw
    | Proxy
    | Play
    | Discard
    | Recon
    | Peek
    | Mark
    | Suppress
    | Join
    | Withdraw
    | Commit
    | Rally
    | Pass
    | EndPhase
)


class Options(TypedDict):
    creator_side: Literal["de", "random", "us"]
    commander: bool
    support: Literal["independent", "sum"]
    hq_help: Literal["any_front", "same_front"]
    auto_from_turn: int
    turn_cap: int
    opening: NotRequired[Literal["empty", "placed"]]
    units: NotRequired[str]
