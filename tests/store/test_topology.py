"""Which server holds what: the map of a cluster, and what changes it, without any Redis."""

from __future__ import annotations

import asyncio
from functools import cached_property
from typing import Any, cast

import pytest

from service.match.records import Entry
from service.store.connection import RedisConnection, ReplyError
from service.store.keys import ROWS_CHANNEL, SHARD_SLOTS, SHARDS, TAGS, shard_of
from service.store.records import StorageUnavailableError, StoreError
from service.store.server import PATIENCE, Target
from service.store.shard_group import ShardGroup, ShardGroupHooks
from service.store.topology import BEAT_EVERY, Topology
from tests.store.logs import Listener
from tests.store.wire import Wire, turns
from tests.virtual_time import run

#: The servers of these tests: slots 0 to 8191, and all others.
LEFT, RIGHT = ("left", 7001), ("right", 7002)
HALF = 8192


class Stub:
    """Instead of a server: a test connects it. ``slots``: its map of the cluster, or the error it gives."""

    def __init__(self, target: Target, node: str, always: bool, attach: Any, ready: Any, detach: Any, *rest: Any):
        self.target = target
        self.node, self.always = node, always
        self.on_push, self.patience = rest
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

    def reconnect(self) -> None:
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
        self.changes: list[tuple[bool, int]] = []
        self._url, self._replicas = url, replicas
        monkeypatch.setattr("service.store.topology.Server", self._make)

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
            self.rows.append,
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


@pytest.fixture
def single(monkeypatch: pytest.MonkeyPatch) -> World:
    return World(monkeypatch, "redis://one:7000")


@pytest.fixture
def cluster(monkeypatch: pytest.MonkeyPatch) -> World:
    return World(monkeypatch, "redis://u:secret@seed:7000?cluster=true", replicas=1)


async def both(cluster: World) -> tuple[Stub, Stub]:
    """The map has two halves, and their servers are connected."""
    await cluster.use((0, HALF - 1, LEFT), (HALF, 16383, RIGHT))
    left, right = cluster.servers[LEFT], cluster.servers[RIGHT]
    await left.connect()
    await right.connect()
    return left, right


def test_one_server_holds_everything(single: World) -> None:
    async def main() -> None:
        topology = single.topology
        assert [list(group.shards) for group in topology.groups] == [list(range(SHARDS))]
        await topology.start()
        (server,) = single.servers.values()
        assert (server.patience, server.node, server.always) == (PATIENCE, "here", True)
        assert topology.server("player:x") is server
        assert topology.masters() == [server]
        assert topology.group("m") is topology.group("other") is topology.groups[0]
        assert single.changes == [(True, 500)]
        assert topology.available
        await topology.close()
        assert server.closed
        assert len(single.changes) == 1

    run(main())


def test_beats_go_on_and_a_lost_server_is_told_with_when_to_try_again(single: World) -> None:
    async def main() -> None:
        await single.topology.start()
        (server,) = single.servers.values()
        wire = server.connection
        assert wire is not None
        await asyncio.sleep(BEAT_EVERY * 10.5)
        assert len(wire.of("BEAT")) == 1 + 11  # one is part of connecting
        server.retry = 1_700
        server.lose()
        assert single.changes == [(True, 500), (False, 1_700)]
        again = await server.connect()
        assert single.changes[2:] == [(True, 1_700)]
        assert again.of("SUBSCRIBE")[0] == ("SUBSCRIBE", ROWS_CHANNEL)
        await single.topology.close()

    run(main())


def test_a_single_server_that_refuses_is_connected_to_again(single: World) -> None:
    async def main() -> None:
        await single.topology.start()
        (server,) = single.servers.values()
        group = single.topology.groups[0]
        group._failed(ReplyError("READONLY You can't write"))
        assert not group.ready
        assert server.reconnects == 1
        assert single.changes[-1] == (False, 500)
        await single.topology.close()

    run(main())


async def test_pushes_reach_whom_they_concern(single: World) -> None:
    await single.topology.start()
    (server,) = single.servers.values()
    entries = [Entry(1, 900, b"1")]
    assert server.connection is not None
    server.connection.replies["XRANGE"] = [[b"1-0", [b"at", b"900", b"raw", b"1"]]]
    listener = Listener()
    log = await single.topology.group("m").follow("m", listener)
    assert log.entries == entries
    channel = f"{TAGS[shard_of('m')]}:node:here".encode()
    server.on_push([b"message", ROWS_CHANNEL, b"17 {}"])
    server.on_push([b"message", channel, b"m 2 950 two words"])
    server.on_push([b"smessage", channel, b"m 3 960 3"])
    server.on_push([b"message", channel, b"m 0 0 psst, you"])
    server.on_push([b"sunsubscribe", channel, 0])
    server.on_push([b"unsubscribe", ROWS_CHANNEL, 0])
    assert single.rows == [b"17 {}"]
    assert listener.entries == [Entry(2, 950, b"two words"), Entry(3, 960, b"3")]
    assert listener.notes == [b"psst, you"]
    await single.topology.close()


async def test_each_shard_goes_to_the_server_that_holds_its_slot(cluster: World) -> None:
    topology = cluster.topology
    assert [list(group.shards) for group in topology.groups] == [[shard] for shard in range(SHARDS)]
    assert topology.group("m") is topology.groups[shard_of("m")]
    left, right = await both(cluster)
    assert left.kept
    assert (left.target.host, left.target.port) == LEFT
    # What the address does not say is as in the URL.
    assert (left.target.username, left.target.password, left.target.cluster) == ("u", "secret", True)
    assert left.patience == PATIENCE + 0.7
    assert cluster.changes == [(True, 500)]
    assert set(topology.masters()) == {left, right}
    for group in topology.groups:
        holder = right if SHARD_SLOTS[group.shards[0]] >= HALF else left
        assert group._connection is cast(RedisConnection, holder.connection)
    for wire, count in ((left.connection, 1), (right.connection, 0)):
        assert wire is not None
        assert [command[1:] for command in wire.of("SUBSCRIBE")] == [(ROWS_CHANNEL,)] * count
        assert len(wire.of("SSUBSCRIBE")) == SHARDS // 2


@pytest.mark.parametrize(("tag", "right"), [(0, False), (HALF - 1, False), (HALF, True), (16383, True)])
async def test_a_key_is_asked_of_the_server_of_its_slot(
    cluster: World, monkeypatch: pytest.MonkeyPatch, tag: int, right: bool
) -> None:
    servers = await both(cluster)
    monkeypatch.setattr("service.store.topology.key_slot", lambda key: tag)
    assert cluster.topology.server("k") is servers[right]
    await cluster.use((1, HALF - 1, LEFT), (HALF + 1, 16382, RIGHT))
    if tag in (HALF - 1,):
        assert cluster.topology.server("k") is servers[right]
    else:
        with pytest.raises(StorageUnavailableError, match="no server holds this slot"):
            cluster.topology.server("k")


async def test_the_rows_come_from_one_server_and_from_another_when_that_is_lost(cluster: World) -> None:
    left, right = await both(cluster)
    left.lose()
    assert cluster.changes[-1] == (False, 500)
    again = await right.connect()
    assert again.of("SUBSCRIBE") == [("SUBSCRIBE", ROWS_CHANNEL)]
    back = await left.connect()
    assert back.of("SUBSCRIBE") == []
    assert cluster.changes[-1] == (True, 500)


async def test_shards_that_moved_are_taken_up_on_their_new_server_and_the_others_left_alone(cluster: World) -> None:
    left, right = await both(cluster)
    assert left.connection is not None
    assert right.connection is not None
    sent = len(left.connection.sent)
    moved = cluster.group(right=False)
    slot = SHARD_SLOTS[moved.shards[0]]
    await cluster.use((0, slot - 1, LEFT), (slot, slot, RIGHT), (slot + 1, HALF - 1, LEFT), (HALF, 16383, RIGHT))
    assert moved._connection is cast(RedisConnection, right.connection)
    assert len(left.connection.sent) == sent
    assert right.connection.sent[-2][1] == f"{TAGS[moved.shards[0]]}:node:here"
    ready = [moved.ready]
    for server in (left, right):
        server.lose()
        ready.append(moved.ready)
    assert ready == [True, True, False]


async def test_a_server_that_refuses_a_shard_is_connected_to_anew(cluster: World) -> None:
    left, right = await both(cluster)
    assert right.connection is not None
    right.connection.replies["BEAT"] = ReplyError("LOADING")
    moved = cluster.group(right=False)
    slot = SHARD_SLOTS[moved.shards[0]]
    await cluster.use((slot, slot, RIGHT), (0, HALF - 1, LEFT), (HALF, 16383, RIGHT))
    assert right.reconnects == 1
    assert left.reconnects == 0
    assert not moved.ready
    assert cluster.changes[-1][0] is False


async def test_a_group_that_is_not_ready_is_attached_again_where_its_server_is_up(cluster: World) -> None:
    await both(cluster)
    group = cluster.group(right=True)
    cluster.topology._moved(group)
    ready = [group.ready]
    assert cluster.changes[-1][0] is False
    assert cluster.servers[RIGHT].reconnects == 0
    await cluster.use((0, HALF - 1, LEFT), (HALF, 16383, RIGHT))
    assert [*ready, group.ready] == [False, True]
    assert cluster.changes[-1][0] is True


async def test_masters_that_are_gone_are_left_and_new_ones_connected_to(cluster: World) -> None:
    left, right = await both(cluster)
    new = ("new", 7003)
    await cluster.use((0, HALF - 1, LEFT), (HALF, 16383, new))
    assert right.closed
    assert not left.closed
    assert set(cluster.topology.masters()) == {left, cluster.servers[new]}
    assert cluster.servers[new].kept
    assert not cluster.group(right=True).ready
    await cluster.servers[new].connect()
    assert cluster.group(right=True).ready
    assert cluster.changes[-1][0] is True


async def test_a_server_that_does_not_know_its_address_has_the_one_we_used(cluster: World) -> None:
    await cluster.use((0, 16383, ("", 7001)))
    assert set(cluster.servers) == {("seed", 7001)}
    await cluster.topology._use([[0, 16383, [None, 7001, b"id"]]], "seed")
    assert set(cluster.servers) == {("seed", 7001)}


async def test_a_slot_without_a_server_leaves_its_shard_where_it_was(cluster: World) -> None:
    await both(cluster)
    await cluster.use((0, HALF - 1, LEFT))
    assert cluster.group(right=False).ready
    assert cluster.servers[RIGHT].closed


async def test_the_map_is_read_from_the_first_server_that_tells_it(cluster: World) -> None:
    left, right = await both(cluster)
    seed = cluster.topology._make(Target("seed"), lambda *_: None)
    cluster.topology._first = seed
    whole = [[0, 16383, [b"right", 7002, b"id"]]]
    for tells, asked in (
        ({"left": whole}, (1, 0)),
        ({"left": StoreError("no"), "right": whole}, (1, 1)),
        ({"left": TimeoutError(), "right": whole}, (1, 1)),
        ({"right": whole}, (0, 1)),
    ):
        cluster.topology._servers = {LEFT: left, RIGHT: right}
        before = left.asked, right.asked
        left.connection = Wire() if "left" in tells else None
        left.slots, right.slots = tells.get("left"), tells.get("right")
        await cluster.topology._refresh()
        assert (left.asked - before[0], right.asked - before[1]) == asked
        assert cluster.topology.masters() == [right]


def test_the_map_is_read_again_while_something_is_missing_and_at_once_when_a_server_says_so(
    cluster: World,
) -> None:
    async def main() -> None:
        whole = [[0, HALF - 1, [b"left", 7001]], [HALF, 16383, [b"right", 7002]]]

        async def connected() -> None:
            await asyncio.sleep(1)
            for server in (cluster.servers[LEFT], cluster.servers[RIGHT]):
                server.slots = whole
                await server.connect()

        starting = asyncio.ensure_future(cluster.topology.start())
        await asyncio.sleep(0)
        cluster.servers["seed", 7000].slots = whole
        await asyncio.gather(starting, connected())

        def asked() -> int:
            return sum(server.asked for server in cluster.servers.values())

        before = asked()
        await asyncio.sleep(BEAT_EVERY * 20)
        assert asked() == before
        cluster.topology._moved(cluster.group(right=True))
        await turns()
        assert asked() == before + 1
        assert cluster.changes[-1][0] is True
        right = cluster.servers[RIGHT]
        right.lose()
        await asyncio.sleep(BEAT_EVERY * 10.5)
        assert asked() in range(before + 11, before + 14)
        await right.connect()
        now = asked()
        await asyncio.sleep(BEAT_EVERY * 20)
        assert asked() == now
        await cluster.topology.close()
        assert all(server.closed for server in cluster.servers.values())

    run(main())


def test_a_cluster_that_lacks_slots_is_waited_for_ten_seconds(cluster: World) -> None:
    async def main() -> float:
        loop = asyncio.get_running_loop()
        began = loop.time()
        with pytest.raises(StorageUnavailableError, match="some slots of the cluster have no server"):
            await cluster.topology.start()
        await cluster.topology.close()
        return loop.time() - began

    assert round(run(main()), 1) == 10
