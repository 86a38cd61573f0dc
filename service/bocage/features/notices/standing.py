"""Whether a notice about a match still holds when it is to be sent. Pure."""

from __future__ import annotations

from typing import NamedTuple

from bocage.features.notices.wire import NoticeKind
from bocage.log.match import Match
from bocage.log.notices import warning

#: A warning that is due so many milliseconds later at most is sent now.
SOON = 60_000


class Standing(NamedTuple):
    """What is to be done with a notice: ``holds``: send it; else ``later``: look again then (ms); 0: never."""

    holds: bool
    later: int = 0


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
