"""Rewriting the append-only file after an account was deleted: until then the file contains the name.

A rewrite copies all data, so each server is asked at most once per ``PAUSE``, by the first node that needs it;
requests in that time are combined into one at its end. Without the right to ask, or without an append-only file,
nothing is done: Redis rewrites the file by itself as it grows.
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

#: Seconds between two rewrites of a server.
PAUSE = 3600


class Erasing:
    """Requests rewrites of the append-only files."""

    def __init__(self, topology: Topology, spawn: Callable[[Coroutine[Any, Any, None]], None]) -> None:
        self._topology = topology
        self._spawn = spawn
        #: Pending requests by key of the pause.
        self._later: dict[str, asyncio.TimerHandle] = {}

    async def erased(self, key: str) -> None:
        """Have the old value of ``key`` removed from its server's file, now or after the pause."""
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
        """Request a rewrite; return the seconds to wait before trying again, 0: done or impossible."""
        info = await server.call("INFO", "persistence")
        if b"aof_enabled:1" not in info:
            return 0
        keeper = self._topology.server(pause)
        if await keeper.call("SET", pause, 1, "NX", "EX", PAUSE) is None:
            return max(1, int(await keeper.call("TTL", pause)))
        if b"aof_rewrite_in_progress:1" in info:
            # It began earlier and may have copied the value.
            return PAUSE
        await server.call("BGREWRITEAOF")
        return 0

    def _again(self, key: str, pause: str) -> None:
        del self._later[pause]
        self._spawn(self.erased(key))

    def close(self) -> None:
        """Cancel pending requests."""
        for waiting in self._later.values():
            waiting.cancel()
        self._later.clear()
