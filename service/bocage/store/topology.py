"""Topology: which server holds which shard. A single server holds all; masters of a cluster share them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import Any

import msgspec
from redis.crc import key_slot

from bocage.log.records import Entry
from bocage.store.connection import Argument, RedisConnection, Reply, ReplyError, code_of
from bocage.store.keys import SHARD_SLOTS, SHARDS, shard_of
from bocage.store.records import StorageUnavailableError, StoreError
from bocage.store.server import PATIENCE, Server, Target, parse_target
from bocage.store.shard_group import ShardGroup, ShardGroupHooks

log = logging.getLogger(__name__)

Address = tuple[str, int]

#: Seconds between beats, and between readings of the cluster's map while a shard has no server.
BEAT_EVERY = 0.5
#: Seconds after which rejected writes are logged.
LASTING = 2.0


class Standstill(msgspec.Struct):
    """A server that rejects writes. ``since``: loop time. ``told``: it was logged."""

    why: str
    since: float
    told: bool = False

    @property
    def code(self) -> str:
        """Code of the error."""
        return code_of(self.why)


class Topology:
    """Servers and shard groups, and whether all of them can be reached."""

    def __init__(
        self,
        url: str,
        node: str,
        fsync_always: bool,
        replicas: int,
        replica_timeout: int,
        hooks: ShardGroupHooks,
        channels: dict[bytes, Callable[[bytes], None]],
        on_change: Callable[[bool, int], None],
    ) -> None:
        self._seed = parse_target(url)
        self._node = node
        self._fsync_always = fsync_always
        self._replicas = replicas
        # A connection blocked by WAIT answers nothing else.
        self._patience = PATIENCE + (replica_timeout / 1000 if replicas else 0)
        self._channels = channels
        self._on_change = on_change
        self._hooks = msgspec.structs.replace(
            hooks, moved=self._moved, denied=self._denied, refusing=lambda group: self._changed()
        )
        self.available = False
        #: True if entries can be stored in all shards.
        self.writable = False
        #: Reachable servers that reject writes.
        self._refusals: dict[Server, Standstill] = {}
        cluster = self._seed.cluster
        parts: list[Sequence[int]] = [[shard] for shard in range(SHARDS)] if cluster else [range(SHARDS)]
        self.groups = [ShardGroup(node, cluster, part, replicas, replica_timeout, self._hooks) for part in parts]
        self._assigned: dict[ShardGroup, Server] = {}
        self._servers: dict[Address, Server] = {}
        self._slots: list[tuple[int, int, Address]] = []
        self._rows_from: RedisConnection | None = None
        self._refresh_now = asyncio.Event()
        self._ticker: asyncio.Task[None] | None = None

    # Finding ----------------------------------------------------------------------------------

    def group(self, match: str) -> ShardGroup:
        """Return the shard group of a match."""
        groups = self.groups
        return groups[0] if len(groups) == 1 else groups[shard_of(match)]

    def server(self, key: str) -> Server:
        """Return the server of a key. Raises :class:`StorageUnavailableError`."""
        if not self._seed.cluster:
            return self._assigned[self.groups[0]]
        slot = key_slot(key.encode())
        for first, last, address in self._slots:
            if first <= slot <= last and address in self._servers:
                return self._servers[address]
        raise StorageUnavailableError(why="no server holds this slot")

    async def call(self, key: str, *command: Argument) -> Reply:
        """The reply to a command about ``key``. Raises :class:`StorageUnavailableError`, :class:`StoreError`."""
        return await self.server(key).call(*command)

    def masters(self) -> list[Server]:
        """Return all servers that hold keys."""
        return list(self._servers.values()) if self._seed.cluster else [self._assigned[self.groups[0]]]

    async def listen(self, channel: bytes, heard: Callable[[bytes], None]) -> None:
        """Call ``heard`` with each message on ``channel``. Messages may be lost with a connection."""
        self._channels[channel] = heard
        if self._rows_from is not None and self._rows_from.open:
            await self._rows_from.call("SUBSCRIBE", channel)

    # Connecting -------------------------------------------------------------------------------

    async def start(self) -> None:
        """Connect. Raises :class:`StorageUnavailableError` or :class:`StoreError`."""
        seed = self._make(self._seed, self._attach_seed if self._seed.cluster else self._attach)
        if not self._seed.cluster:
            self._assigned = dict.fromkeys(self.groups, seed)
        self._first = seed
        # As a master it has another connection, which reports errors.
        seed.quiet = self._seed.cluster
        await seed.start()
        if self._seed.cluster:
            await self._first_map(seed)
        self._ticker = asyncio.create_task(self._tick(), name="store beat")

    async def _first_map(self, seed: Server) -> None:
        try:
            async with asyncio.timeout(10):
                while not all(group.ready for group in self.groups):
                    await self._refresh()
                    await asyncio.sleep(0.05)
        except TimeoutError:
            raise StorageUnavailableError(why="some slots of the cluster have no server") from None

    async def close(self) -> None:
        if self._ticker is not None:
            self._ticker.cancel()
            await asyncio.gather(self._ticker, return_exceptions=True)
        self._on_change = lambda available, retry: None
        for server in {self._first, *self._servers.values()}:
            await server.close()
        for group in self.groups:
            group.appends.close()

    def _make(self, target: Target, attach: Callable[[Server, RedisConnection], Any]) -> Server:
        return Server(
            target,
            self._node,
            self._fsync_always,
            attach,
            self._changed,
            self._detach,
            self._on_push,
            self._patience,
            self._replicas,
        )

    async def _attach(self, server: Server, connection: RedisConnection) -> None:
        if self._rows_from is None or not self._rows_from.open:
            # In a cluster every server broadcasts all messages; one subscription is enough.
            self._rows_from = connection
            for channel in list(self._channels):
                await connection.call("SUBSCRIBE", channel)
        mine = [group for group in self.groups if self._assigned.get(group) is server]
        await asyncio.gather(*[group.attach(server, connection) for group in mine])

    async def _attach_seed(self, server: Server, connection: RedisConnection) -> None:
        """The connection to the configured server of a cluster, used only to read the map."""

    def _detach(self, server: Server) -> None:
        for group, assigned in self._assigned.items():
            if assigned is server:
                group.detach()
        self._refresh_now.set()
        self._changed()

    def _moved(self, group: ShardGroup) -> None:
        """Handle a server's reply that it does not hold these shards, or may not write to them."""
        group.detach()
        self._changed()
        if self._seed.cluster:
            self._refresh_now.set()
        else:
            self._assigned[group].reconnect()

    def _denied(self, group: ShardGroup) -> None:
        """Handle lost rights: reconnecting reports what is missing."""
        group.detach()
        self._changed()
        self._assigned[group].reconnect(examine=True)

    def _changed(self) -> None:
        self._tell_refusals()
        self.available = all(group.ready for group in self.groups)
        writable = self.available and not self._refusals
        if writable != self.writable:
            self.writable = writable
            retry = max((server.retry for server in self._assigned.values()), default=0)
            self._on_change(writable, max(retry, 500))

    def _tell_refusals(self) -> None:
        """Log which servers reject writes, and which accept them again, once each."""
        now = asyncio.get_running_loop().time()
        before, self._refusals = self._refusals, {}
        for group in self.groups:
            if group.refusal:
                server = self._assigned[group]
                found = Standstill(group.refusal, now)
                known = before.get(server, found)
                self._refusals.setdefault(server, known if known.code == found.code else found)
        for server, refusal in self._refusals.items():
            if not refusal.told and now - refusal.since >= LASTING:
                refusal.told = True
                log.error("%s refuses all writes, so nobody can act: %s", server.target.place, refusal.why)
        for server in before.keys() - self._refusals.keys():
            # The loss of a server is logged elsewhere.
            if server.up and before[server].told:
                log.info("%s takes writes again", server.target.place)

    async def _tick(self) -> None:
        while True:
            for group in self.groups:
                group.beat()
            try:
                async with asyncio.timeout(BEAT_EVERY):
                    await self._refresh_now.wait()
            except TimeoutError:
                pass
            if self._seed.cluster and (self._refresh_now.is_set() or not self.available):
                self._refresh_now.clear()
                await self._refresh()
            self._refresh_now.clear()
            if self._refusals:
                self._tell_refusals()

    def _on_push(self, push: list[Any]) -> None:
        kind, channel, payload = push[0], push[1], push[2]
        if kind not in (b"message", b"smessage"):
            return
        heard = self._channels.get(channel)
        if heard is not None:
            heard(payload)
        else:
            match, seq, at, raw = payload.split(b" ", 3)
            name = match.decode()
            followed_logs = self.group(name).followed_logs
            if seq == b"0":
                followed_logs.hear(name, raw)
            else:
                followed_logs.deliver(name, Entry(int(seq), int(at), raw))

    # The map of a cluster ---------------------------------------------------------------------

    async def _refresh(self) -> None:
        """Read the map, connect to new masters, and disconnect from former ones."""
        for server in (*self._servers.values(), self._first):
            if server.connection is None:
                continue
            try:
                async with asyncio.timeout(1):
                    slots = await server.call("CLUSTER", "SLOTS")
            except (StoreError, TimeoutError) as error:
                log.info("no map from %s: %s", server.target, error)
                continue
            await self._use(slots, server.target.host)
            return

    async def _use(self, slots: list[Any], told_by: str) -> None:
        # A server that does not know its own address leaves it empty; then it is the one we used.
        self._slots = [
            (first, last, ((master[0] or b"").decode() or told_by, master[1])) for first, last, master, *_ in slots
        ]
        masters = {address for _, _, address in self._slots}
        for address in masters - self._servers.keys():
            target = msgspec.structs.replace(self._seed, host=address[0], port=address[1], path="")
            self._servers[address] = self._make(target, self._attach)
            self._servers[address].keep()
        for group in self.groups:
            slot = SHARD_SLOTS[group.shards[0]]
            holders = [address for first, last, address in self._slots if first <= slot <= last]
            server = self._servers.get(holders[0]) if holders else None
            if server is None or (self._assigned.get(group) is server and (group.ready or not server.up)):
                continue
            group.detach()
            self._assigned[group] = server
            if server.up and server.connection is not None:
                try:
                    await group.attach(server, server.connection)
                except (StoreError, ReplyError, ConnectionError):
                    server.reconnect()
        for address in self._servers.keys() - masters:
            await self._servers.pop(address).close()
        self._changed()
