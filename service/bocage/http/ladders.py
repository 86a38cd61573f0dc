"""Standings on the ladders, folded from the ledgers of results; they are read at most every few seconds.

There are two folds: of public matches, for everybody, and of all matches, of which players are told their own
standing.

What ended a while ago is folded for good; the newest results are folded again each time, as an entry of another
node may still come before them. A result that comes even later is noticed by the number of those before: then all
is folded anew.
"""

from __future__ import annotations

import asyncio
from collections import ChainMap
from collections.abc import Iterable, Mapping

from bocage.live.node import Node
from bocage.log.ratings import Pool, Ratings, Standing, Standings, in_order
from bocage.log.records import Rated

#: Seconds for which what was read is good.
FRESH = 5.0
#: Milliseconds after which a result is folded for good.
SETTLED = 60_000
#: So many results are folded before others have a turn.
AT_ONCE = 500


class Ladders:
    """The standings of everybody who has played rated matches."""

    def __init__(self, node: Node) -> None:
        self._node = node
        self._settled = (Ratings(), Ratings())
        #: Up to when results are folded for good, and how many they are.
        self._until = -1
        self.folded = 0
        #: How often all was folded anew.
        self.anew = 0
        self._read_at = float("-inf")
        self._now: tuple[Standings, Standings] = ({}, {})
        self._reading = asyncio.Lock()

    async def read(self) -> Mapping[tuple[Pool, str], Standing]:
        """The standings that everybody may know, by ladder and player. Raises ``StoreError``."""
        return (await self._read())[0]

    async def read_all(self) -> Mapping[tuple[Pool, str], Standing]:
        """The standings with private matches, each for its player alone. Raises ``StoreError``."""
        return (await self._read())[1]

    async def _read(self) -> tuple[Standings, Standings]:
        async with self._reading:
            if self._node.clock() - self._read_at >= FRESH:
                self._now = await self._fold()
                self._read_at = self._node.clock()
            return self._now

    async def _fold(self) -> tuple[Standings, Standings]:
        before, later = await self._node.store.results.after(self._until)
        if before != self.folded:
            self._settled, self._until, self.folded = (Ratings(), Ratings()), -1, 0
            self.anew += 1
            _, later = await self._node.store.results.after(-1)
        results = in_order(later)
        horizon = self._node.store.now() - SETTLED
        old = [result for result in results if result.at <= horizon]
        await _add(self._settled, old)
        if old:
            self._until, self.folded = old[-1].at, self.folded + len(old)
        public, everything = (one.branch(ChainMap({}, one.standings)) for one in self._settled)
        await _add((public, everything), results[len(old) :])
        return public.standings, everything.standings

    def forget(self) -> None:
        """Read the results again when next asked."""
        self._read_at = float("-inf")


async def _add(folds: tuple[Ratings, Ratings], results: Iterable[Rated]) -> None:
    public, everything = folds
    for number, result in enumerate(results, 1):
        everything.add(result)
        if not result.private:
            public.add(result)
        if number % AT_ONCE == 0:
            await asyncio.sleep(0)
