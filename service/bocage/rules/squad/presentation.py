"""Presentation of SQUAD in the clients: colour, length, marked events and verbs, panels."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from bocage.rules.kernel.presentation import (
    Average,
    BoardEffect,
    BoardShape,
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
)

_FACES = range(1, 7)
#: Bonus to the dice → average of men that a die less a die kills; below 0 nobody falls.
_KILLS = {str(n): sum(max(0, a - b + n) for a in _FACES for b in _FACES) / 36 for n in range(-15, 16)}
#: The same where one man falls at most.
_ONE = {str(n): sum(a - b + n > 0 for a in _FACES for b in _FACES) / 36 for n in range(-15, 16)}
_INFANTRY = "M-21-9H1V7H-21zM-21-9L1 7M1-9L-21 7"
#: Flags that read as the card which sets them.
_CARDS = {
    "smoke": "smoke",
    "concealed": "concealment",
    "encircled": "encircled",
    "ambush": "ambush",
    "enfilade": "enfilade",
    "flanking_fire": "flanking_fire",
}
_WORDS = ("leaderless", "declared", "point_man", "stopped", "covering", "shot_at", "moved", "attacked")

_HAND_TO_HAND = ("knife", "entrenching_tool", "bayonet", "rifle_butt", "bare_hands", "garrote")
_SECTIONS = ("fire_section", "assault_section", "fire_team")
#: Shape of an attack → cards and traits; all others are single shots.
_ATTACKS: dict[BoardShape, tuple[str, ...]] = {
    "rush": (*_HAND_TO_HAND, "take_prisoners", "infiltration", "human_wave", "banzai"),
    "lob": ("grenade", "bazooka_panzerfaust"),
    "shell": ("mortar", "radio_artillery"),
    "flame": ("flame_thrower",),
    "burst": (*_SECTIONS, "sub_machine_gun", "light_machine_gun", "bar", "machine_pistol"),
    "shot": ("pistol", "carbine", "bolt_action_rifle", "semi_automatic_rifle", "sniper_attack", "sniping"),
}


_MISSED: dict[str, tuple[Any, ...]] = {"kills": (None, 0)}


def _attacks() -> Iterator[BoardEffect]:
    """Rows for what was fired. A trait is named beside its card."""
    for shape, weapons in _ATTACKS.items():
        for field in ("card", "trait"):
            yield BoardEffect("attacked", shape, "target", "squad", {field: weapons}, missed=_MISSED)


def _effects() -> Iterator[BoardEffect]:
    yield from _attacks()
    yield BoardEffect("mine_hit", "blast", "squad", missed=_MISSED)
    for event, piece in (("attacked", "target"), ("mine_hit", "squad"), ("routed", "squad")):
        yield BoardEffect(event, "fall", piece, number="kills")
    yield BoardEffect("point_man_hit", "fall", "squad")
    yield BoardEffect("commander_fell", "card", "target", card="card")
    yield BoardEffect("commander_fell", "fall", "target")
    yield BoardEffect("morale_checked", "duck", "squad", when={"result": ("pinned", "rout")})
    yield BoardEffect("rallied", "rise", "squad", when={"result": ("rallied",)})
    yield BoardEffect("eliminated", "gone", "squad")
    for event in ("announced", "moved"):
        yield BoardEffect(event, "march", "squad")
    for event, piece in (("barrier_played", "target"), ("surrounded", "target"), ("modified", "target")):
        yield BoardEffect(event, "card", piece, card="card")
    for event in ("bonus_played", "concealed", "flanked", "cleared", "scored", "smoked", "used_trait", "scouted"):
        yield BoardEffect(event, "card", "squad", card="card")
    yield BoardEffect("barrier_played", "wire", "target", when={"card": ("barbed_wire",)})
    yield BoardEffect("smoked", "smoke", "squad")
    yield BoardEffect("scored", "flag", "squad")


_ON_MAP: dict[str, tuple[Any, ...]] = {"variant": ("map",)}
#: The match leaves the nation to the player.
_OWN: dict[str, tuple[Any, ...]] = {"nation_{seat}": ("open",)}

PRESENTATION = Presentation(
    goal="game.goal",
    colour="olive",
    emblem=(
        *ground("wood", "fields"),
        Shape("dash_red", "M52 56L88 40"),
        Shape("counter", box(50, 32), x=36, y=64),
        Shape("line", _INFANTRY, x=36, y=64),
        Shape("letter", text="12", x=49, y=70),
        Shape("counter_grey", box(50, 32), x=104, y=32),
        Shape("line", _INFANTRY, x=104, y=32),
        Shape("letter", text="10", x=117, y=38),
    ),
    minutes=15,
    minutes_most=60,
    complexity="medium",
    strategies=("recruit", "regular", "sergeant", "veteran"),
    begins_with="sergeant",
    variant="variant",
    foremost=("squads_per_seat", "nation", "nation_2", "nation_3"),
    matters=(
        *(Matter(name, {"variant": ("flanking",)}) for name in ("flank_side", "flank_open", "flank_encircled")),
        *(Matter(name, _ON_MAP) for name in ("squads_per_seat", "terrain", "home_edge")),
        *(Matter(name, _ON_MAP | {"terrain": ("mirrored", "random")}) for name in ("columns", "rows")),
        Matter("map", _ON_MAP | {"terrain": ("drawn",)}),
        Matter("activation", _ON_MAP | {"squads_per_seat": (2, 3)}),
        Matter("nation", _OWN),
        Matter("nation_2", _OWN | _ON_MAP | {"squads_per_seat": (2, 3)}),
        Matter("nation_3", _OWN | _ON_MAP | {"squads_per_seat": (3,)}),
    ),
    windows=(
        Window("utility", "done", own=True),
        Window("morale", "pass", own=True),
        Window("smoke", "no_smoke", own=True),
        Window("covering_fire", "end_fire", own=True),
        Window("opportunity_fire", "end_fire"),
        Window("barrier", "pass"),
        Window("engineer", "pass"),
        Window("mine", "pass"),
        Window("return_fire", "end_fire"),
        Window("rally", "pass", own=True),
    ),
    ends=("done", "pass", "no_smoke", "end_fire", "decline"),
    # First the place, then the card that pays for it.
    groups=(
        Group("move", "group.move", ("to",)),
        Group("move", "group.move", ("step", "into"), paid="card"),
        Group("attack", "group.attack", ("target",)),
    ),
    flags=(
        Flag("squad", "pinned", "result.pinned"),
        *(Flag("squad", name, f"flag.{name}") for name in _WORDS),
        *(Flag("squad", name, f"card.{card}") for name, card in _CARDS.items()),
        Flag("squad", "close_combat", "flag.close_combat"),
        Flag("squad", "left", "flag.left"),
        Flag("squad", "right", "flag.right"),
    ),
    marks=(
        Mark("turn", "turn", number="turn", cap="turn_cap"),
        Mark("attacked", "loss", when="kills"),
        Mark("routed", "loss", when="kills"),
        Mark("mine_hit", "loss", when="kills"),
        Mark("eliminated", "loss"),
        Mark("commander_fell", "loss"),
    ),
    rolls=(
        # A squad is named by its seat and a letter.
        Roll(
            "attacked", Brought("kills", "true"), Average(_ONE, plus=("mods",)), who="squad", letters=1, when="one"
        ),
        Roll("attacked", Brought("total", "number"), Average(_KILLS, plus=("mods",)), who="squad", letters=1),
        Roll("mine_hit", Brought("total", "number"), Average(_KILLS, plus=("mods",)), who="owner", letters=1),
    ),
    effects=tuple(_effects()),
    lead=Lead("objectives"),
    panels=(
        Panel("turn", "number"),
        Panel("phase", "word", values="phase"),
        Panel("range", "word", values="range"),
        Panel("objectives", "places", names="seat"),
        Panel("squads", "rows", names="squad"),
        Panel("deck", "number"),
        Panel("discard", "cards", values="card"),
        Panel("map", "places", values="card"),
    ),
)
