"""Luck and skill of a player over their matches, from the totals of their reviews. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from bocage.log.records import Row
from bocage.protocol.profile import LuckRecord, MatchLuck
from bocage.protocol.review import ReviewedSeat

#: Decimal places of a chance.
DIGITS = 4


def luck_of(
    player: str, rows: Iterable[Row], reviews: Mapping[str, Sequence[ReviewedSeat]]
) -> dict[str, LuckRecord]:
    """Return luck records by game, from the reviewed matches among ``rows``, in their order.

    ``reviews``: by match. Skill is the gain of the player's choices minus that of the others, relative to the
    engine's quick play; luck and skill add up to the result minus the chance at the start.
    """
    found: dict[str, list[MatchLuck]] = {}
    for row in rows:
        seats = reviews.get(row.match, ())
        if player not in row.players or len(seats) != len(row.players):
            continue
        seat = row.players.index(player)
        own = next(one for one in seats if one.seat == seat)
        skill = own.skill - sum(one.skill for one in seats if one.seat != seat)
        told = MatchLuck(row.match, row.at, round(own.luck, DIGITS), round(skill, DIGITS))
        found.setdefault(row.game, []).append(told)
    return {game: _record(matches) for game, matches in found.items()}


def _record(matches: list[MatchLuck]) -> LuckRecord:
    luck, skill = sum(one.luck for one in matches), sum(one.skill for one in matches)
    return LuckRecord(len(matches), round(luck, DIGITS), round(skill, DIGITS), matches)
