"""Background tasks of daily deals: secrets of the next day, and notices of today's deals."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from bocage.features.daily.deals import Deals, dealt
from bocage.log.deals import DAY, day_of
from bocage.store.notices import Notices, PendingNotice
from bocage.store.records import StoreError

log = logging.getLogger("bocage.daily")

#: Seconds between two checks for missing commitments.
LOOK = 60.0
#: Seconds between two searches for players to notify.
LOOK_UNTOLD = 30.0
#: Players read per step.
MOST = 64


async def commit(deals: Deals, now: int) -> None:
    """Create missing secrets of today and tomorrow. Raises ``StoreError``."""
    for day in (day_of(now), day_of(now + DAY)):
        for game in dealt():
            await deals.secret(day, game.id)


async def keep_committed(deals: Deals, now: Callable[[], int]) -> None:
    """Commit to the deals of each day on the day before, until cancelled."""
    while True:
        try:
            await commit(deals, now())
        except StoreError as error:
            log.info("the next deals cannot be committed to now: %s", error)
        await asyncio.sleep(LOOK)


async def announce(notices: Notices, now: int) -> None:
    """Queue a notice of today's deals for each subscriber. Raises ``StoreError``."""
    today = now // DAY
    while players := await notices.untold(today, MOST):
        for player in players:
            await notices.add(PendingNotice("daily", player, day_of(now)), now)
            await notices.told(player, today)


async def keep_announced(notices: Notices, now: Callable[[], int]) -> None:
    """Queue notices of each day's deals, until cancelled."""
    while True:
        try:
            await announce(notices, now())
        except StoreError as error:
            log.info("deals of the day cannot be announced now: %s", error)
        except Exception:
            log.exception("announcing deals of the day failed")
        await asyncio.sleep(LOOK_UNTOLD)
