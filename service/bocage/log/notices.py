"""Whom an entry gives something to be told, and whether that still holds when it is to be sent.

Only what everybody may know is looked at: whose turn it is, the clock, who sits where, that a match is over.
"""

from __future__ import annotations

from typing import NamedTuple

from bocage.log.entries import Seated
from bocage.log.match import Match
from bocage.log.records import NoticeKind, NoticeWish

#: Of the time for a move, the part that is left when the player is told that it runs out.
LAST_PART = 4
#: The most of it, ms.
LONGEST_WARNING = 12 * 3_600_000
#: A warning that is due so many milliseconds later at most is sent now.
SOON = 60_000


class Standing(NamedTuple):
    """What is to be done with a notice: ``holds``: send it; else ``later``: look again then (ms); 0: never."""

    holds: bool
    later: int = 0


def warning(base: int) -> int:
    """How long before the end of ``base`` ms for a move the player is told."""
    return min(base // LAST_PART, LONGEST_WARNING)


def of_turn(match: Match, seat: int, seq: int) -> tuple[NoticeWish, ...]:
    """After entry ``seq``, which raises a decision of ``seat``."""
    rules, seated = match.clock.rules, match.seats[seat]
    if rules.kind != "days" or len(match.seats) < 2 or seated is None or seated.house:
        return ()
    # A warning has no number: the next one for the same player takes its place.
    return (
        NoticeWish("turn", seated.player, seq),
        NoticeWish("time", seated.player, 0, rules.base - warning(rules.base)),
    )


def of_time(match: Match, seat: int, at: int) -> tuple[NoticeWish, ...]:
    """After an entry at ``at`` by which the time of ``seat``, which decides, ends at another moment."""
    seated = match.seats[seat]
    if len(match.seats) < 2 or seated is None or seated.house:
        return ()
    left = match.deadline() - at
    return (NoticeWish("time", seated.player, 0, max(0, left - warning(match.clock.rules.base))),)


def of_seat(match: Match, seated: Seated, seq: int) -> tuple[NoticeWish, ...]:
    """After entry ``seq``, by which somebody took a seat: the player who made the match is told of others."""
    creator = match.created.creator
    if seated.player == creator or seated.house or not creator:
        return ()
    return (NoticeWish("joined", creator, seq),)


def of_end(match: Match, seq: int) -> tuple[NoticeWish, ...]:
    """After entry ``seq``, by which the match ended."""
    if not match.begun or len(match.seats) < 2:
        return ()
    players = dict.fromkeys(seated.player for seated in match.seats if seated and not seated.house)
    return tuple(NoticeWish("over", player, seq) for player in players)


def standing(match: Match, kind: NoticeKind, player: str, seq: int, now: int) -> Standing:
    """Whether a notice for ``player`` about entry ``seq`` still holds at ``now`` (ms, the store's clock)."""
    if kind == "over":
        return Standing(match.over)
    if kind == "joined":
        return Standing(not match.over)
    seat, decision = match.seat_of(player), match.decision()
    if decision is None or decision.seat != seat:
        return Standing(False)
    if kind == "turn":
        return Standing(not any(answer.seat == seat and answer.seq > seq for answer in match.answers))
    warn_at = match.deadline() - warning(match.clock.rules.base)
    return Standing(True) if warn_at <= now + SOON else Standing(False, warn_at)
