"""Messages of the service about Zombies vs Light Tank. Written by ``make client-types``: do not edit."""

from __future__ import annotations

from typing import Literal, TypeAlias, TypedDict

Phase: TypeAlias = Literal["action", "event_recon", "loss", "over", "repair", "roll"]


class TankView(TypedDict):
    ammo_out: bool
    cutter: bool
    damaged: bool
    hex: str
    infantry: int
    m8: bool
    track_broken: bool


class View(TypedDict):
    ap: int
    face_down: dict[str, str]
    gone: list[str]
    items: dict[str, str]
    killed: list[str]
    marker: str
    phase: Phase
    tank: TankView
    turn: int
    zombies: dict[str, str]


class Roll(TypedDict):
    do: Literal["roll"]


class Move(TypedDict):
    do: Literal["move"]
    hex: str


class Recon(TypedDict):
    do: Literal["recon"]
    hex: str


class Fire(TypedDict):
    do: Literal["fire"]
    hex: str
    target: str


class Ram(TypedDict):
    do: Literal["ram"]
    target: str


class Repair(TypedDict):
    do: Literal["repair"]
    ap: int


class End(TypedDict):
    do: Literal["end"]


Loss: TypeAlias = Literal["cutter", "infantry", "m8"]


class Lose(TypedDict):
    do: Literal["lose"]
    what: Loss


class Reveal(TypedDict):
    do: Literal["reveal"]
    hex: str


class Decline(TypedDict):
    do: Literal["decline"]


Benefit: TypeAlias = Literal["ammo", "hull", "mount", "track"]


class Mend(TypedDict):
    do: Literal["mend"]
    what: Benefit


Action: TypeAlias = Roll | Move | Recon | Fire | Ram | Repair | End | Lose | Reveal | Decline | Mend


class Options(TypedDict):
    rescue: Literal[0, 1, 2]
    equal_kills: bool
    simple_breakdowns: bool
