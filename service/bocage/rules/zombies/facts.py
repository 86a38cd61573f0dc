"""The printed facts for clients, and the content that random play must reach."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import get_args

from bocage.rules.kernel import Action, Event
from bocage.rules.zombies import events as ev
from bocage.rules.zombies.actions import Benefit, Loss
from bocage.rules.zombies.board import NEIGHBOURS
from bocage.rules.zombies.data import (
    ATTACK_BONUS,
    COUNTERS,
    EVENT_TABLE,
    FACE_DOWN_NEEDS,
    FIRE_RANGE,
    HOLES,
    KILL_BONUS,
    PLACES,
    RECON_AP,
    STAR,
    STRENGTH,
    TURNS,
)


def facts() -> Mapping[str, object]:
    """The map (flat-top axial hexes; x = 1.5 q, y = √3 (r + q/2) in units of the hex's side), counters, tables."""
    return {
        "hexes": {
            place.id: {
                "q": place.q,
                "r": place.r,
                "number": place.number,
                "neighbours": list(NEIGHBOURS[place.id]),
                "name": {"en": place.en, "ja": place.ja},
            }
            for place in PLACES
        },
        "holes": {hole.id: {"q": hole.q, "r": hole.r, "name": {"en": hole.en, "ja": hole.ja}} for hole in HOLES},
        "star": STAR,
        "turns": TURNS,
        "counters": {
            counter: {"count": count, **({"number": STRENGTH[counter]} if counter in STRENGTH else {})}
            for counter, count in Counter(COUNTERS).items()
        },
        "events": {str(row): kind for row, kind in EVENT_TABLE.items()},
        "face_down_needs": FACE_DOWN_NEEDS,
        "fire_range": FIRE_RANGE,
        "recon_ap": RECON_AP,
        "attack_bonus": ATTACK_BONUS,
        "kill_bonus": KILL_BONUS,
    }


CONTENT: frozenset[str] = frozenset(
    (
        *(f"counter.{counter}" for counter in COUNTERS),
        *(f"row.{row}" for row in EVENT_TABLE),
        *(f"benefit.{benefit}" for benefit in get_args(Benefit)),
        *(f"loss.{loss}" for loss in get_args(Loss)),
    )
)


def used(thing: Action | Event) -> Iterable[str]:
    """Items of :data:`CONTENT` that an event shows."""
    match thing:
        case ev.TurnedUp(counter=counter) | ev.Destroyed(counter=counter):
            return (f"counter.{counter}",)
        case ev.EventRolled(row=row):
            return (f"row.{row}",)
        case ev.Mended(what=benefit):
            return (f"benefit.{benefit}",)
        case ev.Lost(what=loss):
            return (f"loss.{loss}",)
    return ()
