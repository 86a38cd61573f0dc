"""Results of rated matches as stored: "<match> <game> <kind> <player> <player> <half points>".

Kind: 0 for people, 1 for programs; plus 2 for private matches. The points are those of the first player.
"""

from __future__ import annotations

from bocage.log.records import Rated


def stored_result(result: Rated) -> str:
    """Encode a result."""
    first, second = result.players
    kind = result.programs + 2 * result.private
    return f"{result.match} {result.game} {kind} {first} {second} {result.half}"


def parse_result(stored: str, at: int) -> Rated:
    """Decode a result. ``at``: the end of the match."""
    match, game, kind, first, second, half = stored.split(" ")
    return Rated(match, game, int(kind) % 2 == 1, (first, second), int(half), at, private=int(kind) >= 2)
