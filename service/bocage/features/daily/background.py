"""Background tasks of daily deals: secrets of the next day."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from bocage.features.daily.deals import Deals, dealt
from bocage.log.deals import DAY, day_of
from bocage.store.records import StoreError

log = logging.getLogger("bocage.daily")

#: Seconds between two checks for missing commitments.
LOOK = 60.0


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
