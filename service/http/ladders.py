"""Standings on the ladders, folded from the ledgers of results; they are read at most every few seconds.

What ended a while ago is folded for good; the newest results are folded again each time, as an entry of another
node may still come before them. A result that comes even later is noticed by the number of those before: then all
is folded anew.
"""

from __future__ import annotations

import asyncio
from collections import ChainMap
from collections.abc import Iterable, Mapping

from service.match.ratings import Pool, Ratings, Standing, in_order
from service.match.records import Rated
from service.node.node import Node

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
        self._settled = Ratings()
        #: Up to when results are folded for good, and how many they are.
        self._until = -1
        self.folded = 0
        #: How often all was folded anew.
        self.anew = 0
        self._read_at = float("-inf")
        self._now: Mapping[tuple[Pool, str], Standing] = {}
        self._reading = asyncio.Lock()

    async def read(self) -> Mapping[tuple[Pool, str], Standing]:
        """The standings, by ladder and player. Raises ``StoreError``."""
        async with self._reading:
            if self._node.clock() - self._read_at >= FRESH:
                self._now = await self._fold()
                self._read_at = self._node.clock()
            return self._now

    async def _fold(self) -> Mapping[tuple[Pool, str], Standing]:
        before, later = await self._node.store.results.after(self._until)
        if before != self.folded:
            self._settled, self._until, self.folded = Ratings(), -1, 0
            self.anew += 1
            _, later = await self._node.store.results.after(-1)
        results = in_order(later)
        horizon = self._node.store.now() - SETTLED
        old = [result for result in results if result.at <= horizon]
        await _add(self._settled, old)
        if old:
            self._until, self.folded = old[-1].at, self.folded + len(old)
        branch = self._settled.branch(ChainMap({}, self._settled.standings))
        await _add(branch, results[len(old) :])
        return branch.standings

    def forget(self) -> None:
        """Read the results again when next asked."""
        self._read_at = float("-inf")


async def _add(ratings: Ratings, results: Iterable[Rated]) -> None:
    for number, result in enumerate(results, 1):
        ratings.add(result)
        if number % AT_ONCE == 0:
            await asyncio.sleep(0)
