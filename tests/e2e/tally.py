"""A number that grows, and that others wait for."""

from __future__ import annotations

import asyncio


class Tally:
    """How much has happened."""

    def __init__(self) -> None:
        self.count = 0
        self._waiting: list[tuple[int, asyncio.Event]] = []

    def add(self) -> None:
        """One more."""
        self.rise(self.count + 1)

    def rise(self, count: int) -> None:
        """It is ``count`` now."""
        self.count = count
        for wanted, event in self._waiting:
            if count >= wanted:
                event.set()

    async def reach(self, count: int) -> None:
        """Wait until it is at least ``count``."""
        if self.count < count:
            event = asyncio.Event()
            self._waiting.append((count, event))
            await event.wait()
