"""Validity of a notice about a match at the time of delivery. Pure."""

from __future__ import annotations

from typing import NamedTuple

from bocage.features.notices.wire import NoticeKind
from bocage.log.match import Match
from bocage.log.notices import warning

#: A warning due within this many milliseconds is sent now.
SOON = 60_000


class Standing(NamedTuple):
    """The state of a notice. ``holds``: send it; otherwise check again at ``later`` (ms); 0: drop it."""

    holds: bool
    later: int = 0


def standing(match: Match, kind: NoticeKind, player: str, seq: int, now: int) -> Standing:
    """Return whether a notice for ``player`` about entry ``seq`` is valid at ``now`` (ms, the store's clock)."""
    if kind == "over":
        return Standing(match.over)
    if kind == "joined":
        return Standing(not match.over)
    if kind == "terms":
        # Not if other ones were proposed after them.
        return Standing(match.status == "open" and not match.over and match.agreement.entry == seq)
    seat, decision = match.seat_of(player), match.decision()
    if decision is None or decision.seat != seat:
        return Standing(False)
    if kind == "turn":
        return Standing(not any(answer.seat == seat and answer.seq > seq for answer in match.answers))
    warn_at = match.deadline() - warning(match.clock.rules.base)
    return Standing(True) if warn_at <= now + SOON else Standing(False, warn_at)
