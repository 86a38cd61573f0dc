"""Printed facts for clients, content that random play must reach, and groups of reports."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from bocage.rules.kernel import Action, Event
from bocage.rules.omaha.data import CARDS, CELLS, CHARGES, DECK, ROUNDS, TRACKS, printed_id
from bocage.rules.omaha.events import Blasted, Crawled, Hit
from bocage.rules.omaha.state import State


def facts() -> Mapping[str, object]:
    """The cells, the deck by kind, the squad's tracks, and what the squad has at the start."""
    return {
        "cells": CELLS,
        "deck": {kind.id: kind.copies for kind in DECK},
        "cards": len(CARDS),
        "tracks": {str(hits): track for hits, track in TRACKS.items()},
        "charges": CHARGES,
        "rounds": ROUNDS,
    }


#: The kinds of cards, and both causes of a hit.
CONTENT: frozenset[str] = frozenset({kind.id for kind in DECK} | {"mine", "fire"})


def used(thing: Action | Event) -> Iterable[str]:
    """The entries of :data:`CONTENT` that an event shows."""
    match thing:
        case Crawled() | Blasted():
            return (printed_id(thing.front, thing.mine),)
        case Hit():
            return (thing.by,)
    return ()


def facets(state: State) -> Mapping[str, str]:
    """Groups of reports: the assault in which the game ended."""
    return {"assault": str(state.assault)}
