"""Deals: the same dice and cards in several matches. The deal of a day, and that of a duplicate.

The key of such a match comes from the secret of that game and day alone:

    key = HMAC-SHA256(secret, "daily" || 0x0A || game || 0x0A || day)

All matches of a deal commit to that one secret, which was committed to in public before the day began. It is told,
in all of them, when the day is over: until then a match that has ended shows its player no more than they saw.

A duplicate is the same for two players. Each of its rounds has a key of its own:

    key = HMAC-SHA256(secret, "duplicate" || 0x0A || game || 0x0A || duplicate "/" round)
"""

from __future__ import annotations

import datetime
import hmac
from collections.abc import Iterable
from typing import TYPE_CHECKING

from bocage.log.fairness import match_key
from bocage.log.records import Points

if TYPE_CHECKING:
    from bocage.log.entries import Created
    from bocage.log.match import Match

#: Milliseconds of a day.
DAY = 86_400_000


def day_of(now: int) -> str:
    """The day (UTC) of a time in milliseconds: ``2026-11-22``."""
    return datetime.datetime.fromtimestamp(now / 1000, datetime.UTC).date().isoformat()


def first_moment(day: str) -> int:
    """When a day begins, in milliseconds. Raises ``ValueError`` for what is no day."""
    date = datetime.date.fromisoformat(day)
    if date.isoformat() != day:
        raise ValueError("a day is written as 2026-11-22")
    return int(datetime.datetime.combine(date, datetime.time(), datetime.UTC).timestamp()) * 1000


def weekday(day: str) -> int:
    """0: Monday."""
    return datetime.date.fromisoformat(day).weekday()


def spans_of(day: str) -> tuple[str, str, str]:
    """The boards that a day counts for: its own, that of its week (``2026-W47``), that of all time."""
    year, week, _ = datetime.date.fromisoformat(day).isocalendar()
    return day, f"{year}-W{week:02}", "all"


def key_of(created: Created, secret: bytes, nonces: Iterable[str]) -> bytes:
    """The key of all dice of a match; ``nonces`` in the order of the seats."""
    if created.deal is None:
        return match_key(secret, created.match, nonces)
    deal = created.deal
    mixed = ("duplicate", created.game, deal.duplicate) if deal.duplicate else ("daily", created.game, deal.day)
    return hmac.digest(secret, "\n".join(mixed).encode(), "sha256")


def is_closed(match: Match) -> bool:
    """Whether a match that has ended must not show yet what was hidden: others play the same deal."""
    return match.created.deal is not None and not match.revealed


def score_of(match: Match) -> int | None:
    """The points of a match that has ended; None: it has none, or they cannot be known without its rules."""
    if match.status != "ended" or match.state is None or match.created.fork is not None:
        return None
    return match.game.score(match.state)


def points_of(match: Match) -> Points | None:
    """What a match that has ended adds to the boards; None: nothing. Counted is what was decided within the day."""
    deal, score = match.created.deal, score_of(match)
    if deal is None or not deal.counted or score is None or match.decided >= deal.until:
        return None
    # Points are counted where one player plays alone.
    (seated,) = match.seats
    assert seated is not None
    return Points(match.created.game, spans_of(deal.day), seated.player, score)
