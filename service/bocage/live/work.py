"""What a room works on: commands of others, and work of its own."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import final

import msgspec

from bocage.live import effects
from bocage.live.commands import Command
from bocage.log import judge, vacations
from bocage.log.entries import Body
from bocage.log.match import Match
from bocage.log.names import players_of
from bocage.log.projection import Proposal
from bocage.log.records import TimeAway


@final
class Housekeeping(msgspec.Struct, frozen=True, gc=False):
    """Work of the room's own: add what the log or the time demands. ``asked``: since when it waits, ms.

    ``taken``: the last vacations of its players; None: not looked up.
    """

    asked: int
    taken: Mapping[str, TimeAway] | None = None


class UnderWay(msgspec.Struct, frozen=True, gc=False):
    """The append under way. ``work``: what it was made for; None: the entry before demanded it.

    ``before``: the entry only makes way for ``work``, which is judged after it.
    """

    proposal: Proposal
    work: Command | Housekeeping | None
    before: bool = False


def demanded(
    match: Match, work: Housekeeping, outages: Sequence[tuple[int, int]], now: int
) -> Body | list[effects.Effect]:
    """The entry that the log or the time demands; or what is to be done instead. ``outages``: not counted yet."""
    due = judge.owed(match, outages, now)
    if due is None and work.taken is None and vacations.counts(match) and match.deadline() <= now:
        # They may have gone on vacation in time, and the node stopped before it said so here.
        return [effects.LookUpVacations(players_of(match))]
    due = due or vacations.owed(match, work.taken or {}, now) or judge.timeout(match, now)
    if due is not None:
        return due
    return [effects.CorrectDeadline()] if work.taken is None else []
