"""Vacations of a player: taken, changed, ended, and told to each match that they play with days per move."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence

from bocage.limits import over_limit
from bocage.live.commands import Decide
from bocage.log import judge, vacations
from bocage.log.entries import Body
from bocage.log.match import Match
from bocage.log.records import TimeAway
from bocage.protocol.refusal import RefusedError
from bocage.protocol.vacations import VacationTable
from bocage.store.store import Store

log = logging.getLogger("bocage.node")

DAY = 86_400_000
YEAR = 365 * DAY
#: So many matches that are not over are told of it.
MOST = 10_000
#: Times that it is tried again when the same player changes it elsewhere at the same moment.
TRIES = 8


def table(taken: Sequence[TimeAway], now: int, most: int) -> VacationTable:
    """How a player stands at ``now`` (ms), who took ``taken`` and may take ``most`` days in a year."""
    away = _present(taken, now)
    left = max(0, most - sum(_days(one) for one in taken if one.until > now - YEAR))
    return VacationTable(away.since if away else 0, away.until if away else 0, most, left)


async def change(
    store: Store, player: str, days: int, most: int, command: Callable[[str, Decide], Awaitable[int]]
) -> VacationTable:
    """The player is on vacation for ``days`` days from its beginning; 0: it ends. It may be done again.

    ``most``: days that they may take in a year. ``command`` has a match judge and store something.
    Refusals: ``bad_request`` (it would be over already), ``limit`` (``vacation_days``), ``unavailable``.
    """
    for _ in range(TRIES):
        was = await store.vacations.of(player)
        now = store.now()
        wanted = _changed(was, days, now, most)
        if wanted == was or await store.vacations.change(player, was, wanted):
            await _tell(store, player, command)
            return table(wanted, now, most)
    raise RefusedError("unavailable", retry=1000)


def _present(taken: Sequence[TimeAway], now: int) -> TimeAway | None:
    return taken[-1] if taken and taken[-1].until > now else None


def _days(one: TimeAway) -> int:
    return -((one.since - one.until) // DAY)


def _changed(was: tuple[TimeAway, ...], days: int, now: int, most: int) -> tuple[TimeAway, ...]:
    """What a player has taken after the change."""
    away = _present(was, now)
    if away is None and not days:
        return was
    before = was[:-1] if away else was
    kept = tuple(one for one in before if one.until > now - YEAR)
    since = away.since if away else max([now, *(one.until for one in kept[-1:])])
    one = TimeAway(since, since + days * DAY if days else max(now, since + 1))
    if one.until < now:
        raise RefusedError("bad_request", "days: it would be over already")
    if days and sum(map(_days, (*kept, one))) > most:
        raise over_limit("vacation_days")
    return (*kept, one)


async def _tell(store: Store, player: str, command: Callable[[str, Decide], Awaitable[int]]) -> None:
    """Have every match of theirs hold what they took; again, if they changed it meanwhile."""
    told: TimeAway | None = None
    while (last := (await store.vacations.last([player])).get(player)) != told:
        told = last

        def decide(match: Match, taken: TimeAway | None = last) -> Body | judge.Again:
            body = vacations.owed(match, {player: taken} if taken else {}, store.now())
            return body or judge.Again(match.seq)

        for row in await store.matches_of(player, MOST):
            if row.status == "playing" and row.clock.kind == "days":
                try:
                    await command(row.match, decide)
                except RefusedError as error:
                    if error.code == "unavailable":
                        raise
                    # A node that knows its rules looks it up before their time is up there.
                    log.info("match %s is not told of a vacation: %s", row.match, error.code)
