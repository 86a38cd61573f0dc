"""The log: compare-and-append, batches, times, and many writers at once."""

from __future__ import annotations

import asyncio
import random

import pytest

from bocage.log.records import Change
from bocage.store import NumberTakenError, Store, StoreError, StoreSettings
from bocage.store.keys import SHARDS
from tests.redis_server import RedisServer
from tests.store.logs import Listener, a_row, body, fill


async def test_refused_append_is_reported_and_others_are_stored(store: Store, redis_server: RedisServer) -> None:
    await fill(store, "m", 1)
    with redis_server.client() as client:
        client.config_set("maxmemory", 1)
        try:
            results = await asyncio.gather(
                store.append("m", 2, b"{}"), store.append("n", 1, b"{}"), return_exceptions=True
            )
        finally:
            client.config_set("maxmemory", 0)
    assert all(isinstance(result, StoreError) and "OOM" in str(result) for result in results)
    assert [len(await store.read(match)) for match in ("m", "n")] == [1, 0]
    assert (await store.append("m", 2, b"{}")).seq == 2


async def test_appends_of_one_turn_travel_in_one_call(store: Store, redis_server: RedisServer) -> None:
    with redis_server.client() as client:
        client.config_resetstat()
        await asyncio.gather(*[store.append(f"m{i}", 1, body(i)) for i in range(100)])
        stats = client.info("commandstats")
    assert stats["cmdstat_xadd"]["calls"] == 100
    beats = stats["cmdstat_zrangebyscore"]["calls"] // (SHARDS + 1) if "cmdstat_zrangebyscore" in stats else 0
    assert stats["cmdstat_evalsha"]["calls"] - beats == 1


async def test_more_than_one_call_can_carry_are_all_stored(store: Store) -> None:
    entries = await asyncio.gather(*[store.append(f"m{i}", 1, body(i)) for i in range(1500)])
    assert all(entry.seq == 1 for entry in entries)
    assert len(await store.matches()) == 1500


async def test_times_are_redis_times_and_not_before_what_was_asked(store: Store, redis_server: RedisServer) -> None:
    with redis_server.client() as client:
        seconds, micros = client.time()
        before = seconds * 1000 + micros // 1000
        first = await store.append("m", 1, b"{}")
        seconds, micros = client.time()
        after = seconds * 1000 + micros // 1000
    assert before <= first.at <= after
    later = await store.append("m", 2, b"{}", not_before=first.at + 100_000)
    assert later.at == first.at + 100_000
    assert await store.read("m") == [first, later]
    assert abs(store.now() - after) < 5000


async def test_the_estimated_clock_never_runs_backwards(store: Store) -> None:
    times = [store.now() for _ in range(1000)]
    store._clock(times[-1] - 60_000)
    times.append(store.now())
    assert times == sorted(times)


async def test_the_secret_comes_with_the_log_until_the_last_entry(store: Store) -> None:
    secret = bytes(range(32))
    await store.append("m", 1, b"{}", change=Change(row=a_row("m"), secret=secret))
    assert (await store.load("m")).secret == secret
    await store.append("m", 2, b"{}", change=Change(final=True))
    assert (await store.load("m")).secret == b""


@pytest.mark.parametrize("seed", range(4))
async def test_many_writers_race_and_every_acknowledged_append_is_there_once(
    redis_url: str, store: Store, seed: int
) -> None:
    rng = random.Random(seed)
    other = await Store.open(StoreSettings(redis_url))
    matches = ["a", "b", "c"]
    stored: dict[str, list[bytes]] = {match: [] for match in matches}
    listeners: list[tuple[str, Listener]] = []

    async def write(name: str, via: Store, match: str, count: int) -> None:
        seq = 0
        for number in range(count):
            raw = body(number, name)
            while True:
                try:
                    seq = (await via.append(match, seq + 1, raw)).seq
                    stored[match].append(raw)
                    break
                except NumberTakenError:
                    seq += len(await via.read(match, seq))
            if rng.random() < 0.3:
                await asyncio.sleep(0)

    async def watch(via: Store, match: str) -> None:
        listener = Listener()
        listener.entries += (await via.follow(match, listener)).entries
        listeners.append((match, listener))

    for match in matches:
        for via in (store, other):
            await via.append(match, 1, b"{}") if via is store else None
            await watch(via, match)
    await asyncio.gather(
        *[
            write(f"{match}{number}", rng.choice((store, other)), match, rng.randint(5, 25))
            for match in matches
            for number in range(6)
        ]
    )
    for match in matches:
        log = await store.read(match)
        assert [entry.seq for entry in log] == list(range(1, len(log) + 1))
        assert sorted(entry.raw for entry in log[1:]) == sorted(stored[match])
        times = [entry.at for entry in log]
        assert times == sorted(times)
    # What the last append published to the other node is on its way before its answer.
    await asyncio.gather(store.load("a"), other.load("a"))
    for match, listener in listeners:
        assert listener.entries == await store.read(match)
    await other.close()


async def test_redis_forgetting_its_scripts_is_not_noticed(store: Store, redis_server: RedisServer) -> None:
    with redis_server.client() as client:
        await fill(store, "m", 1)
        client.script_flush()
        await fill(store, "m", 2, first=2)
        client.script_flush()
        assert await store.project("m", Change(row=a_row("m")), 3, 5)
        client.script_flush()
        await store.append("m", 4, b"{}", change=Change(final=True))
        await store.close()
    reopened = await Store.open(StoreSettings(redis_server.url))
    assert [entry.seq for entry in await reopened.read("m")] == [1, 2, 3, 4]
    await reopened.close()


async def test_an_address_where_nothing_listens_is_an_error() -> None:
    with pytest.raises(StoreError):
        await Store.open(StoreSettings("unix:///nonexistent/redis.sock"))
    with pytest.raises(StoreError):
        await Store.open(StoreSettings("redis://127.0.0.1:1"))
