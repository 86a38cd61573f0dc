"""Deals: the same dice and cards in several matches, of a day or of a duplicate.

The key of a daily deal comes from the secret of that game and day alone:

    key = HMAC-SHA256(secret, "daily" || 0x0A || game || 0x0A || day)

All matches of a deal commit to this secret, whose commitment was published before the day began. The secret is
revealed in all of them after the day; until then a finished match shows its player no more than they saw.

A duplicate is a deal for two players, with a key per round:

    key = HMAC-SHA256(secret, "duplicate" || 0x0A || game || 0x0A || duplicate "/" round)

The deal of a scenario is fixed: its secret is in the scenario, and it counts for no records.

    key = HMAC-SHA256(secret, "fixed" || 0x0A || game)
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

#: Milliseconds per day.
DAY = 86_400_000


def day_of(now: int) -> str:
    """Return the day (UTC) of a time in milliseconds: ``2026-11-22``."""
    return datetime.datetime.fromtimestamp(now / 1000, datetime.UTC).date().isoformat()


def first_moment(day: str) -> int:
    """Return the start of a day in milliseconds. Raises ``ValueError`` for an invalid day."""
    date = datetime.date.fromisoformat(day)
    if date.isoformat() != day:
        raise ValueError("a day is written as 2026-11-22")
    return int(datetime.datetime.combine(date, datetime.time(), datetime.UTC).timestamp()) * 1000


def weekday(day: str) -> int:
    """Return the day of the week; 0: Monday."""
    return datetime.date.fromisoformat(day).weekday()


def spans_of(day: str) -> tuple[str, str, str]:
    """Return the boards of a day: daily, weekly (``2026-W47``), all time."""
    year, week, _ = datetime.date.fromisoformat(day).isocalendar()
    return day, f"{year}-W{week:02}", "all"


def key_of(created: Created, secret: bytes, nonces: Iterable[str]) -> bytes:
    """Return the key of a match's dice. ``nonces``: in the order of the seats."""
    if created.deal is None:
        return match_key(secret, created.match, nonces)
    deal = created.deal
    if deal.fixed:
        return hmac.digest(secret, f"fixed\n{created.game}".encode(), "sha256")
    mixed = ("duplicate", created.game, deal.duplicate) if deal.duplicate else ("daily", created.game, deal.day)
    return hmac.digest(secret, "\n".join(mixed).encode(), "sha256")


def is_closed(match: Match) -> bool:
    """True if a finished match must still hide its secrets, because others play the same deal."""
    return match.created.deal is not None and not match.revealed


def score_of(match: Match) -> int | None:
    """Return the points of a finished match; None if it has none, or they cannot be known without its rules."""
    if match.status != "ended" or match.state is None or match.created.fork is not None:
        return None
    return match.game.score(match.state)


def points_of(match: Match) -> Points | None:
    """Return the points that a finished match adds to the boards, if it was decided within its day."""
    deal, score = match.created.deal, score_of(match)
    if deal is None or not deal.counted or score is None or match.decided >= deal.until:
        return None
    # Only solo games have boards.
    (seated,) = match.seats
    assert seated is not None
    return Points(match.created.game, spans_of(deal.day), seated.player, score)
