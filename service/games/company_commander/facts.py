"""Printed facts, for clients that draw the game."""

from __future__ import annotations

from collections.abc import Mapping

from service.games.company_commander import data, flags
from service.games.company_commander.tactical import ROWS


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
