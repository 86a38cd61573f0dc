"""Presentation of ZOMBIES VS LIGHT TANK in the clients: colour, length, marked events and verbs, panels."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bocage.rules.kernel.presentation import (
    Average,
    BoardEffect,
    Brought,
    Flag,
    Group,
    Mark,
    Panel,
    Presentation,
    Roll,
    Shape,
    box,
    disc,
    ground,
    hexagon,
)
from bocage.rules.zombies.data import TURNS

_TOWN = (70, 73)
_COUNTRY = ((27, 48), (113, 48), (70, 23), (27, -2), (113, -2), (27, 98), (113, 98))
_HEX = hexagon(29)
#: The smallest face that hits → the chance that a die shows it or more.
_AT_LEAST = {str(face): (7 - face) / 6 for face in range(1, 8)}


def _attack(event: str) -> Roll:
    # ``total`` is the die and its modifiers, so what the face must be is ``needs`` less the modifiers.
    return Roll(event, Brought("hit", "true"), Average(_AT_LEAST, plus=("needs", "die"), minus=("total",)))


def _effects() -> Iterator[BoardEffect]:
    """Rows without ``at`` or ``start`` concern the tank."""
    missed: dict[str, tuple[Any, ...]] = {"hit": (None, False)}
    yield BoardEffect("fired", "shot", "hex", missed=missed)
    yield BoardEffect("fired", "blast", "hex", when={"hit": (True,)})
    yield BoardEffect("rammed", "rush", "hex", missed=missed)
    yield BoardEffect("destroyed", "gone", "hex")
    yield BoardEffect("reveal_rolled", "scan", "hex")
    yield BoardEffect("turned_up", "card", "hex", card="counter")
    yield BoardEffect("event_rolled", "card", card="kind")
    yield BoardEffect("zombified", "rise", "hex")
    for event in ("struck", "overrun"):
        yield BoardEffect(event, "bite")
    yield BoardEffect("hull_damaged", "blast")
    yield BoardEffect("tank_destroyed", "blast")
    yield BoardEffect("tank_destroyed", "flame")
    yield BoardEffect("tank_destroyed", "gone")
    yield BoardEffect("boarded", "march")
    for event in ("ammo_out", "track_broken"):
        yield BoardEffect(event, "spark")
    yield BoardEffect("mended", "rise")
    for event in ("ap_rolled", "repair_rolled"):
        yield BoardEffect(event, "dice")


PRESENTATION = Presentation(
    goal="game.goal",
    colour="red",
    emblem=(
        *ground("sea", "swell"),
        *(Shape(style, _HEX, x=x, y=y) for x, y in _COUNTRY for style in ("wood", "fields")),
        Shape("sand", _HEX, x=_TOWN[0], y=_TOWN[1]),
        Shape("streets", _HEX, x=_TOWN[0], y=_TOWN[1]),
        Shape("olive", box(34, 22), x=70, y=72),
        Shape("line", "M-17-7h34M-17 7h34M0 0h19", x=70, y=72),
        Shape("olive", disc(5.5), x=70, y=72),
        Shape("counter_dark", box(26, 26), x=113, y=47),
        Shape("letter_light", text="?", x=113, y=54),
        Shape("counter_pale", box(26, 26), x=27, y=47),
        Shape("letter", text="Z", x=27, y=54),
    ),
    minutes=5,
    minutes_most=25,
    complexity="light",
    strategies=("scout_first", "shoot_first", "recruit", "regular", "veteran"),
    variant="rescue",
    ends=("end", "decline"),
    whole=("is_zombie", "is_friendly", "is_event"),
    groups=(
        Group("move", "group.move"),
        Group("recon", "group.recon"),
        Group("fire", "group.fire"),
        Group("repair", "group.repair"),
    ),
    flags=(
        Flag("tank", "damaged", "tank.damaged"),
        Flag("tank", "ammo_out", "tank.ammo_out"),
        Flag("tank", "track_broken", "tank.track_broken"),
        Flag("tank", "m8", "counter.m8"),
        Flag("tank", "cutter", "counter.cutter"),
        Flag("tank", "infantry", "tank.infantry"),
    ),
    marks=(
        Mark("turn_began", "turn", number="turn", last=TURNS),
        Mark("struck", "loss"),
        Mark("lost", "loss"),
        Mark("hull_damaged", "loss"),
        Mark("tank_destroyed", "loss"),
        Mark("overrun", "loss"),
        Mark("zombified", "loss"),
    ),
    rolls=(_attack("fired"), _attack("rammed")),
    effects=tuple(_effects()),
    panels=(
        Panel("turn", "number"),
        Panel("ap", "number", "track.ap"),
        Panel("tank.hex", "word", "counter.m5", values="hex"),
        Panel("face_down", "places", names="hex", values="counter"),
        Panel("zombies", "places", names="counter", values="hex"),
        Panel("items", "places", names="hex", values="counter"),
        Panel("killed", "cards", "track.killed", values="counter"),
    ),
)
