"""What the players of a match are called: no part of its log, so that a name can change and can go.

Logs of earlier releases hold the name that a player had when they sat down; it is used where nothing else is known.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

import msgspec

from bocage.log.entries import Seated
from bocage.protocol.codes import common_text
from bocage.protocol.messages import Language

if TYPE_CHECKING:
    from bocage.log.match import Match


def name_of(names: Mapping[str, str], seated: Seated) -> str:
    """What who sits there is called now; empty: they left the service, or nothing is known."""
    return names.get(seated.player, seated.name)


def called(names: Mapping[str, str], seated: Seated, lang: Language) -> str:
    """What who sits there is called in a sentence; of somebody who left, what is said instead."""
    return name_of(names, seated) or common_text(lang)["player.left"]


def has_left(names: Mapping[str, str], player: str) -> bool:
    """Whether a player has left the service. ``names``: what players are called; empty: they left."""
    return names.get(player) == ""


def without_name(seated: Seated) -> Seated:
    """The entry as it is stored."""
    return msgspec.structs.replace(seated, name="")


def call(match: Match, names: Mapping[str, str]) -> bool:
    """From now on players are called that; others as before. Whether this changes how the match looks."""
    changed = {
        player: name
        for player, name in names.items()
        if match.seat_of(player) >= 0 and match.names.get(player) != name
    }
    if changed:
        match.names = {**match.names, **changed}
        match.static_part = None
    return bool(changed)


def players_of(match: Match) -> tuple[str, ...]:
    """Who sits at the match."""
    return tuple(seated.player for seated in match.seats if seated is not None)


def unknown(match: Match) -> tuple[str, ...]:
    """The players of whom the match does not know what they are called."""
    return tuple(player for player in players_of(match) if player not in match.names)
