"""Connections between processes: bytes take time, in order on one connection, and any connection may end."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Any

from tests.simulate.loop import Loop, Scheduler
from tests.simulate.redis.server import Connection, MemoryRedis

#: Seconds that anything takes on its way at least, and most of the time at most.
FAST, SLOW = 0.0002, 0.003
#: What is in every entry's body, and in nothing else that a node sends.
ENTRY = b'{"e":"'
#: Seconds between two chunks on one connection: enough to keep their order.
NEXT = 1e-7


class Way:
    """One direction of a connection."""

    def __init__(self, scheduler: Scheduler, arrive: Callable[[Any], None]) -> None:
        self.scheduler = scheduler
        self.arrive = arrive
        #: Nothing arrives before that time; seconds that everything takes longer.
        self.held = 0.0
        self.slower = 0.0
        self.shut = False
        self.under_way: deque[Any] = deque()
        self._last = 0.0

    def send(self, what: Any) -> None:
        """Put something on its way."""
        scheduler = self.scheduler
        takes = FAST + (SLOW - FAST) * scheduler.rng.random() + self.slower * scheduler.rng.random()
        self._last = when = max(scheduler.now + takes, self._last + NEXT)
        self.under_way.append(what)
        scheduler.at(when, self._arrived)

    def _arrived(self) -> None:
        if self.scheduler.now < self.held:
            self._last = max(self._last, self.held) + NEXT
            self.scheduler.at(self._last, self._arrived)
        elif self.under_way:
            what = self.under_way.popleft()
            if not self.shut:
                self.arrive(what)


class RedisLink(asyncio.Transport):
    """A node's connection to storage."""

    def __init__(self, loop: Loop, redis: MemoryRedis, protocol: asyncio.Protocol) -> None:
        super().__init__()
        self._loop = loop
        self._protocol = protocol
        self._closing = False
        #: Break as soon as an entry is on its way, and so many seconds late for the server; None: do not.
        self.cut_with_entry: float | None = None
        scheduler = loop.scheduler
        self.there = Way(scheduler, self._to_server)
        self.back = Way(scheduler, self._to_node)
        self.connection: Connection = redis.connect(self.back.send, self._cut_by_server)

    def write(self, data: Any) -> None:
        if not self._closing:
            self.there.send(bytes(data))
            if self.cut_with_entry is not None and ENTRY in data:
                self._loop.call_soon(self.cut, self.cut_with_entry)

    def is_closing(self) -> bool:
        return self._closing

    def abort(self) -> None:
        """The node gives up. What it sent is on its way all the same, and then the server hears of the end."""
        if not self._closing:
            self._closing = True
            self.back.shut = True
            self.there.send(None)
            if not self._loop.dead:
                self._loop.call_soon(self._protocol.connection_lost, None)

    close = abort

    def cut(self, late: float) -> None:
        """The connection breaks: the node notices now; what it sent and the end get there ``late`` s later."""
        self.there.held = max(self.there.held, self._loop.scheduler.now + late)
        self.abort()

    def hold(self, until: float) -> None:
        """Nothing gets through until then."""
        self.there.held = max(self.there.held, until)
        self.back.held = max(self.back.held, until)

    def _to_server(self, data: bytes | None) -> None:
        if data is None:
            self.connection.close()
        elif self.connection.open:
            self.connection.feed(data)

    def _cut_by_server(self) -> None:
        self.back.send(None)

    def _to_node(self, data: bytes | None) -> None:
        if data is None:
            if not self._closing:
                self._closing = True
                self._loop.call_soon(self._protocol.connection_lost, None)
        else:
            self._loop.call_soon(self._received, data)

    def _received(self, data: bytes) -> None:
        # As a selector's loop does: after the end of a connection nothing more of it is told.
        if not self._closing:
            self._protocol.data_received(data)
