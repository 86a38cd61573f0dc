"""Letting others have their turns of the event loop between pieces of work that become possible all at once."""

from __future__ import annotations

import asyncio


class OneByOne:
    """A queue: one that waits goes on in each turn of the event loop."""

    def __init__(self) -> None:
        self._last: asyncio.Future[None] | None = None

    async def turn(self) -> None:
        """Wait for the turn after that of the one before; at once if nobody had this one."""
        loop = asyncio.get_running_loop()
        before, done = self._last, loop.create_future()
        self._last = done
        try:
            if before is not None:
                await before
        finally:
            loop.call_soon(self._next, done)

    def _next(self, done: asyncio.Future[None]) -> None:
        if not done.done():
            done.set_result(None)
        if self._last is done:
            self._last = None
