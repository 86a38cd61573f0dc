"""Followers: every entry once, in order, whoever wrote it and whatever was lost on the way."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from bocage.log.records import Change, Entry
from bocage.store import NumberTakenError, Store, StoreSettings
from bocage.store.keys import log_key, near_key
from tests.redis_server import RedisServer
from tests.store.logs import Listener, a_row, body, fill, until


@pytest.fixture
async def other(redis_url: str) -> AsyncIterator[Store]:
    """A second node on the same Redis."""
    opened = await Store.open(StoreSettings(redis_url))
    yield opened
    await opened.close()


async def test_the_follower_knows_its_own_entry_before_the_answer_comes(store: Store) -> None:
    await fill(store, "m", 1)
    listener = Listener()
    await store.follow("m", listener)
    pending = store.append("m", 2, body(2))
    seen: list[list[int]] = []
    pending.add_done_callback(lambda _: seen.append(listener.seqs))
    await pending
    assert seen == [[2]]


async def test_a_lost_race_is_told_after_what_won_it(store: Store, other: Store) -> None:
    await fill(store, "m", 1)
    listener = Listener()
    await store.follow("m", listener)
    for seq in range(2, 30):
        await other.append("m", seq, body(seq))
        with pytest.raises(NumberTakenError):
            await store.append("m", seq, body(seq, "late"))
        assert listener.seqs == list(range(2, seq + 1))


async def test_who_follows_nothing_new_is_told_nothing(store: Store) -> None:
    listener = Listener()
    assert (await store.follow("none", listener)).entries == []
    await fill(store, "none", 1)
    assert listener.entries == []


async def test_unfollow_ends_it_and_leaves_nothing_behind(
    store: Store, other: Store, redis_server: RedisServer
) -> None:
    await fill(store, "m", 1)
    listener = Listener()
    await store.follow("m", listener)
    with redis_server.client() as client:
        assert client.smembers(near_key("m")) == {store.node.encode()}
        store.unfollow("m")
        store.unfollow("m")
        await store.read("m")
        assert not client.exists(near_key("m"))
    await other.append("m", 2, body(2))
    await store.append("m", 3, body(3))
    assert listener.entries == []


async def test_a_new_follower_replaces_the_old(store: Store) -> None:
    await fill(store, "m", 1)
    old, new = Listener(), Listener()
    await store.follow("m", old)
    await store.follow("m", new)
    await fill(store, "m", 1, first=2)
    assert (old.seqs, new.seqs) == ([], [2])


async def test_following_while_others_write_misses_nothing(store: Store, other: Store) -> None:
    await fill(other, "m", 1)

    async def write() -> None:
        for seq in range(2, 200):
            await other.append("m", seq, body(seq))

    writing = asyncio.create_task(write())
    for _ in range(20):
        listener = Listener()
        listener.entries += (await store.follow("m", listener)).entries
        await asyncio.sleep(0.001)
        assert listener.seqs == list(range(1, len(listener.seqs) + 1))
    await writing
    await until(lambda: len(listener.entries) == 199)
    assert listener.entries == await store.read("m")


async def test_a_gap_is_healed_from_the_stream(store: Store, other: Store, redis_server: RedisServer) -> None:
    await fill(store, "m", 1)
    listener = Listener()
    await store.follow("m", listener)
    with redis_server.client() as client:
        # As if the news of these had been lost: nobody is noted as a follower while they are written.
        client.delete(near_key("m"))
        await fill(other, "m", 3, first=2)
        client.sadd(near_key("m"), store.node)
    await other.append("m", 5, body(5))
    await until(lambda: len(listener.entries) == 4)
    assert listener.seqs == [2, 3, 4, 5]


async def test_a_wake_up_that_was_lost_is_noticed_by_itself(
    store: Store, other: Store, redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bocage.store.topology.BEAT_EVERY", 0.01)
    listeners = {f"m{number}": Listener() for number in range(40)}
    with redis_server.client() as client:
        for match, listener in listeners.items():
            await fill(store, match, 1)
            await store.follow(match, listener)
            client.delete(near_key(match))
            await fill(other, match, 3, first=2)
    for match in list(listeners)[::2]:
        await other.append(match, 5, body(5), change=Change(row=a_row(match, "ended"), final=True))
    for match in list(listeners)[::4]:
        with redis_server.client() as client:
            await until(lambda match=match: client.xlen(log_key(match)) == 1)  # type: ignore[misc]
    for match, listener in listeners.items():
        log = await other.read(match, 1)
        await until(lambda listener=listener, log=log: listener.entries == log)  # type: ignore[misc]
        assert listener.rewinds == 0


async def test_who_reads_the_whole_log_is_told_it_first(
    store: Store, other: Store, redis_server: RedisServer
) -> None:
    await fill(store, "m", 1)
    listener = Listener()
    await store.follow("m", listener)
    with redis_server.client() as client:
        client.delete(near_key("m"))
    await fill(other, "m", 3, first=2)
    log = await store.catch_up("m")
    assert log == await other.read("m")
    assert listener.entries == log[1:]
    assert await store.catch_up("nobody") == []


async def test_nodes_that_died_are_forgotten_at_the_first_publication(
    store: Store, redis_server: RedisServer
) -> None:
    await fill(store, "m", 1)
    with redis_server.client() as client:
        client.sadd(near_key("m"), "dead", "buried")
        await fill(store, "m", 1, first=2)
        assert not client.exists(near_key("m"))


async def test_one_followers_mistake_does_not_stop_the_others(
    store: Store, caplog: pytest.LogCaptureFixture
) -> None:
    class Careless(Listener):
        def entry(self, entry: Entry) -> None:
            raise RuntimeError("a mistake")

    good = Listener()
    await fill(store, "bad", 1)
    await fill(store, "good", 1)
    await store.follow("bad", Careless())
    await store.follow("good", good)
    await asyncio.gather(store.append("bad", 2, body(2)), store.append("good", 2, body(2)))
    assert good.seqs == [2]
    assert "a mistake" in caplog.text


async def test_followers_of_a_finished_match_hear_its_last_entry(store: Store, other: Store) -> None:
    await fill(store, "m", 1)
    listener = Listener()
    await other.follow("m", listener)
    await store.append("m", 2, body(2), change=Change(row=a_row("m", "ended"), final=True))
    await until(lambda: listener.seqs == [2])
