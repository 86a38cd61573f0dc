"""With replicas asked for, an entry is known to nobody, and acknowledged to nobody, before they have it."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import pytest

from bocage.log.records import Change, Entry
from bocage.store import NumberTakenError, StorageUnavailableError, Store, StoreSettings
from bocage.store.appends import Appends
from bocage.store.followed_logs import FollowedLogs
from bocage.store.keys import log_key
from bocage.store.records import Append
from tests.redis_server import RedisServer, free_port
from tests.store.logs import Listener, a_row, body, fill, until


class Couple:
    """A server and its replica."""

    def __init__(self, folder: Path) -> None:
        quick = ("--repl-diskless-sync-delay", "0", "--repl-ping-replica-period", "1")
        self.master = RedisServer(folder / "master", *quick, port=free_port())
        replica_of = ("--replicaof", f"127.0.0.1 {self.master.port}")
        self.replica = RedisServer(folder / "replica", *quick, *replica_of, port=free_port())

    async def store(self, patience: int) -> Store:
        return await Store.open(StoreSettings(self.master.url, replicas=1, replica_timeout=patience))

    def in_step(self) -> bool:
        """Whether the replica confirms what there is."""
        with self.master.client() as client:
            client.set("step", 1)
            return bool(client.wait(1, 100) == 1)


@pytest.fixture
def couple(tmp_path: Path) -> Iterator[Couple]:
    couple = Couple(tmp_path)
    try:
        couple.master.start()
        couple.replica.start()
        yield couple
    finally:
        couple.replica.stop(signal.SIGKILL)
        couple.master.stop(signal.SIGKILL)


@pytest.fixture
async def nodes(couple: Couple) -> AsyncIterator[list[Store]]:
    """Two nodes, impatient with replicas."""
    await until(couple.in_step)
    opened = [await couple.store(200) for _ in range(2)]
    yield opened
    for node in opened:
        await node.close()


async def sure_fill(node: Store, match: str, count: int) -> None:
    """Append, however slow the machine makes the replica."""
    while (seq := len(await node.read(match)) + 1) <= count:
        try:
            await node.append(match, seq, body(seq))
        except (StorageUnavailableError, NumberTakenError):
            continue


async def sure_follow(node: Store, match: str, listener: Listener) -> None:
    while True:
        try:
            listener.entries = (await node.follow(match, listener)).entries
        except StorageUnavailableError:
            continue
        return


def knows(listener: Listener, count: int) -> bool:
    return len(listener.entries) == count


async def test_what_no_replica_has_is_known_to_nobody(couple: Couple, nodes: list[Store]) -> None:
    one, two = nodes
    await sure_fill(one, "m", 1)
    here, there = Listener(), Listener()
    await sure_follow(one, "m", here)
    await sure_follow(two, "m", there)
    couple.replica.pause()
    with pytest.raises(StorageUnavailableError) as caught:
        await one.append("m", 2, body(2))
    assert caught.value.unknown
    for node in nodes:
        # The number is taken, but by what may still be lost: nobody may take it as said and done.
        with pytest.raises(StorageUnavailableError):
            await node.append("m", 2, body(2))
        with pytest.raises(StorageUnavailableError):
            await node.catch_up("m")
    newcomer = await couple.store(200)
    with pytest.raises(StorageUnavailableError):
        await newcomer.follow("m", Listener())
    await newcomer.close()
    assert here.seqs == there.seqs == [1]
    with couple.master.client() as client:
        assert client.xlen(log_key("m")) == 2
    couple.replica.resume()
    await until(lambda: knows(here, 2) and knows(there, 2))
    assert here.entries == there.entries == await one.read("m")


async def test_late_replication_is_told_by_comparison(
    couple: Couple, nodes: list[Store], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bocage.store.topology.BEAT_EVERY", 0.05)
    one = nodes[0]
    await sure_fill(one, "m", 1)
    listeners = [Listener(), Listener()]
    for node, listener in zip(nodes, listeners, strict=True):
        await sure_follow(node, "m", listener)
    couple.replica.pause()
    with pytest.raises(StorageUnavailableError):
        await one.append("m", 2, body(2))
    couple.replica.resume()
    for listener in listeners:
        await until(lambda listener=listener: knows(listener, 2))  # type: ignore[misc]


async def test_stopped_server_confirms_nothing(couple: Couple) -> None:
    await until(couple.in_step)
    node = await couple.store(60_000)
    try:
        await fill(node, "m", 1)
        couple.replica.pause()
        pending = node.append("m", 2, body(2))
        with couple.master.client() as client:
            await until(lambda: client.xlen(log_key("m")) == 2)
            client.replicaof("127.0.0.1", couple.replica.port)
            couple.replica.resume()
            with pytest.raises(StorageUnavailableError) as caught:
                await pending
            assert caught.value.unknown
    finally:
        await node.close()


async def test_a_finished_match_can_be_opened_without_replicas(couple: Couple, nodes: list[Store]) -> None:
    one, two = nodes
    await sure_fill(one, "m", 2)
    while len(await one.read("m")) < 3:
        with_end = Change(row=a_row("m", "ended"), final=True)
        await asyncio.gather(one.append("m", 3, body(3), change=with_end), return_exceptions=True)
    for match in await one.topology.groups[0].closing():
        await one._archive(match)
    couple.replica.pause()
    assert len((await two.follow("m", Listener())).entries) == 3
    couple.replica.resume()


async def test_in_play_everybody_hears_everything(couple: Couple, nodes: list[Store]) -> None:
    listeners = [Listener(), Listener()]
    await sure_fill(nodes[0], "m", 1)
    for node, listener in zip(nodes, listeners, strict=True):
        await sure_follow(node, "m", listener)
    for number in range(60):
        node, listener = nodes[number % 2], listeners[number % 2]
        count = len(listener.entries)
        try:
            await node.append("m", count + 1, body(count))
        except (NumberTakenError, StorageUnavailableError):
            continue
    log = await nodes[0].read("m")
    for listener in listeners:
        await until(lambda listener=listener: knows(listener, len(log)))  # type: ignore[misc]
        assert listener.entries == log
        assert listener.rewinds == 0


@pytest.mark.parametrize("lost_in", ["reading", "confirming"])
async def test_nobody_is_forgotten_where_the_connection_is_lost_again(lost_in: str) -> None:
    trouble = [lost_in]
    answers: list[Entry | Exception] = []

    async def read(match: str, after: int) -> list[Entry]:
        if match == "a" and "reading" in trouble:
            raise StorageUnavailableError
        return [Entry(after + 1, 1, b"{}")]

    async def confirm() -> None:
        if "confirming" in trouble:
            raise asyncio.CancelledError

    appends = Appends(
        "node",
        "fence",
        1,
        100,
        FollowedLogs(read, confirm),
        lambda: None,
        lambda error: None,
    )
    appends._unsure = [Append(match, 2, b"{}", 0, 0, b"", answers.append) for match in "abc"]
    with pytest.raises((StorageUnavailableError, asyncio.CancelledError)):
        await appends.resolve()
    assert answers == []
    trouble.clear()
    await appends.resolve()
    assert answers == [Entry(2, 1, b"{}")] * 3
    assert not appends.pending
