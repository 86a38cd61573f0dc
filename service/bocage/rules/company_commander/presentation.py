"""Presentation of COMPANY COMMANDER in the clients: colour, length, marked events and verbs, panels."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bocage.rules.company_commander.data import FIRE_CASUALTY, FIRE_PIN
from bocage.rules.company_commander.flags import FRONT_FLAGS, UNIT_FLAGS
from bocage.rules.kernel.presentation import (
    Average,
    BoardEffect,
    Brought,
    Flag,
    Group,
    Lead,
    Mark,
    Matter,
    Panel,
    Presentation,
    Roll,
    Shape,
    Window,
    box,
    ground,
    oval,
)

#: Bonus per face → average result of a fire die: a pin is one, a casualty two.
_HITS = {
    str(plus): sum(min(1.0, (7 - least + plus) / 6) for least in (FIRE_PIN, FIRE_CASUALTY)) for plus in range(4)
}
_INFANTRY = "M-14-10L14 10M14-10L-14 10"


_MORTARS = ("us_60mm", "us_81mm", "de_8cm")
_SUPPORT = (
    "howitzer_battery",
    "artillery_barrage",
    "dive_bomber",
    "strafing_run",
    "air_support",
    "air_superiority",
)


def _effects() -> Iterator[BoardEffect]:
    """Events that name no target concern the front that is attacked."""
    nothing: dict[str, tuple[Any, ...]] = {"result": ("nothing",)}
    yield BoardEffect("suppression", "shell", "front", when={"card": _SUPPORT}, missed=nothing)
    yield BoardEffect("suppression", "shell", "front", "unit", {"unit": _MORTARS}, nothing)
    yield BoardEffect("suppression", "burst", "front", "unit", {"card": (None,)}, nothing)
    # A spotted recon unit is fired at.
    yield BoardEffect("suppression", "shot", "target", missed=nothing)
    # Fire tears up the ground; what it hits follows as events.
    fire: dict[str, tuple[Any, ...]] = {"role": ("attack", "defence")}
    yield BoardEffect("fire", "burst", start="unit", when=fire, missed=fire)
    yield BoardEffect("fire", "blast", when={"role": ("mines",)})
    yield BoardEffect("hit", "duck", "target", when={"effect": ("pin",)})
    yield BoardEffect("hit", "fall", "target", when={"effect": ("casualty",)})
    yield BoardEffect("hit", "spark", "target", when={"effect": ("ignored", "immune", "unhurt")})
    yield BoardEffect("hit", "spark", "target", when={"result": ("casualty",), "effect": ("pin",)})
    yield BoardEffect("removed", "gone", "unit")
    yield BoardEffect("rallied", "rise", "unit", when={"result": ("rallied",)})
    yield BoardEffect("recon", "scan", "front", "unit")
    yield BoardEffect("committed", "march", "units")
    yield BoardEffect("played", "card", card="card")
    yield BoardEffect("played", "smoke", when={"card": ("smoke", "fog_of_war")})


def _enemy(x: float, drawing: str) -> tuple[Shape, Shape]:
    return Shape("counter_grey", box(28, 20), x=x, y=26), Shape("line", drawing, x=x, y=26)


def _own(x: float, y: float = 70) -> tuple[Shape, Shape]:
    return Shape("counter", box(28, 20), x=x, y=y), Shape("line", _INFANTRY, x=x, y=y)


PRESENTATION = Presentation(
    goal="game.goal",
    colour="grey",
    emblem=(
        *ground("sand", "fields"),
        Shape("hedge", "M0 48q12-5 24 0t24 0 24 0 24 0 24 0 24 0"),
        *_enemy(24, _INFANTRY),
        *_own(24),
        *_enemy(70, _INFANTRY),
        *_own(70),
        *_own(76, 76),
        *_enemy(116, oval(9, 5)),
        *_own(116),
        Shape("line_red", "M70 56V38m-5 6l5-6 5 6"),
    ),
    minutes=20,
    minutes_most=60,
    complexity="heavy",
    strategies=("recruit", "regular", "captain", "veteran"),
    begins_with="captain",
    variant="commander",
    foremost=("creator_side",),
    matters=(Matter("units", {"opening": ("placed",)}),),
    windows=tuple(
        Window(decision, "pass", own=decision == "attack")
        for decision in (
            "on_move",
            "on_recon",
            "spotted",
            "on_suppression",
            "on_roll",
            "on_assault",
            "attack",
            "defence",
            "on_rally",
        )
    ),
    ends=("pass", "end_phase", "assault_commit"),
    launches=("assault_commit",),
    phases=("end_phase",),
    groups=(
        Group("deploy", "group.deploy", ("card",)),
        Group("move", "group.move", ("front",)),
        Group("play", "group.play", ("card",)),
        Group("suppress", "group.suppress", ("front",)),
        Group("assault_add", "group.assault_add", ("front",)),
        Group("rally", "group.rally", ("unit",)),
    ),
    flags=(
        *(Flag("unit", name, f"flag.{name}") for name in UNIT_FLAGS),
        *(Flag("front", name, f"flag.{name}") for name in FRONT_FLAGS),
        Flag("front", "bonus", "front.bonus"),
    ),
    marks=(Mark("turn", "turn", number="n", cap="turn_cap"), Mark("removed", "loss")),
    rolls=(
        # A unit is named by its side first; mines name none.
        Roll(
            "fire",
            Brought("dice", "faces", FIRE_PIN, FIRE_CASUALTY, "plus"),
            Average(_HITS, plus=("plus",), times="dice"),
            who="unit",
            letters=2,
            seats="seats",
        ),
    ),
    effects=tuple(_effects()),
    lead=Lead("score", seats="seats"),
    panels=(
        Panel("turn", "number"),
        Panel("phase", "word", values="phase"),
        Panel("score", "places", names="side"),
        Panel("units", "rows", names="unit"),
        Panel("fronts", "rows", names="front"),
        Panel("pending", "cards", "cc.pending", values="card"),
        Panel("cards", "cards", "cc.hand", names="side", values="card"),
        Panel("discards", "cards", values="card"),
        Panel("lost", "cards", "cc.lost", names="side", values="card"),
    ),
)
