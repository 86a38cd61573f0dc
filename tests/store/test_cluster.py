"""The store on a Redis Cluster: the same contract, on several servers that change their roles."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bocage.features.notices.storage import Notices
from bocage.log.records import Change, Entry, NoticeWish
from bocage.store import NumberTakenError, StorageUnavailableError, Store, StoreSettings
from bocage.store.keys import SHARD_SLOTS, shard_of
from tests.features.cold_storage.memory import MemoryStorage, moves_of, use_cold
from tests.redis_cluster import RedisCluster
from tests.store.logs import Listener, a_row, body, until

MATCHES = [f"match{number}" for number in range(48)]


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[RedisCluster]:
    cluster = RedisCluster(tmp_path)
    try:
        cluster.start()
        yield cluster
    finally:
        cluster.stop()


@pytest.fixture
async def nodes(cluster: RedisCluster, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[list[Store]]:
    """Two nodes on the same cluster. Servers that are slow, because the machine is busy, are waited for."""
    monkeypatch.setattr("bocage.store.topology.PATIENCE", 30.0)
    opened = [await Store.open(StoreSettings(cluster.url, "always")) for _ in range(2)]
    yield opened
    for node in opened:
        await node.close()


#: Seconds after which what waits for a server will not come to an end by itself.
FOREVER = 120


class Players:
    """Two nodes that append to the same matches in turn, whatever happens to the servers below."""

    def __init__(self, nodes: list[Store]) -> None:
        self.nodes = nodes
        self.listeners = {match: [Listener() for _ in nodes] for match in MATCHES}
        self.acknowledged: dict[str, list[Entry]] = {match: [] for match in MATCHES}

    async def begin(self) -> None:
        for match in MATCHES:
            await self.nodes[0].append(match, 1, b"{}")
            for node, listener in zip(self.nodes, self.listeners[match], strict=True):
                listener.entries += (await node.follow(match, listener)).entries

    async def play(self, match: str, until_seq: int) -> None:
        async with asyncio.timeout(FOREVER):
            await self._play(match, until_seq)

    async def _play(self, match: str, until_seq: int) -> None:
        number = 0
        while (seq := self.listeners[match][number % 2].seqs[-1]) < until_seq:
            node = self.nodes[number % 2]
            try:
                entry = await node.append(match, seq + 1, body(number, match))
                self.acknowledged[match].append(entry)
            except (NumberTakenError, StorageUnavailableError):
                await asyncio.sleep(0.005)
            number += 1

    async def log_of(self, match: str) -> list[Entry]:
        """What is stored, once a connection that was made anew is there."""
        async with asyncio.timeout(FOREVER):
            while True:
                try:
                    return await self.nodes[0].read(match)
                except StorageUnavailableError:
                    await asyncio.sleep(0.005)

    async def check(self) -> None:
        for match in MATCHES:
            log = await self.log_of(match)
            assert [entry.seq for entry in log] == list(range(1, len(log) + 1))
            assert set(self.acknowledged[match]) <= set(log)
            for listener in self.listeners[match]:
                await until(lambda listener=listener, log=log: len(listener.entries) >= len(log))  # type: ignore[misc]
                assert listener.entries == log
                assert listener.rewinds == 0


async def notices_hold(one: Store, two: Store) -> None:
    """Notices of all shards are found and settled."""
    one_notices, two_notices = (Notices(store.topology, store.now) for store in (one, two))
    await one_notices.want("ann", True, 20_000)
    matches = [f"told{number}" for number in range(12)]
    for match in matches:
        await one.append(match, 1, b"{}", change=Change(notices=(NoticeWish("turn", "ann", 1),)))
    taken = await two_notices.take(1000)
    assert sorted(notice.notice.about for notice in taken) == sorted(matches)
    assert len({notice.shard for notice in taken}) > 3
    assert await one_notices.take(1000) == []
    assert [await two_notices.settle(notice) for notice in taken] == [True] * len(taken)
    assert await two_notices.untold(20_001, 10) == ["ann"]
    assert await one_notices.push_key("first") == await two_notices.push_key("second") == "first"


async def test_the_contract_holds_on_several_servers(cluster: RedisCluster, nodes: list[Store]) -> None:
    one, other = nodes
    holders = {SHARD_SLOTS[shard_of(match)] * 3 // 16384 for match in MATCHES}
    assert holders == {0, 1, 2}
    rows: list[str] = []
    late: list[str] = []
    other.on_row = lambda row: rows.append(row.match)
    other.on_due = late.extend
    listener = Listener()
    for match in MATCHES:
        change = Change(row=a_row(match), secret=match.encode(), due_in=1)
        await one.append(match, 1, body(1), change=change)
        await other.follow(match, listener)
    await asyncio.gather(*[one.append(match, 2, body(2)) for match in MATCHES])
    raced = await asyncio.gather(
        *[node.append(match, 3, body(3, node.node)) for match in MATCHES for node in nodes], return_exceptions=True
    )
    assert sum(isinstance(result, Entry) for result in raced) == len(MATCHES)
    assert sum(isinstance(result, NumberTakenError) for result in raced) == len(MATCHES)
    await until(lambda: len(listener.entries) == 2 * len(MATCHES))
    await until(lambda: len(rows) >= len(MATCHES) and set(late) >= set(MATCHES))
    assert sorted(rows) == sorted(MATCHES)
    assert sorted(row.match for row in await other.lobby()) == sorted(MATCHES)
    assert sorted(row.match for row in await one.matches_of("ann")) == sorted(MATCHES)
    assert sorted(await one.matches()) == sorted(MATCHES)
    assert (await other.load("match7")).secret == b"match7"
    places = await asyncio.gather(
        *[node.take_place("ann", match, 20, 60) for match in MATCHES for node in nodes],
        *[node.take_place("bob", "match7", 1, 60) for node in nodes],
    )
    assert sum(places) == 2 * 20 + 2
    other.whisper("match7", b"psst")
    players = [await one.create_player(f"p{number}") for number in range(12)]
    for player, token in players:
        assert await other.authenticate(token) == player
    assert await one.rebuild(lambda log: Change(row=a_row("x", names=[str(len(log.entries))]))) == len(MATCHES)
    row = await other.row("match7")
    assert row is not None
    assert row.names == ["3"]
    last = [await one.append(match, 4, body(4), change=Change(final=True)) for match in MATCHES]
    for match, entry in zip(MATCHES, last, strict=True):
        assert (await other.read(match))[3:] == [entry]
    storage = MemoryStorage()
    for node in nodes:
        use_cold(node, storage)
    await until(lambda: not one._tasks)
    assert sum([await moves_of(node).move_before(10**15) for node in nodes]) == len(MATCHES)
    assert sorted(await other.matches()) == sorted(MATCHES)
    for match, entry in zip(MATCHES, last, strict=True):
        assert (await other.read(match))[3:] == [entry]
    # The rows that were rebuilt name no player but its maker.
    assert len(await other.matches_of("ann")) == len(MATCHES)
    assert await moves_of(one).restore("match7")
    assert await moves_of(other).delete("match8")
    assert (await other.load("match8")).entries == []
    await notices_hold(one, other)


async def test_a_failover_loses_and_doubles_nothing(cluster: RedisCluster, nodes: list[Store]) -> None:
    players = Players(nodes)
    await players.begin()
    running = [asyncio.create_task(players.play(match, 60)) for match in MATCHES]
    await promote(cluster)
    await asyncio.gather(*running)
    await asyncio.gather(*[players.play(match, 80) for match in MATCHES])
    await players.check()


async def test_killed_server_takes_only_its_matches_offline(cluster: RedisCluster, nodes: list[Store]) -> None:
    players = Players(nodes)
    await players.begin()
    gone = cluster.masters[1]
    theirs = [match for match in MATCHES if SHARD_SLOTS[shard_of(match)] * 3 // 16384 == 1]
    others = [match for match in MATCHES if match not in theirs]
    with cluster.masters[0].client() as client:
        for server in cluster.servers:
            with server.client() as each:
                each.config_set("cluster-require-full-coverage", "no")
                # A server that was taken for failed is taken back only after twice this time.
                each.config_set("cluster-node-timeout", 30_000)
        assert client.ping()
    gone.stop(signal.SIGKILL)
    await until(lambda: not any(node.available for node in nodes))
    with pytest.raises(StorageUnavailableError):
        await nodes[0].append(theirs[0], 2, b"{}")
    await asyncio.gather(*[players.play(match, 10) for match in others])
    gone.start()
    await until(lambda: all(node.available for node in nodes))
    await asyncio.gather(*[players.play(match, 20) for match in MATCHES])
    await players.check()


async def test_slots_that_move_to_another_server_are_followed(cluster: RedisCluster, nodes: list[Store]) -> None:
    players = Players(nodes)
    await players.begin()
    running = [asyncio.create_task(players.play(match, 40)) for match in MATCHES]
    source, target = cluster.masters[1], cluster.masters[2]
    slots = [slot for slot in SHARD_SLOTS if slot * 3 // 16384 == 1][:2]
    with source.client() as giver, target.client() as taker:
        for slot in slots:
            taker.execute_command("CLUSTER SETSLOT", slot, "IMPORTING", cluster.id(source))
            giver.execute_command("CLUSTER SETSLOT", slot, "MIGRATING", cluster.id(target))
            while keys := giver.execute_command("CLUSTER GETKEYSINSLOT", slot, 100):
                giver.execute_command("MIGRATE", "127.0.0.1", target.port, "", 0, 60_000, "KEYS", *keys)
                await asyncio.sleep(0)
            for client in (taker, giver):
                client.execute_command("CLUSTER SETSLOT", slot, "NODE", cluster.id(target))
    await asyncio.gather(*running)
    await players.check()
    with target.client() as taker:
        assert all(taker.execute_command("CLUSTER COUNTKEYSINSLOT", slot) > 0 for slot in slots)


async def promote(cluster: RedisCluster) -> None:
    """Make the replica the master. Redis gives a failover up after five seconds, which a busy machine may need."""
    loop = asyncio.get_running_loop()
    with cluster.replica.client() as client:
        for _ in range(10):
            client.execute_command("CLUSTER FAILOVER")
            since = loop.time()
            while loop.time() < since + 6:
                if client.info("replication")["role"] == "master":
                    return
                await asyncio.sleep(0.01)
    raise TimeoutError
