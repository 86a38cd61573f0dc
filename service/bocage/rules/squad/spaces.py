"""Values of actions and views that their types leave open."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, get_args

from bocage.rules.kernel import Number, Spaces
from bocage.rules.squad import actions as act
from bocage.rules.squad.data import (
    CARDS,
    KIND,
    NATIONS,
    OBJECTIVES_TO_WIN,
    OPEN_GROUND,
    PHASES,
    RANGES,
    TERRAINS,
    TRAIT_CARD,
    TRAITS,
    Use,
    Variant,
)

SEATS = (0, 1)
#: Most squads of a seat, and the largest map.
SQUADS, COLUMNS, ROWS = 3, 15, 14

_OF_SEAT = tuple(tuple(f"{seat}.{number}" for number in range(1, SQUADS + 1)) for seat in SEATS)
_SQUADS = (*_OF_SEAT[0], *_OF_SEAT[1])
_HEXES = tuple(f"{column},{row}" for row in range(ROWS) for column in range(COLUMNS))
_INSTANCES = tuple(KIND)
_STEPS: tuple[Literal["closer", "hold", "lateral_left", "lateral_right", "farther"], ...] = (
    "closer",
    "hold",
    "lateral_left",
    "lateral_right",
    "farther",
)


def _played(role: str) -> Iterator[tuple[str, str, Use]]:
    """Every card instance that can be played in a role, as which trait, and that use of it."""
    for card, kind in KIND.items():
        for use in CARDS[kind].uses:
            if use.role == role:
                yield card, "", use
        if kind == TRAIT_CARD:
            yield from ((card, trait.id, use) for trait in TRAITS for use in trait.uses if use.role == role)


def _once(*roles: str) -> list[tuple[str, str]]:
    return list(dict.fromkeys((card, trait) for role in roles for card, trait, _ in _played(role)))


def _cards(role: str) -> list[str]:
    return [card for card, _ in _once(role)]


def _aimed() -> Iterator[tuple[str, str]]:
    """Every squad with every one of the other seat."""
    for seat in SEATS:
        for squad in _OF_SEAT[seat]:
            yield from ((squad, target) for target in _OF_SEAT[1 - seat])


def _attacks() -> Iterator[act.Attack]:
    for card, trait, use in _played("attack"):
        ranges = use.weapon.ranges
        close_combat = "PB" in ranges and ranges["PB"] != ranges.get("S")
        for squad, target in _aimed():
            yield act.Attack(squad, card, target, trait)
            if close_combat:
                yield act.Attack(squad, card, target, trait, "jp_pb")


def _moves() -> Iterator[act.Move]:
    """On the range scale each seat has one squad."""
    terrain = set(_cards("terrain"))
    for squads in _OF_SEAT:
        for card in _INSTANCES:
            for step in _STEPS:
                yield act.Move(squads[0], card, "open", step)
                if card in terrain:
                    yield act.Move(squads[0], card, "terrain", step)
    yield from (act.Move(squad, to=to) for squad in _SQUADS for to in _HEXES)


_HAND = Number(30)
_COPIES = Number(max(card.copies for card in CARDS.values()))

SPACES = Spaces(
    actions={
        "terrain": [act.Terrain(squads[0], card) for squads in _OF_SEAT for card in _cards("terrain")],
        "place": [act.Place(squad, to) for squad in _SQUADS for to in _HEXES],
        "utility": [act.Utility(squad, *use) for squad in _SQUADS for use in _once("utility")],
        "modify": [
            act.Modify(squad, *use)
            for squad in _SQUADS
            for use in _once("morale_own", "morale_enemy", "rally_own", "rally_enemy")
        ],
        "declare": [act.Declare(squad, how) for squad in _SQUADS for how in ("stay", "move", "point_man")],
        "smoke": [act.Smoke(squad, card) for squad in _SQUADS for card in _cards("smoke")],
        "attack": list(_attacks()),
        "play_bonus": [act.PlayBonus(squad, *use) for squad in _SQUADS for use in _once("bonus")],
        "encircle": [act.Encircle(squad, card, at) for card in _cards("encircle") for squad, at in _aimed()],
        "scout": [act.Scout(squad, *use) for squad in _SQUADS for use in _once("scout")],
        "commander_killed": [
            act.CommanderKilled(squad, card, target)
            for card in _cards("commander_killed")
            for squad, target in _aimed()
        ],
        "move": list(_moves()),
        "barrier": [act.Barrier(squad, *use) for squad in _SQUADS for use in _once("barrier")],
        "engineer": [act.Engineer(squad, card) for squad in _SQUADS for card in _cards("engineer")],
        "objective": [act.Objective(squad, card) for squad in _SQUADS for card in _cards("objective")],
        "conceal": [act.Conceal(squad, *use) for squad in _SQUADS for use in _once("conceal")],
        "flank": [act.Flank(squads[0], *use) for squads in _OF_SEAT for use in _once("flank")],
        "discard": [act.Discard(squad, card) for squad in _SQUADS for card in _INSTANCES],
    },
    view={
        "variant": get_args(Variant),
        "turn": Number(200),
        "phase": PHASES,
        "active": SEATS,
        "first": SEATS,
        "acting": _SQUADS,
        "deck": Number(len(KIND)),
        "discard": tuple(CARDS),
        "discard.*": _COPIES,
        "aside": tuple(CARDS),
        "aside.*": _COPIES,
        "objectives": tuple(map(str, SEATS)),
        "objectives.*": Number(OBJECTIVES_TO_WIN),
        "squads": _SQUADS,
        "squads.*.seat": SEATS,
        "squads.*.nation": tuple(NATIONS),
        "squads.*.men": Number(max(nation.men for nation in NATIONS.values())),
        "squads.*.cards": _HAND,
        "squads.*.limit": Number(max(nation.limit for nation in NATIONS.values())),
        "squads.*.terrain": (OPEN_GROUND, *TERRAINS),
        "squads.*.hex": _HEXES,
        "squads.*.hand": _INSTANCES,
        "squads.*.hand.*": (),
        "squads.*.left": Number(6),
        "squads.*.right": Number(6),
        "squads.*.fired_at": Number(10),
        "squads.*.killed": Number(10),
        "squads.*.flanked": _SQUADS,
        "squads.*.flanked_before": _SQUADS,
        "seen": tuple(map(str, SEATS)),
        "seen.*": tuple(str(at) for at in range(1, 6)),
        "seen.*.*": tuple(CARDS),
        "range": RANGES,
        "columns": Number(COLUMNS),
        "rows": Number(ROWS),
        "map": _HEXES,
        "map.*": TERRAINS,
        "move.squad": _SQUADS,
        "move.terrain": (OPEN_GROUND, *TERRAINS),
        "move.step": _STEPS,
        "move.to": _HEXES,
        "move.barrier": tuple(CARDS),
        "roll.squad": _SQUADS,
        "roll.roll": ("morale", "rally"),
        "roll.cards": Number(8, -8),
    },
)
