"""Measures the delay of the load generator itself, to tell a slow service from a slow generator."""

from __future__ import annotations

import asyncio
import time

#: Seconds between two measurements.
LOOK = 0.1


class Lag:
    """Measures how late the event loop is. ``late``: seconds per measurement; readers clear it.

    A message waits about as long on its way in, and again on its way out.
    """

    def __init__(self) -> None:
        self.late: list[float] = []
        self._began = time.process_time()

    async def look(self) -> None:
        """Measure until cancelled."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + LOOK
            await asyncio.sleep(LOOK)
            self.late.append(max(0.0, loop.time() - due))

    def used(self) -> float:
        """Seconds of processor time used by this process since the start."""
        return time.process_time() - self._began


def load_was_slow(late: float, delay: float) -> bool:
    """True if the load generator, ``late`` in both directions, causes half of ``delay`` or more."""
    return 2 * late >= delay / 2 > 0
