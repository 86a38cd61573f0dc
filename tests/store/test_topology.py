"""Which server holds what: the map of a cluster, and what changes it, without any Redis."""

from __future__ import annotations

import asyncio
from typing import cast

import pytest

from bocage.store.connection import RedisConnection, ReplyError
from bocage.store.keys import SHARD_SLOTS, SHARDS, TAGS, shard_of
from bocage.store.records import StorageUnavailableError, StoreError
from bocage.store.server import PATIENCE, Target
from bocage.store.topology import BEAT_EVERY
from tests.store.topology_world import EVERYWHERE, HALF, LEFT, RIGHT, Stub, World
from tests.store.wire import Wire, turns
from tests.virtual_time import run


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
        assert [command[1:] for command in wire.of("SUBSCRIBE")] == list(EVERYWHERE) * count
        assert len(wire.of("SSUBSCRIBE")) == SHARDS // 2


@pytest.mark.parametrize(("tag", "right"), [(0, False), (HALF - 1, False), (HALF, True), (16383, True)])
async def test_a_key_is_asked_of_the_server_of_its_slot(
    cluster: World, monkeypatch: pytest.MonkeyPatch, tag: int, right: bool
) -> None:
    servers = await both(cluster)
    monkeypatch.setattr("bocage.store.topology.key_slot", lambda key: tag)
    assert cluster.topology.server("k") is servers[right]
    await cluster.use((1, HALF - 1, LEFT), (HALF + 1, 16382, RIGHT))
    if tag in (HALF - 1,):
        assert cluster.topology.server("k") is servers[right]
    else:
        with pytest.raises(StorageUnavailableError, match="no server holds this slot"):
            cluster.topology.server("k")


async def test_rows_come_from_another_server_after_a_loss(cluster: World) -> None:
    left, right = await both(cluster)
    left.lose()
    assert cluster.changes[-1] == (False, 500)
    again = await right.connect()
    assert [command[1:] for command in again.of("SUBSCRIBE")] == list(EVERYWHERE)
    back = await left.connect()
    assert back.of("SUBSCRIBE") == []
    assert cluster.changes[-1] == (True, 500)


async def test_moved_shards_are_attached_and_others_left_alone(cluster: World) -> None:
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


async def test_unready_group_is_attached_again(cluster: World) -> None:
    await both(cluster)
    group = cluster.group(right=True)
    cluster.topology._moved(group)
    ready = [group.ready]
    assert cluster.changes[-1][0] is False
    assert cluster.servers[RIGHT].reconnects == 0
    await cluster.use((0, HALF - 1, LEFT), (HALF, 16383, RIGHT))
    assert [*ready, group.ready] == [False, True]
    assert cluster.changes[-1][0] is True


async def test_lost_masters_are_replaced_by_new_ones(cluster: World) -> None:
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


async def test_server_without_an_address_keeps_ours(cluster: World) -> None:
    await cluster.use((0, 16383, ("", 7001)))
    assert set(cluster.servers) == {("seed", 7001)}
    await cluster.topology._use([[0, 16383, [None, 7001, b"id"]]], "seed")
    assert set(cluster.servers) == {("seed", 7001)}


async def test_uncovered_slot_keeps_its_shard(cluster: World) -> None:
    await both(cluster)
    await cluster.use((0, HALF - 1, LEFT))
    assert cluster.group(right=False).ready
    assert cluster.servers[RIGHT].closed


async def test_map_is_read_from_the_first_answering_server(cluster: World) -> None:
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


def test_map_is_reread_while_incomplete_or_on_redirect(
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
