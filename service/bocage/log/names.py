"""Names of players: not part of a log, so that they can change and be deleted.

Logs of earlier releases contain names; these are used only if the current name is unknown.
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
    """Return the current name of a seated player; empty: account deleted, or unknown."""
    return names.get(seated.player, seated.name)


def called(names: Mapping[str, str], seated: Seated, lang: Language) -> str:
    """Return the name of a seated player for use in a sentence, with a substitute for deleted accounts."""
    return name_of(names, seated) or common_text(lang)["player.left"]


def has_left(names: Mapping[str, str], player: str) -> bool:
    """True if the player has deleted their account. ``names``: current names; empty: deleted."""
    return names.get(player) == ""


def without_name(seated: Seated) -> Seated:
    """Return the entry as stored."""
    return msgspec.structs.replace(seated, name="")


def call(match: Match, names: Mapping[str, str]) -> bool:
    """Set current names of players. Returns whether this changes the view."""
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
    """Return the players at the match."""
    return tuple(seated.player for seated in match.seats if seated is not None)


def unknown(match: Match) -> tuple[str, ...]:
    """Return the players whose current names are unknown."""
    return tuple(player for player in players_of(match) if player not in match.names)
