"""Vacations: while a player is away, their clock stops in matches with days per move.

A player takes a vacation once for all their matches. Each match records it as an entry, so that its clock
depends on its log alone; a vacation that a log lacks is owed to it.
"""

from __future__ import annotations

from collections.abc import Mapping

from bocage.log.entries import Vacation
from bocage.log.match import Match
from bocage.log.records import TimeAway

#: Longest vacation in milliseconds.
LONGEST = 366 * 86_400_000


def counts(match: Match) -> bool:
    """True if vacations apply to the match now. In a deal an additional entry would change later dice."""
    rules = match.clock.rules
    return match.status == "playing" and not match.over and rules.kind == "days" and match.created.deal is None


def owed(match: Match, taken: Mapping[str, TimeAway], now: int) -> Vacation | None:
    """Return a vacation of those ``taken`` by players that the match lacks at ``now`` (ms), or None."""
    for seat, seated in enumerate(match.seats if counts(match) else ()):
        if seated is not None and (one := taken.get(seated.player)) is not None:
            body = Vacation(seat, one.since, one.until)
            if not objection(match, body, max(now, one.since)):
                return body
    return None


def objection(match: Match, body: Vacation, at: int) -> str:
    """Return why the vacation cannot be the next entry at ``at`` (ms); empty if it can.

    A vacation counts from its beginning, however late its entry is. A changed end must be recorded before it.
    """
    seated = match.seats[body.seat] if 0 <= body.seat < len(match.seats) else None
    if not counts(match) or seated is None or seated.house:
        return "vacations do not apply to this match"
    if not body.since < body.until <= body.since + LONGEST or body.since > at:
        return "its times cannot be"
    away = match.clock.away[body.seat]
    changes = bool(away) and away[-1].since == body.since
    if away and (body.since < away[-1].since or (changes and body.until == away[-1].said)):
        return "it was told before"
    if not changes and body.until <= match.clock.since:
        return "it was over before this decision"
    decision = match.decision()
    begins = at if changes else body.since
    if decision is not None and decision.seat == body.seat and match.deadline() <= begins:
        return "time was up"
    return ""
