"""Has Redis write its append-only file anew when a player has left: until then their name stands in it.

A rewrite costs a copy of all data. So each server is asked once in ``PAUSE`` at most, by the first node that wants
it; others in that time wait for its end, and are one request together. Where the Redis user may not ask, or where
there is no append-only file, nothing is done: Redis rewrites the file by itself when it has grown.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Any

from bocage.store.records import StoreError
from bocage.store.server import Server
from bocage.store.topology import Topology

log = logging.getLogger(__name__)

#: Seconds between two requests to a server.
PAUSE = 3600


class Erasing:
    """Asks servers to rewrite their files."""

    def __init__(self, topology: Topology, spawn: Callable[[Coroutine[Any, Any, None]], None]) -> None:
        self._topology = topology
        self._spawn = spawn
        #: Requests that wait, by key of the pause.
        self._later: dict[str, asyncio.TimerHandle] = {}

    async def erased(self, key: str) -> None:
        """What ``key`` held is to go out of the file of its server, now or when the pause is over."""
        server = self._topology.server(key)
        pause = f"rewritten:{server.target.host}:{server.target.port}"
        if pause in self._later:
            return
        try:
            wait = await self._ask(server, pause)
        except StoreError as error:
            log.info("Redis does not rewrite its append-only file now: %s", error)
            return
        if wait:
            loop = asyncio.get_running_loop()
            self._later[pause] = loop.call_later(wait, self._again, key, pause)

    async def _ask(self, server: Server, pause: str) -> float:
        """Ask for a rewrite; for how many seconds to wait before that, 0: not at all."""
        info = await server.call("INFO", "persistence")
        if b"aof_enabled:1" not in info:
            return 0
        keeper = self._topology.server(pause)
        if await keeper.call("SET", pause, 1, "NX", "EX", PAUSE) is None:
            return max(1, int(await keeper.call("TTL", pause)))
        if b"aof_rewrite_in_progress:1" in info:
            # It began before: what was erased since may be in its copy.
            return PAUSE
        await server.call("BGREWRITEAOF")
        return 0

    def _again(self, key: str, pause: str) -> None:
        del self._later[pause]
        self._spawn(self.erased(key))

    def close(self) -> None:
        """Ask no more."""
        for waiting in self._later.values():
            waiting.cancel()
        self._later.clear()
