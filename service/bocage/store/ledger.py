"""The result of a rated match as a line of the ledger: "<match> <game> <kind> <player> <player> <half points>".

Kind: 0 for people, 1 for programs; 2 more where the match is private. The points are those of the first player.
"""

from __future__ import annotations

from bocage.log.records import Rated


def stored_result(result: Rated) -> str:
    """A result as the ledger keeps it."""
    first, second = result.players
    kind = result.programs + 2 * result.private
    return f"{result.match} {result.game} {kind} {first} {second} {result.half}"


def parse_result(stored: str, at: int) -> Rated:
    """A result as :func:`stored_result` made it, and the time of its end."""
    match, game, kind, first, second, half = stored.split(" ")
    return Rated(match, game, int(kind) % 2 == 1, (first, second), int(half), at, private=int(kind) >= 2)
