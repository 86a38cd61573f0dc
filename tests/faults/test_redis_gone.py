"""Redis goes, comes back, is killed or frozen, has no room: nothing acknowledged is lost, nothing half done."""

from __future__ import annotations

import asyncio
import functools
import signal
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bocage.log.records import Change, Entry
from bocage.store import NumberTakenError, StorageUnavailableError, Store, StoreError, StoreSettings, appends
from bocage.store.keys import log_key
from tests.redis_server import RedisServer, free_port
from tests.store.logs import Listener, a_row, body, fill, until


@pytest.fixture
def server(tmp_path: Path) -> Iterator[RedisServer]:
    """A Redis of this test's own, every append on disk before it is acknowledged."""
    server = RedisServer(tmp_path / "redis", "--appendonly", "yes", "--appendfsync", "always")
    server.start()
    yield server
    server.stop(signal.SIGKILL)


@pytest.fixture
async def node(server: RedisServer) -> AsyncIterator[Store]:
    opened = await Store.open(StoreSettings(server.url, "always"))
    yield opened
    await opened.close()


class Writer:
    """Appends to one match as fast as it is acknowledged, and notes what was acknowledged."""

    def __init__(self, store: Store, match: str) -> None:
        self.store = store
        self.match = match
        self.acknowledged: list[Entry] = []
        self.listener = Listener()

    async def run(self, count: int) -> None:
        while len(self.acknowledged) < count:
            seq = self.listener.seqs[-1] + 1 if self.listener.entries else 2
            try:
                self.acknowledged.append(await self.store.append(self.match, seq, body(seq, self.match)))
            except StorageUnavailableError:
                await asyncio.sleep(0.01)


def cut(node: Store) -> None:
    """Cut the connection, as a network does."""
    for server in node.topology.masters():
        server.reconnect()


def all_have(writers: list[Writer], count: int) -> bool:
    return min(len(writer.acknowledged) for writer in writers) >= count


def got_on(writers: list[Writer], running: list[asyncio.Task[None]], done: int) -> bool:
    return sum(len(writer.acknowledged) for writer in writers) > done or all(task.done() for task in running)


async def begin(store: Store, count: int) -> list[Writer]:
    """Writers, each with a match of its own that has begun."""
    writers = [Writer(store, f"m{number}") for number in range(count)]
    for writer in writers:
        await store.append(writer.match, 1, b"{}")
        await store.follow(writer.match, writer.listener)
    return writers


async def check(writers: list[Writer], store: Store) -> None:
    for writer in writers:
        log = await store.read(writer.match)
        assert [entry.seq for entry in log] == list(range(1, len(log) + 1))
        assert set(writer.acknowledged) <= set(log)
        assert len(set(writer.acknowledged)) == len(writer.acknowledged)
        assert writer.listener.entries == log[1:]
        assert writer.listener.rewinds == 0


async def test_kill_9_with_always_loses_no_acknowledged_entry(server: RedisServer, node: Store) -> None:
    writers = await begin(node, 8)
    running = [asyncio.create_task(writer.run(120)) for writer in writers]
    for stored in (15, 50, 90):
        await until(functools.partial(all_have, writers, stored))
        server.stop(signal.SIGKILL)
        await until(lambda: not node.available)
        server.start()
    await asyncio.gather(*running)
    # The last cut may still be mended.
    await until(lambda: node.available)
    await check(writers, node)


async def test_connections_cut_again_and_again_neither_lose_nor_double(server: RedisServer, node: Store) -> None:
    writers = await begin(node, 6)
    running = [asyncio.create_task(writer.run(150)) for writer in writers]
    with server.client() as client:
        while not all(task.done() for task in running):
            # The second cut hits those who are quick while they connect again. After it they get on with something,
            # or a slow machine would never come to its end.
            for _ in range(2):
                client.client_kill_filter(_type="pubsub")
                await asyncio.sleep(0.02)
            done = sum(len(writer.acknowledged) for writer in writers)
            await until(functools.partial(got_on, writers, running, done))
    await asyncio.gather(*running)
    # The last cut may still be mended.
    await until(lambda: node.available)
    await check(writers, node)


async def test_append_with_a_lost_answer_is_found(server: RedisServer, node: Store) -> None:
    await fill(node, "m", 1)
    listener = Listener()
    await node.follow("m", listener)
    server.pause()
    pending = node.append("m", 2, body(2))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    # Redis has read nothing yet; the connection dies with the append in it.
    cut(node)
    await until(lambda: not node.available)
    with pytest.raises(StorageUnavailableError):
        await node.append("m", 2, b"another")
    assert not pending.done()
    server.resume()
    (result,) = await asyncio.gather(pending, return_exceptions=True)
    log = await node.read("m", 1)
    assert log == listener.entries == ([result] if isinstance(result, Entry) else [])
    assert isinstance(result, Entry) or (isinstance(result, StorageUnavailableError) and not result.unknown)
    stored = len(listener.entries) + 2
    assert (await node.append("m", stored, b"{}")).seq == stored


async def test_held_commands_of_an_old_connection_are_never_executed(server: RedisServer, node: Store) -> None:
    await fill(node, "m", 1)
    kinds = set()
    for _ in range(10):
        last = (await node.read("m"))[-1].seq
        server.pause()
        pending = node.append("m", last + 1, body(last + 1))
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        cut(node)
        await until(lambda: not node.available)
        server.resume()
        (result,) = await asyncio.gather(pending, return_exceptions=True)
        log = await node.read("m")
        assert (result in log) == isinstance(result, Entry)
        for _ in range(20):
            assert await node.read("m") == log
        kinds.add(type(result))
    assert kinds <= {Entry, StorageUnavailableError}


async def test_a_frozen_redis_is_unavailable_and_heals(server: RedisServer, node: Store) -> None:
    downs: list[int] = []
    ups: list[bool] = []
    node.on_down = downs.append
    node.on_up = lambda: ups.append(node.available)
    await fill(node, "m", 1)
    listener = Listener()
    await node.follow("m", listener)
    server.pause()
    pending = node.append("m", 2, body(2))
    await until(lambda: bool(downs))
    assert downs[0] > 0
    assert not node.available
    with pytest.raises(StorageUnavailableError):
        await node.append("m", 2, b"{}")
    with pytest.raises(StorageUnavailableError):
        await node.read("m")
    with pytest.raises(StorageUnavailableError):
        await node.follow("n", Listener())
    with pytest.raises(StorageUnavailableError):
        await node.lobby()
    with pytest.raises(StorageUnavailableError):
        await node.player("p")
    assert ups == []
    server.resume()
    await until(lambda: bool(ups))
    assert all(ups)
    (result,) = await asyncio.gather(pending, return_exceptions=True)
    log = await node.read("m")
    assert (result in log) == isinstance(result, Entry)
    assert listener.entries == log[1:]


async def test_an_append_of_unknown_fate_is_not_awaited_for_ever(
    server: RedisServer, node: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(appends, "UNSURE", 0.2)
    await fill(node, "m", 1)
    server.pause()
    pending = node.append("m", 2, body(2))
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    cut(node)
    with pytest.raises(StorageUnavailableError) as caught:
        await pending
    assert caught.value.unknown
    server.resume()
    await until(lambda: node.available)
    assert [entry.seq for entry in await node.read("m")] in ([1], [1, 2])


async def test_what_others_wrote_meanwhile_is_heard_after_the_reconnection(
    server: RedisServer, node: Store
) -> None:
    await fill(node, "m", 1)
    await fill(node, "n", 1)
    heard, silent = Listener(), Listener()
    await node.follow("m", heard)
    await node.follow("n", silent)
    other = await Store.open(StoreSettings(server.url))
    cut(node)
    entries = await fill(other, "m", 5, first=2)
    await until(lambda: len(heard.entries) == 5)
    assert heard.entries == entries
    entries += await fill(other, "m", 1, first=7)
    await until(lambda: heard.entries == entries)
    assert silent.entries == []
    await other.close()


async def test_no_room_in_memory_refuses_and_stores_nothing(server: RedisServer, node: Store) -> None:
    entries = await fill(node, "m", 3)
    change = Change(row=a_row("m"), secret=b"secret")
    with server.client() as client:
        client.config_set("maxmemory", 1)
        for _ in range(3):
            with pytest.raises(StorageUnavailableError):
                await node.append("m", 4, body(4), change=change)
        assert await node.read("m") == entries
        assert await node.row("m") is None
        client.config_set("maxmemory", 0)
    entries.append(await node.append("m", 4, body(4), change=change))
    assert await node.read("m") == entries
    assert await node.row("m") is not None


async def write_on(node: Store, stored: list[Entry]) -> None:
    while len(stored) < 10_000:
        stored.append(await node.append("m", len(stored) + 1, body(len(stored)) + b" " * 1000))


async def test_no_room_on_disk_refuses_until_there_is(tmp_path: Path) -> None:
    server = RedisServer(tmp_path / "redis", "--appendonly", "yes", "--appendfsync", "everysec")
    server.start()
    server.limit_files(200_000)
    try:
        node = await Store.open(StoreSettings(server.url))
        stored: list[Entry] = []
        with pytest.raises(StorageUnavailableError):
            await write_on(node, stored)
        log = await node.read("m")
        assert log == stored
        server.limit_files()
        async with asyncio.timeout(60):
            while len(stored) < len(log) + 5:
                try:
                    stored.append(await node.append("m", len(stored) + 1, b"{}"))
                except StorageUnavailableError:
                    await asyncio.sleep(0.02)
        server.stop()
        await until(lambda: not node.available)
        server.start()
        await until(lambda: node.available)
        assert await node.read("m") == stored
        await node.close()
    finally:
        server.stop(signal.SIGKILL)


async def test_demoted_master_refuses_until_promoted(tmp_path: Path) -> None:
    server = RedisServer(tmp_path / "redis", port=free_port())
    server.start()
    try:
        node = await Store.open(StoreSettings(server.url))
        await fill(node, "m", 1)
        with server.client() as client:
            client.replicaof("127.0.0.1", 1)
            pending = node.append("m", 2, body(2))
            await until(lambda: not node.available or pending.done())
            client.replicaof("no", "one")
        (result,) = await asyncio.gather(pending, return_exceptions=True)
        await until(lambda: node.available)
        log = await node.read("m")
        assert isinstance(result, (Entry, StorageUnavailableError))
        assert (result in log) == isinstance(result, Entry)
        assert (await node.append("m", len(log) + 1, b"{}")).seq == len(log) + 1
        await node.close()
    finally:
        server.stop(signal.SIGKILL)


async def test_an_entry_is_acknowledged_when_the_replicas_have_it(tmp_path: Path) -> None:
    master = RedisServer(tmp_path / "master", "--repl-diskless-sync-delay", "0", port=free_port())
    replica = RedisServer(tmp_path / "replica", "--replicaof", f"127.0.0.1 {master.port}", port=free_port())
    master.start()
    replica.start()
    try:
        node = await Store.open(StoreSettings(master.url, replicas=1, replica_timeout=60_000))
        hasty = await Store.open(StoreSettings(master.url, replicas=1, replica_timeout=100))
        await until(lambda: replica_keeps_up(master))
        (first, *_) = await asyncio.gather(
            node.append("m", 1, b"{}"), *[node.append(f"n{i}", 1, b"{}") for i in range(9)]
        )
        with replica.client() as client:
            assert client.xlen(log_key("m")) == 1
        replica.pause()
        with pytest.raises(StorageUnavailableError) as caught:
            await hasty.append("m", 2, b"{}")
        assert caught.value.unknown
        with pytest.raises(NumberTakenError):
            await hasty.append("m", 2, b"{}")
        await hasty.close()
        replica.resume()
        await until(lambda: replica_keeps_up(master))
        third = await node.append("m", 3, b"{}")
        with replica.client() as client:
            assert client.xlen(log_key("m")) == 3
        assert await node.read("m", 2) == [third]
        assert (await node.read("m"))[0] == first
        await node.close()
    finally:
        replica.stop(signal.SIGKILL)
        master.stop(signal.SIGKILL)


def replica_keeps_up(master: RedisServer) -> bool:
    """Whether the replica has all there is: it confirms that only some time after it has connected."""
    with master.client() as client:
        client.set("mark", 1)
        return bool(client.wait(1, 100) == 1)


async def test_always_is_promised_only_where_it_can_be_had(tmp_path: Path) -> None:
    server = RedisServer(tmp_path / "redis", "--appendonly", "yes", "--appendfsync", "everysec")
    server.start()
    try:
        with server.client() as client:
            client.execute_command("ACL", "SETUSER", "default", "-config|set")
            with pytest.raises(StoreError, match="always"):
                await Store.open(StoreSettings(server.url, "always"))
            client.execute_command("ACL", "SETUSER", "default", "+config|set")
            node = await Store.open(StoreSettings(server.url, "always"))
            assert client.config_get("appendfsync") == {"appendfsync": "always"}
            await node.close()
            client.execute_command("ACL", "SETUSER", "default", "-config|set")
            again = await Store.open(StoreSettings(server.url, "always"))
            await again.close()
            client.execute_command("ACL", "SETUSER", "default", "+config|set")
            client.config_set("appendonly", "no")
            with pytest.raises(StoreError, match="appendonly"):
                await Store.open(StoreSettings(server.url, "always"))
    finally:
        server.stop(signal.SIGKILL)
