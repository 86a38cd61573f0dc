"""Storage and nodes with bad lines between them, and what befalls them."""

from __future__ import annotations

import asyncio
import contextlib
import itertools
import random
import signal
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path
from typing import Any

import redis

from tests.e2e.nodes import NodeProcess
from tests.e2e.proxy import Proxy
from tests.e2e.tally import Tally
from tests.redis_cluster import RedisCluster
from tests.redis_server import RedisServer, free_port

Disaster = Callable[[], Awaitable[None]]


class Storage:
    """One Redis, with or without a replica, or a cluster of three masters and three replicas; behind proxies."""

    def __init__(self, folder: Path, cluster: bool, replicas: int) -> None:
        self._folder = folder
        self._replicas = replicas
        self.cluster: RedisCluster | None = None
        self._is_cluster = cluster
        self.servers: list[RedisServer] = []
        self.lines: list[Proxy] = []

    async def start(self, stack: contextlib.AsyncExitStack) -> None:
        """Start everything; ``stack`` ends it."""
        if self._is_cluster:
            await self._start_cluster(stack)
        else:
            options = ["--appendonly", "yes", "--appendfsync", "always", "--repl-diskless-sync-delay", "0"]
            options += ["--repl-ping-replica-period", "1"]
            master = RedisServer(self._folder / "master", *options, port=free_port())
            self.servers = [master]
            if self._replicas:
                options += ["--replicaof", f"127.0.0.1 {master.port}"]
                self.servers.append(RedisServer(self._folder / "replica", *options, port=free_port()))
            for server in self.servers:
                stack.callback(server.stop, signal.SIGKILL)
                await asyncio.to_thread(server.start)
            self.lines = [await stack.enter_async_context(Proxy(master.port))]

    async def _start_cluster(self, stack: contextlib.AsyncExitStack) -> None:
        ports: dict[int, int] = {}
        for number in range(6):
            self.lines.append(await stack.enter_async_context(Proxy(lambda number=number: ports[number])))  # type: ignore[misc]
        # Where a failover may lose what no replica has, it is the operator's to order.
        more = [] if self._replicas else ["--cluster-replica-no-failover", "yes"]
        announce = [line.port for line in self.lines]
        self.cluster = RedisCluster(self._folder, *more, replicas=3, announce=announce)
        self.servers = self.cluster.servers
        ports.update(enumerate(server.port for server in self.servers))
        stack.callback(self.cluster.stop)
        await asyncio.to_thread(self.cluster.start)

    @property
    def url(self) -> str:
        """Where nodes find it."""
        more = "?cluster=true" if self._is_cluster else ""
        return f"redis://127.0.0.1:{self.lines[0].port}/0{more}"

    def role(self, server: RedisServer) -> str:
        """``master`` or ``slave``; empty: it does not answer."""
        try:
            with server.client() as client:
                return str(client.info("replication")["role"])
        except redis.exceptions.RedisError:
            return ""

    def of(self, role: str) -> list[RedisServer]:
        """The servers of that role just now."""
        return [server for server in self.servers if self.role(server) == role]

    def replica_of(self, master: RedisServer) -> RedisServer | None:
        """A replica that has all its master has; None: there is none."""
        for server in self.of("slave"):
            with server.client() as client:
                info: dict[str, Any] = client.info("replication")
            if info["master_link_status"] == "up" and self._same(int(info["master_port"]), master):
                return server
        return None

    def _same(self, port: int, master: RedisServer) -> bool:
        told = self.lines[self.servers.index(master)].port if self._is_cluster else master.port
        return port == told


class Disasters:
    """What befalls nodes and storage, in an order that a seed decides."""

    def __init__(self, storage: Storage, nodes: list[NodeProcess], replicas: int, rng: random.Random) -> None:
        self.happened: Counter[str] = Counter()
        self._storage = storage
        self._nodes = nodes
        self._rng = rng
        self._kinds: list[Disaster] = [self.pause_master, self.kill_master]
        if nodes:
            self._kinds.insert(0, self.kill_node)
        if replicas:
            self._kinds.append(self.pause_replica)
        if storage.cluster is not None:
            self._kinds.append(self.order_failover)
        if storage.cluster is not None and replicas:
            self._kinds.append(self.kill_master_whose_replica_lags)

    async def strike(self, tally: Tally, total: int, count: int) -> None:
        """So many disasters while ``tally`` rises to ``total``."""
        for number, disaster in enumerate(itertools.islice(self._order(), count), 1):
            await tally.reach(total * number // (count + 1))
            await disaster()

    async def strike_for(self, seconds: float, every: float) -> None:
        """One disaster after the other, ``every`` so many seconds, until that many ``seconds`` are over."""
        loop = asyncio.get_running_loop()
        end = loop.time() + seconds
        for disaster in self._order():
            await asyncio.sleep(every)
            if loop.time() > end:
                return
            await disaster()

    def _order(self) -> Iterator[Disaster]:
        while True:
            kinds = list(self._kinds)
            self._rng.shuffle(kinds)
            yield from kinds

    async def drop(self, lines: list[Proxy], pause: float) -> None:
        """Cut connections now and then, for ever; ``pause``: seconds between two cuts, on average."""
        while True:
            await asyncio.sleep(self._rng.uniform(0, 2 * pause))
            line = self._rng.choice(lines)
            if self._rng.random() < 0.5:
                line.cut()
            else:
                line.cut_some(self._rng)
            self.happened["cuts of connections"] += 1

    async def kill_node(self) -> None:
        node = self._rng.choice(self._nodes)
        node.kill()
        await asyncio.sleep(self._rng.uniform(0, 1))
        await asyncio.to_thread(node.start)
        self.happened["kills of nodes"] += 1

    async def pause_master(self) -> None:
        await self._pause(await self._some("master"))
        self.happened["pauses of masters"] += 1

    async def pause_replica(self) -> None:
        await self._pause(await self._some("slave"))
        self.happened["pauses of replicas"] += 1

    async def kill_master(self) -> None:
        """Where a replica may take over by itself, it does; else the same server comes back."""
        storage = self._storage
        master = await self._some("master")
        replica = await asyncio.to_thread(storage.replica_of, master)
        await asyncio.to_thread(master.stop, signal.SIGKILL)
        if storage.cluster is not None and replica is not None and not _stays(replica):
            await self._until(lambda: storage.role(replica) == "master")
            self.happened["failovers after a kill"] += 1
        else:
            self.happened["kills of masters"] += 1
        await asyncio.to_thread(master.start)

    async def kill_master_whose_replica_lags(self) -> None:
        """A replica that has missed the last seconds takes over."""
        storage = self._storage
        master = await self._some("master")
        replica = await asyncio.to_thread(storage.replica_of, master)
        if replica is None:
            return
        replica.pause()
        try:
            # People have tried again by then what was refused.
            await asyncio.sleep(3.5)
            await asyncio.to_thread(master.stop, signal.SIGKILL)
        finally:
            replica.resume()
        await self._until(lambda: storage.role(replica) == "master")
        self.happened["failovers to a replica that lagged"] += 1
        await asyncio.to_thread(master.start)

    async def order_failover(self) -> None:
        storage = self._storage
        master = await self._some("master")
        replica = await asyncio.to_thread(storage.replica_of, master)
        if replica is None:
            return
        with contextlib.suppress(TimeoutError, redis.exceptions.RedisError):
            with replica.client() as client:
                await asyncio.to_thread(client.execute_command, "CLUSTER FAILOVER")
            await self._until(lambda: storage.role(replica) == "master", 6)
            self.happened["failovers by order"] += 1

    async def _some(self, role: str) -> RedisServer:
        servers: list[RedisServer] = []
        while not servers:
            servers = await asyncio.to_thread(self._storage.of, role)
        return self._rng.choice(servers)

    async def _pause(self, server: RedisServer) -> None:
        server.pause()
        try:
            await asyncio.sleep(self._rng.uniform(0.5, 3.5))
        finally:
            server.resume()

    async def _until(self, condition: Callable[[], bool], patience: float = 60) -> None:
        async with asyncio.timeout(patience):
            while not await asyncio.to_thread(condition):  # noqa: ASYNC110 - it happens in another process
                await asyncio.sleep(0.1)


def _stays(server: RedisServer) -> bool:
    """Whether a replica is told never to take over by itself."""
    return "--cluster-replica-no-failover" in server.options
