"""Taking, changing or ending a vacation, and adding it to the log of each match with days per move."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence

from bocage.features.vacations.taken import Vacations
from bocage.features.vacations.wire import VacationTable
from bocage.limits import over_limit
from bocage.live.commands import Decide
from bocage.log import judge
from bocage.log.entries import Body
from bocage.log.match import Match
from bocage.log.records import TimeAway
from bocage.log.vacations import owed
from bocage.protocol.refusal import RefusedError
from bocage.store.store import Store

log = logging.getLogger("bocage.node")

DAY = 86_400_000
YEAR = 365 * DAY
#: Most matches of a player to read.
MOST = 10_000
#: Attempts when concurrent requests of the same player change it, too.
TRIES = 8


def table(taken: Sequence[TimeAway], now: int, most: int) -> VacationTable:
    """Return the vacation at ``now`` (ms) of a player who took ``taken`` and may take ``most`` days a year."""
    away = _present(taken, now)
    left = max(0, most - sum(_days(one) for one in taken if one.until > now - YEAR))
    return VacationTable(away.since if away else 0, away.until if away else 0, most, left)


async def change(
    store: Store,
    vacations: Vacations,
    player: str,
    days: int,
    most: int,
    command: Callable[[str, Decide], Awaitable[int]],
) -> VacationTable:
    """Set the vacation of ``player`` to ``days`` days from its beginning; 0 ends it. Idempotent.

    ``most``: days allowed per year. ``command``: executes a command at a match.

    Refusals: ``bad_request`` (the end has passed), ``limit`` (``vacation_days``), ``unavailable``.
    """
    for _ in range(TRIES):
        was = await vacations.of(player)
        now = store.now()
        wanted = _changed(was, days, now, most)
        if wanted == was or await vacations.change(player, was, wanted):
            await _tell(store, vacations, player, command)
            return table(wanted, now, most)
    raise RefusedError("unavailable", retry=1000)


def _present(taken: Sequence[TimeAway], now: int) -> TimeAway | None:
    return taken[-1] if taken and taken[-1].until > now else None


def _days(one: TimeAway) -> int:
    return -((one.since - one.until) // DAY)


def _changed(was: tuple[TimeAway, ...], days: int, now: int, most: int) -> tuple[TimeAway, ...]:
    """Return the player's vacations after the change."""
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


async def _tell(
    store: Store, vacations: Vacations, player: str, command: Callable[[str, Decide], Awaitable[int]]
) -> None:
    """Add the vacation to the log of each match; again if it changed meanwhile."""
    told: TimeAway | None = None
    while (last := (await vacations.last([player])).get(player)) != told:
        told = last

        def decide(match: Match, taken: TimeAway | None = last) -> Body | judge.Again:
            body = owed(match, {player: taken} if taken else {}, store.now())
            return body or judge.Again(match.seq)

        for row in await store.matches_of(player, MOST):
            if row.status == "playing" and row.clock.kind == "days":
                try:
                    await command(row.match, decide)
                except RefusedError as error:
                    if error.code == "unavailable":
                        raise
                    # A node with the rules of the match looks the vacation up before it declares a timeout.
                    log.info("match %s is not told of a vacation: %s", row.match, error.code)
