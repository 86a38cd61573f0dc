"""How late the load itself is: what tells a slow service from a slow load."""

from __future__ import annotations

import asyncio
import time

#: Seconds between two looks at the clock.
LOOK = 0.1


class Lag:
    """Looks at the clock again and again. ``late``: seconds by which each look came too late; readers clear it.

    What comes from the network waits as long as these looks do, on its way in and on its way out.
    """

    def __init__(self) -> None:
        self.late: list[float] = []
        self._began = time.process_time()

    async def look(self) -> None:
        """Look until cancelled."""
        loop = asyncio.get_running_loop()
        while True:
            due = loop.time() + LOOK
            await asyncio.sleep(LOOK)
            self.late.append(max(0.0, loop.time() - due))

    def used(self) -> float:
        """Seconds of processor time that this process has used since the beginning."""
        return time.process_time() - self._began


def load_was_slow(late: float, delay: float) -> bool:
    """Whether half of a ``delay`` or more is due to the load, which is ``late`` on both ways."""
    return 2 * late >= delay / 2 > 0
