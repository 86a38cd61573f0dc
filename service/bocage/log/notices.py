"""Notices that an entry causes. The store queues them with the entry, for players who subscribe.

Uses only public information: the turn, the clock, the seats, the end.
"""

from __future__ import annotations

from bocage.log.entries import Seated, TermsProposed
from bocage.log.match import Match
from bocage.log.records import NoticeWish

#: A player is warned when one part in this many of the time for a move is left.
LAST_PART = 4
#: Longest warning in milliseconds.
LONGEST_WARNING = 12 * 3_600_000


def warning(base: int) -> int:
    """Return how long (ms) before the end of ``base`` ms for a move the player is warned."""
    return min(base // LAST_PART, LONGEST_WARNING)


def of_turn(match: Match, seat: int, seq: int) -> tuple[NoticeWish, ...]:
    """Return the notices of entry ``seq``, which raises a decision of ``seat``."""
    rules, seated = match.clock.rules, match.seats[seat]
    if rules.kind != "days" or len(match.seats) < 2 or seated is None or seated.house:
        return ()
    # A warning has no number, so the next one for the player replaces it.
    return (
        NoticeWish("turn", seated.player, seq),
        NoticeWish("time", seated.player, 0, rules.base - warning(rules.base)),
    )


def of_time(match: Match, seat: int, at: int) -> tuple[NoticeWish, ...]:
    """Return the notices of an entry at ``at`` that moves the deadline of the deciding ``seat``."""
    seated = match.seats[seat]
    if len(match.seats) < 2 or seated is None or seated.house:
        return ()
    left = match.deadline() - at
    return (NoticeWish("time", seated.player, 0, max(0, left - warning(match.clock.rules.base))),)


def of_seat(match: Match, seated: Seated, seq: int) -> tuple[NoticeWish, ...]:
    """Return the notices of entry ``seq``, by which a player joined: one for the match's creator."""
    creator = match.created.creator
    if seated.player == creator or seated.house or not creator:
        return ()
    return (NoticeWish("joined", creator, seq),)


def of_terms(match: Match, proposed: TermsProposed, seq: int) -> tuple[NoticeWish, ...]:
    """Return the notices of entry ``seq``, by which a seat proposed other terms: for the other players."""
    others = [seated for seated in match.seats if seated and seated.seat != proposed.seat and not seated.house]
    return tuple(NoticeWish("terms", seated.player, seq) for seated in others)


def of_end(match: Match, seq: int) -> tuple[NoticeWish, ...]:
    """Return the notices of entry ``seq``, by which the match ended."""
    if not match.begun or len(match.seats) < 2:
        return ()
    players = dict.fromkeys(seated.player for seated in match.seats if seated and not seated.house)
    return tuple(NoticeWish("over", player, seq) for player in players)
