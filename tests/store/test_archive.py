"""Finished matches: one compressed value, read like any other, closed for ever."""

from __future__ import annotations

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bocage.log.records import Change, Entry
from bocage.store import NumberTakenError, Store, StoreSettings
from bocage.store.archive import compress, expand
from bocage.store.keys import log_key, shard_key, shard_of
from tests.redis_server import RedisServer
from tests.store.logs import Listener, a_row, body, fill, until

ENTRIES = st.lists(
    st.tuples(st.integers(0, 10**10), st.binary(max_size=60).map(lambda raw: raw.replace(b"\n", b""))), min_size=1
)


def as_log(parts: list[tuple[int, bytes]]) -> list[Entry]:
    at = 0
    log = []
    for seq, (passed, raw) in enumerate(parts, 1):
        at += passed
        log.append(Entry(seq, at, raw))
    return log


@given(ENTRIES)
def test_nothing_is_lost(parts: list[tuple[int, bytes]]) -> None:
    log = as_log(parts)
    assert expand(compress(log)) == log


def test_a_body_with_a_line_break_is_not_archived() -> None:
    with pytest.raises(ValueError, match="line break"):
        compress([Entry(1, 1, b"{\n}")])


async def finish(store: Store, match: str, count: int = 5) -> list[Entry]:
    entries = await fill(store, match, count - 1)
    change = Change(row=a_row(match, "ended"), final=True)
    return [*entries, await store.append(match, count, body(count), change=change)]


def rows(redis_server: RedisServer, match: str) -> list[bytes]:
    with redis_server.client() as client:
        return [field for _, fields in client.xrange(log_key(match)) for field in fields]


async def test_nothing_can_be_added_to_an_archived_log(store: Store, redis_server: RedisServer) -> None:
    entries = await finish(store, "m")
    await until(lambda: rows(redis_server, "m") == [b"archive"])
    for seq in range(1, 9):
        with pytest.raises(NumberTakenError):
            await store.append("m", seq, b"{}")
    assert await store.read("m") == entries


async def test_absent_follower_hears_the_rest_from_the_archive(
    redis_url: str, store: Store, redis_server: RedisServer
) -> None:
    other = await Store.open(StoreSettings(redis_url))
    await fill(store, "m", 2)
    listener = Listener()
    await other.follow("m", listener)
    with redis_server.client() as client:
        client.delete(shard_key(shard_of("m"), "near:m"))
    await fill(store, "m", 2, first=3)
    await store.append("m", 5, body(5), change=Change(final=True))
    await until(lambda: rows(redis_server, "m") == [b"archive"])
    with pytest.raises(NumberTakenError):
        await other.append("m", 3, b"{}")
    assert listener.seqs == [3, 4, 5]
    await other.close()


async def test_next_connection_archives_what_a_crash_left(
    redis_url: str, store: Store, redis_server: RedisServer
) -> None:
    entries = await fill(store, "m", 4)
    with redis_server.client() as client:
        client.sadd(shard_key(shard_of("m"), "closing"), "m")
        other = await Store.open(StoreSettings(redis_url))
        await until(lambda: rows(redis_server, "m") == [b"archive"])
        await until(lambda: not client.exists(shard_key(shard_of("m"), "closing")))
    assert await other.read("m") == entries
    await other.close()


async def test_a_typical_finished_match_takes_at_most_eight_kibibytes(
    store: Store, redis_server: RedisServer
) -> None:
    rng = random.Random(1)
    verbs = ("fire", "move", "advance", "play", "pass", "choose", "discard", "assault")
    cards = [
        f"{kind}_{number}" for kind in ("rifle", "pistol", "mortar", "grenade", "smoke") for number in range(20)
    ]
    at = 0
    for seq in range(1, 501):
        at += rng.randint(200, 60_000)
        raw = (
            f'{{"e":"acted","seat":{seq % 2},"action":{{"do":"{rng.choice(verbs)}","card":"{rng.choice(cards)}"}}}}'
        )
        change = Change(row=a_row("m", "ended"), final=True) if seq == 500 else None
        await store.append("m", seq, raw.encode(), not_before=1_800_000_000_000 + at, change=change)
    await until(lambda: rows(redis_server, "m") == [b"archive"])
    with redis_server.client() as client:
        used = client.memory_usage(log_key("m"))
        row = client.hget(shard_key(shard_of("m"), "rows"), "m")
    assert used is not None
    assert row is not None
    assert used + len(row) + 500 <= 8 * 1024
