"""Lists: what the lobby, the recent matches, a player's own and the deadlines say, and making them anew."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from functools import partial

import pytest

from bocage.log.projection import project
from bocage.log.records import Change, Log, Row
from bocage.store import Store, StoreSettings
from bocage.store.keys import TAGS, log_key, shard_key, shard_of
from tests.log.logs import BANK, Play, random_play
from tests.redis_server import RedisServer
from tests.store.logs import a_row, body, fill, until


@pytest.fixture
async def other(redis_url: str) -> AsyncIterator[Store]:
    """A second node on the same Redis."""
    opened = await Store.open(StoreSettings(redis_url))
    yield opened
    await opened.close()


async def begin(store: Store, match: str, status: str = "open", at: int = 0, **fields: object) -> None:
    seq = len(await store.read(match)) + 1
    await store.append(match, seq, body(seq), at, Change(row=a_row(match, status, **fields)))


def ids(rows: list[Row]) -> list[str]:
    return [row.match for row in rows]


async def test_finished_matches_do_not_push_an_old_unfinished_one_out(store: Store) -> None:
    await begin(store, "old", "playing", at=10**13)
    for number in range(20):
        await begin(store, f"m{number:02}", "ended", at=10**13 + 1 + number)
    assert ids(await store.matches_of("ann", limit=5)) == ["old", "m19", "m18", "m17", "m16"]


async def test_rows_are_heard_again_after_the_connection_was_lost(store: Store, other: Store) -> None:
    there: list[Row] = []
    other.on_row = there.append
    for match in ("first", "second"):
        ups: list[str] = []
        other.on_up = partial(ups.append, match)
        for server in other.topology.masters():
            server.reconnect()
        await until(lambda ups=ups: bool(ups))  # type: ignore[misc]
        await begin(store, match)
        await until(lambda match=match: ids(there)[-1:] == [match])  # type: ignore[misc]
    assert ids(there) == ["first", "second"]


async def test_a_store_that_is_closed_tells_of_no_outage(redis_url: str) -> None:
    opened = await Store.open(StoreSettings(redis_url))
    told: list[int] = []
    opened.on_down = told.append
    await opened.close()
    assert told == []


def lists_in(redis_server: RedisServer) -> dict[bytes, object]:
    """Every list, as it is kept."""
    kept: dict[bytes, object] = {}
    with redis_server.client() as client:
        for key in client.scan_iter(count=1000):
            name = key.split(b":", 1)[1]
            if name == b"rows":
                kept[key] = client.hgetall(key)
            elif name in (b"open", b"playing", b"ended", b"due") or name.startswith(b"of:"):
                kept[key] = client.zrange(key, 0, -1, withscores=True)
    return kept


async def store_play(store: Store, play: Play, count: int) -> None:
    for proposal, entry in zip(play.proposals[:count], play.entries, strict=False):
        stored = await store.append(proposal.match, proposal.seq, proposal.raw, entry.at, proposal.change)
        assert stored.at == entry.at


async def test_lists_are_made_anew_from_the_logs_alone(store: Store, redis_server: RedisServer) -> None:
    plays = [(play := random_play(seed), len(play.entries) - seed % 3) for seed in range(24)]
    plays.append((Play(BANK).begin(), 4))
    plays.append((Play(), 1))
    for play, count in plays:
        await store_play(store, play, count)
    with redis_server.client() as client:
        closing = [shard_key(shard, "closing") for shard in range(len(TAGS))]
        await until(lambda: not client.exists(*closing))
        before = lists_in(redis_server)
        # Some lists are lost, some say what is not so.
        for number, key in enumerate(sorted(before)):
            if number % 3 == 0:
                client.delete(key)
        client.zadd(shard_key(3, "open"), {"nonsense": 5})
        client.zadd(shard_key(4, "of:ann"), {"nonsense": 5})
    assert await store.rebuild(project) == len(plays)
    assert lists_in(redis_server) == before
    assert len(await store.matches()) == len(plays)
    for play, count in plays:
        log = await store.load(play.match.id)
        assert log.entries == play.entries[:count]
        assert log.secret == (b"" if count == len(play.entries) and play.match.revealed else play.secret)


async def test_one_unreadable_log_does_not_stop_the_rebuilding(
    store: Store, redis_server: RedisServer, caplog: pytest.LogCaptureFixture
) -> None:
    play = random_play(1)
    await store_play(store, play, len(play.entries))
    await fill(store, "unreadable", 3)
    assert await store.rebuild(project) == 1
    assert "unreadable" in caplog.text
    assert set(await store.matches()) == {play.match.id, "unreadable"}
    assert ids(await store.recent()) == [play.match.id]


async def test_match_growing_during_rebuild_is_read_again(store: Store, redis_server: RedisServer) -> None:
    await fill(store, "m", 1)

    def slow(log: Log) -> Change:
        if len(log.entries) == 1:
            with redis_server.client() as client:
                client.xadd(log_key("m"), {"at": 7, "raw": "{}"}, "2-0")
        return Change(row=a_row("m", names=[str(len(log.entries))]))

    assert await store.rebuild(slow) == 1
    row = await store.row("m")
    assert row is not None
    assert row.names == ["2"]


async def test_ended_list_keeps_the_newest_of_each_shard(store: Store, redis_server: RedisServer) -> None:
    same = [f"m{number}" for number in range(50_000) if shard_of(f"m{number}") == 0][:1005]
    await asyncio.gather(
        *[
            store.append(match, 1, b"{}", 10**13 + number, Change(row=a_row(match, "ended")))
            for number, match in enumerate(same)
        ]
    )
    with redis_server.client() as client:
        kept = client.zrange(shard_key(0, "ended"), 0, -1)
    assert kept == [match.encode() for match in same[5:]]
