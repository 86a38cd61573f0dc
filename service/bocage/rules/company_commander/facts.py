"""Printed facts for clients, content that random play must reach, and groups of reports."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bocage.rules.company_commander import data, flags
from bocage.rules.company_commander.actions import Deploy, Play
from bocage.rules.company_commander.events import Played
from bocage.rules.company_commander.state import State
from bocage.rules.company_commander.tactical import POINTS, ROWS, TACTICAL
from bocage.rules.company_commander.view import first_side
from bocage.rules.kernel.game import Action, Event

#: Units, tactical cards, and the points at which cards are played.
CONTENT: frozenset[str] = frozenset((*data.UNITS, *TACTICAL, *POINTS))


def facts() -> Mapping[str, object]:
    """Cards with their numbers, fronts lane by lane, tables and constants."""
    return {
        "sides": list(data.SIDES),
        "lanes": [[data.FRONTS[side][lane] for side in (data.US, data.DE)] for lane in data.LANES],
        "squads": {
            data.SIDES[side]: [_unit(card) for card in data.SQUAD_DECKS[side]] for side in (data.US, data.DE)
        },
        "tactical": [
            {
                "card": row.id,
                "count": row.count,
                "points": list(row.points),
                "effect": row.effect,
                "target": row.target,
                "nation": row.nation,
                "n": row.n,
            }
            for row in ROWS
        ],
        "unit_flags": list(flags.UNIT_FLAGS),
        "front_flags": list(flags.FRONT_FLAGS),
        "rolls": {
            "recon": {"nothing": data.RECON_NOTHING, "success": data.RECON_SUCCESS},
            "suppression": {"pin": data.SUPPRESSION_PIN, "casualty": data.SUPPRESSION_CASUALTY},
            "fire": {"pin": data.FIRE_PIN, "casualty": data.FIRE_CASUALTY},
            "armour": {"helps": data.ARMOUR_HELPS},
            "rally": {"success": data.RALLY, "helper": data.HQ_HELP},
            "commander": {"lost": data.HQ_LOST},
        },
        "score_to_win": data.SCORE_TO_WIN,
        "hand_limit": data.HAND_LIMIT,
        "stall_turns": data.STALL_TURNS,
    }


def _unit(card: data.UnitCard) -> Mapping[str, object]:
    """A row of a squad deck; abilities it lacks are left out. ``unit``: the id of a unit, numbered if several."""
    row: dict[str, object] = {
        "card": card.id,
        "unit": card.unit,
        "type": card.kind,
        "strength": card.strength,
        "count": card.count,
        "classes": list(card.classes),
    }
    for ability in ("recon", "suppression", "armour"):
        bonus = getattr(card, ability)
        if bonus is not None:
            row[ability] = bonus
    for ability in ("assault", "defence", "rally", "anti_tank", "cannot_assault"):
        value = getattr(card, ability)
        if value:
            row[ability] = value
    return row


def used(thing: Action | Event) -> Iterable[str]:
    """The entries of :data:`CONTENT` that it shows: units by deploying them, cards and points by playing there."""
    if isinstance(thing, Deploy | Play):
        return (thing.card,)
    return (thing.at,) if isinstance(thing, Played) else ()


def facets(state: State) -> Mapping[str, str]:
    """Groups of reports: each seat's side, and the seat that moved first."""
    first = state.seat(first_side(state))
    return {
        "side_0": data.SIDES[state.side(0)],
        "side_1": data.SIDES[state.side(1)],
        "mover_0": "first" if first == 0 else "second",
        "mover_1": "first" if first == 1 else "second",
    }
