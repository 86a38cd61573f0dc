"""A topology whose servers are stubs: for tests of who holds what."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import pytest

from bocage.store.keys import NAMED_CHANNEL, ROWS_CHANNEL, SHARD_SLOTS, SIGNED_OUT_CHANNEL
from bocage.store.server import Target
from bocage.store.shard_group import ShardGroup, ShardGroupHooks
from bocage.store.topology import Topology
from tests.store.wire import Wire

#: The servers of these tests: slots 0 to 8191, and all others.
LEFT, RIGHT = ("left", 7001), ("right", 7002)
HALF = 8192
#: The channels that one server is asked for.
EVERYWHERE = ((ROWS_CHANNEL,), (SIGNED_OUT_CHANNEL,), (NAMED_CHANNEL,))


class Stub:
    """Instead of a server: a test connects it. ``slots``: its map of the cluster, or the error it gives."""

    def __init__(self, target: Target, node: str, always: bool, attach: Any, ready: Any, detach: Any, *rest: Any):
        self.target = target
        self.node, self.always = node, always
        self.on_push, self.patience, _ = rest
        self.version = (7, 2)
        self.connection: Wire | None = None
        self.up = self.kept = self.closed = False
        self.retry = 0
        self.reconnects = 0
        self.slots: Any = []
        self.asked = 0
        self._attach, self._ready, self._detach = attach, ready, detach

    async def start(self) -> None:
        await self.connect()

    def keep(self) -> None:
        self.kept = True

    async def close(self) -> None:
        self.closed = True

    def reconnect(self, examine: bool = False) -> None:
        self.reconnects += 1

    async def call(self, *command: Any) -> Any:
        assert command == ("CLUSTER", "SLOTS")
        self.asked += 1
        if isinstance(self.slots, Exception):
            raise self.slots
        return self.slots

    async def connect(self, **replies: Any) -> Wire:
        self.connection = Wire(**replies)
        await self._attach(self, self.connection)
        self.up = True
        self._ready()
        return self.connection

    def lose(self) -> None:
        assert self.connection is not None
        self.connection.abort()
        self.connection, self.up = None, False
        self._detach(self)


class World:
    """A topology of stubs, and what it tells the store."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, url: str, replicas: int = 0) -> None:
        self.servers: dict[tuple[str, int], Stub] = {}
        self.rows: list[bytes] = []
        self.signed_out: list[bytes] = []
        self.named: list[bytes] = []
        self.changes: list[tuple[bool, int]] = []
        self._url, self._replicas = url, replicas
        monkeypatch.setattr("bocage.store.topology.Server", self._make)

    @cached_property
    def topology(self) -> Any:
        """Made in the loop in which it is first asked for. Its servers are stubs."""
        return Topology(
            self._url,
            "here",
            True,
            self._replicas,
            700,
            ShardGroupHooks(lambda now: None, lambda due: None, lambda group: None),
            {
                ROWS_CHANNEL: self.rows.append,
                SIGNED_OUT_CHANNEL: self.signed_out.append,
                NAMED_CHANNEL: self.named.append,
            },
            lambda available, retry: self.changes.append((available, retry)),
        )

    def _make(self, target: Target, *rest: Any) -> Stub:
        server = Stub(target, *rest)
        self.servers[target.host, target.port] = server
        return server

    async def use(self, *parts: tuple[int, int, tuple[str, int]]) -> None:
        """The cluster's map is this."""
        slots = [
            [first, last, [host.encode(), port, b"id"], [b"replica", 1]] for first, last, (host, port) in parts
        ]
        await self.topology._use(slots, "seed")

    def group(self, right: bool) -> ShardGroup:
        """The first group of that half."""
        groups: list[ShardGroup] = self.topology.groups
        return next(group for group in groups if (SHARD_SLOTS[group.shards[0]] >= HALF) is right)
