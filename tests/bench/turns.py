"""The longest turns of a server's event loop.

Each turn is measured in processor time of the loop's thread, so other programs on the machine do not count. To see
every turn the loop is never idle: nothing else is to be measured in the same process.
"""

from __future__ import annotations

import asyncio
import gc
import time
from heapq import heappush, heappushpop

import msgspec

#: Number of the longest that are kept.
KEPT = 20


class Longest(msgspec.Struct):
    """The longest turns of a loop, in seconds, and the longest collection of garbage by generation."""

    turns: list[float] = []
    collections: dict[int, float] = {}
    #: Number of collections of all generations.
    collected: int = 0


class Turns:
    """Watches the loop of this thread."""

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._longest = Longest()
        self._begun = self._mark = time.thread_time()
        gc.callbacks.append(self._collects)
        loop.call_soon(self._turn)

    def report(self) -> bytes:
        """Return the report since the last one as JSON."""
        found, self._longest = self._longest, Longest()
        found.turns.sort(reverse=True)
        return msgspec.json.encode(found)

    def _turn(self) -> None:
        now = time.thread_time()
        kept = self._longest.turns
        if len(kept) < KEPT:
            heappush(kept, now - self._mark)
        elif now - self._mark > kept[0]:
            heappushpop(kept, now - self._mark)
        self._mark = now
        self._loop.call_soon(self._turn)

    def _collects(self, phase: str, info: dict[str, int]) -> None:
        if phase == "start":
            self._begun = time.thread_time()
            return
        generation, longest = info["generation"], self._longest.collections
        longest[generation] = max(longest.get(generation, 0.0), time.thread_time() - self._begun)
        self._longest.collected += 1
