"""Ladders: standings folded from the ledgers of results, and cached for a few seconds.

There are two folds: of public matches, and of all matches, which shows players their own standing. Older results
are settled. The newest are refolded each time, because an entry of another node may still precede them. A result
that arrives even later changes the number of earlier results: then everything is refolded.
"""

from __future__ import annotations

import asyncio
from collections import ChainMap
from collections.abc import Callable, Iterable, Mapping

from bocage.features.ratings.results import Results
from bocage.features.ratings.standings import Pool, Ratings, Standing, Standings, in_order
from bocage.log.records import Rated

#: Lifetime of the cache, in seconds.
FRESH = 5.0
#: Age at which a result is settled, in milliseconds.
SETTLED = 60_000
#: Results folded per turn of the event loop.
AT_ONCE = 500


class Ladders:
    """The standings of all players with rated matches."""

    def __init__(self, results: Results, now: Callable[[], int], clock: Callable[[], float]) -> None:
        """``now``: the time in milliseconds, as in results. ``clock``: a monotonic clock in seconds."""
        self._results = results
        self._now_ms = now
        self._clock = clock
        self._settled = (Ratings(), Ratings())
        #: End of the last settled result (ms), and the number of settled results.
        self._until = -1
        self.folded = 0
        #: Number of complete refolds.
        self.anew = 0
        self._read_at = float("-inf")
        self._now: tuple[Standings, Standings] = ({}, {})
        self._reading = asyncio.Lock()

    async def read(self) -> Mapping[tuple[Pool, str], Standing]:
        """Return standings from public matches, by ladder and player. Raises ``StoreError``."""
        return (await self._read())[0]

    async def read_all(self) -> Mapping[tuple[Pool, str], Standing]:
        """Return standings from all matches; show each to its player only. Raises ``StoreError``."""
        return (await self._read())[1]

    async def _read(self) -> tuple[Standings, Standings]:
        async with self._reading:
            if self._clock() - self._read_at >= FRESH:
                self._now = await self._fold()
                self._read_at = self._clock()
            return self._now

    async def _fold(self) -> tuple[Standings, Standings]:
        before, later = await self._results.after(self._until)
        if before != self.folded:
            self._settled, self._until, self.folded = (Ratings(), Ratings()), -1, 0
            self.anew += 1
            _, later = await self._results.after(-1)
        results = in_order(later)
        horizon = self._now_ms() - SETTLED
        old = [result for result in results if result.at <= horizon]
        await _add(self._settled, old)
        if old:
            self._until, self.folded = old[-1].at, self.folded + len(old)
        public, everything = (one.branch(ChainMap({}, one.standings)) for one in self._settled)
        await _add((public, everything), results[len(old) :])
        return public.standings, everything.standings

    def forget(self) -> None:
        """Drop the cache."""
        self._read_at = float("-inf")


async def _add(folds: tuple[Ratings, Ratings], results: Iterable[Rated]) -> None:
    public, everything = folds
    for number, result in enumerate(results, 1):
        everything.add(result)
        if not result.private:
            public.add(result)
        if number % AT_ONCE == 0:
            await asyncio.sleep(0)
