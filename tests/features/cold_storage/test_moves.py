"""Finished matches that leave Redis: read as before from wherever they lie, and lost at no step."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bocage.features.cold_storage.moves import ColdMoves
from bocage.features.cold_storage.reader import MARK
from bocage.features.cold_storage.record import DAY, day_of
from bocage.features.cold_storage.records import ColdDamagedError, ColdUnavailableError
from bocage.log.records import Change, Log, Points, Row
from bocage.store import NumberTakenError, Store
from bocage.store.keys import SHARDS, cold_key, log_key, review_key, shard_key, shard_of
from tests.features.cold_storage.memory import (
    MemoryStorage,
    checked,
    finish,
    moves_of,
    open_cold,
    reader_of,
    until_archived,
    use_cold,
)
from tests.redis_server import RedisServer
from tests.store.logs import Listener, a_row, body, fill, until

LATER = 10**15


@pytest.fixture
async def other(redis_url: str, storage: MemoryStorage) -> AsyncIterator[Store]:
    store = await open_cold(redis_url, storage)
    yield store
    await store.close()


def in_redis(redis_server: RedisServer, match: str) -> bool:
    with redis_server.client() as client:
        return bool(client.exists(log_key(match)))


async def test_a_match_in_cold_storage_reads_as_before(
    cold: Store, other: Store, redis_server: RedisServer, storage: MemoryStorage
) -> None:
    entries = await finish(cold, "m")
    before = (await cold.row("m"), await cold.matches_of("ann"), await cold.recent())
    assert await moves_of(cold).move_before(LATER) == 1
    assert not in_redis(redis_server, "m")
    for store in (cold, other):
        assert await store.read("m") == entries
        assert await store.read("m", 3) == entries[3:]
        assert await store.read("m", 5) == []
        assert await store.load("m") == Log(entries)
        assert await store.catch_up("m") == entries
        assert (await store.follow("m", Listener())).entries == entries
        assert (await store.row("m"), await store.matches_of("ann"), await store.recent()) == before
        assert await store.matches() == ["m"]
    assert reader_of(cold).counts.moved == 1
    assert await moves_of(cold).move_before(LATER) == 0


async def test_redis_keeps_a_few_bytes_of_it(cold: Store, redis_server: RedisServer) -> None:
    await finish(cold, "m")
    assert await moves_of(cold).move("m")
    with redis_server.client() as client:
        left = {key.decode() for key in client.keys("*m") + client.keys("*ann")}
        assert client.hgetall(cold_key("m"))[b"m"].isdigit()
        assert client.hgetall(shard_key(shard_of("m"), "rows")) == {}
        assert client.exists(shard_key(shard_of("m"), "finished")) == 0
    assert left == {cold_key("m"), "cold:ann"}


async def test_moved_match_can_neither_grow_nor_restart(cold: Store) -> None:
    entries = await finish(cold, "m")
    assert await moves_of(cold).move("m")
    for seq in range(1, 9):
        with pytest.raises(NumberTakenError):
            await cold.append("m", seq, b"{}")
    assert await cold.read("m") == entries


async def test_only_what_is_finished_and_old_enough_is_moved(cold: Store, redis_server: RedisServer) -> None:
    await fill(cold, "running", 3)
    entries = await finish(cold, "m")
    assert not await moves_of(cold).move("running")
    assert not await moves_of(cold).move("nothing")
    assert await moves_of(cold).move_before(entries[-1].at) == 0
    assert await moves_of(cold).move_before(entries[-1].at + 1) == 1
    assert in_redis(redis_server, "running")


async def test_another_node_moves_what_this_one_does_not(cold: Store, other: Store) -> None:
    entries = await finish(cold, "m")
    assert await moves_of(cold).move_before(0) == 0  # the shards are this node's for some minutes
    assert await moves_of(other).move_before(LATER) == 0
    assert await moves_of(other).move("m")
    assert not await moves_of(cold).move("m")
    assert await cold.read("m") == entries


TROUBLES = [(step, what) for step in range(2) for what in ("before", "after", "torn")]


@pytest.mark.parametrize(("step", "what"), TROUBLES)
async def test_failing_storage_loses_nothing_at_any_step(
    cold: Store, redis_server: RedisServer, storage: MemoryStorage, step: int, what: str
) -> None:
    entries = await finish(cold, "m")
    storage.records[MARK] = b""
    # Before its first step it looks for the mark.
    storage.trouble = {step + 1: what}
    if (step, what) == (1, "torn"):  # reading cannot tear what was written
        assert await moves_of(cold).move_before(LATER) == 1
        return
    with pytest.raises(ColdUnavailableError):
        await moves_of(cold).move_before(LATER)
    assert in_redis(redis_server, "m")
    assert await cold.read("m") == entries
    assert await moves_of(cold).move_before(LATER) == 1
    assert not in_redis(redis_server, "m")
    assert await cold.read("m") == entries
    assert [row.match for row in await cold.matches_of("ann")] == ["m"]


@pytest.mark.parametrize("last", ["_list", "_write"])
async def test_next_node_completes_an_interrupted_move(
    cold: Store, other: Store, monkeypatch: pytest.MonkeyPatch, last: str
) -> None:
    entries = await finish(cold, "m")
    step = getattr(ColdMoves, last)

    async def dies(*arguments: object) -> None:
        await step(*arguments)
        raise KeyboardInterrupt

    with monkeypatch.context() as patch:
        patch.setattr(ColdMoves, last, dies)
        with pytest.raises(KeyboardInterrupt):
            await moves_of(cold).move("m")
    assert await other.read("m") == entries
    assert await moves_of(other).move("m")
    assert await cold.read("m") == entries
    assert [row.match for row in await other.matches_of("ann")] == ["m"]


async def test_dead_storage_is_told_and_the_rest_goes_on(cold: Store, other: Store, storage: MemoryStorage) -> None:
    entries = await finish(cold, "m")
    await finish(cold, "here")
    assert await moves_of(cold).move("m")
    storage.dead = True
    for read in (other.read, other.load, other.catch_up):
        with pytest.raises(ColdUnavailableError):
            await read("m")
    with pytest.raises(ColdUnavailableError):
        await other.follow("m", Listener())
    assert await other.row("m") is None
    assert not reader_of(other).counts.works
    # Lists do not lose it: they say that it is there. When it ended, a player's list tells to the day.
    mine = await other.matches_of("ann")
    assert [(row.match, row.unreadable) for row in mine] == [("here", False), ("m", True)]
    day = day_of(entries[-1].at) * DAY
    assert mine[1] == Row("m", "", "ended", [], [], unreadable=True, at=day)
    recent = {row.match: row for row in await other.recent()}
    assert recent.keys() == {"here", "m"}
    assert recent["m"] == Row("m", "", "ended", [], [], unreadable=True, at=entries[-1].at)
    storage.dead = False
    assert not any(row.unreadable for row in [*await other.matches_of("ann"), *await other.recent()])
    assert await other.read("m") == entries
    assert reader_of(other).counts.works


async def test_a_node_without_cold_storage_says_so(cold: Store, store: Store) -> None:
    use_cold(store, None)
    await finish(cold, "m")
    assert await moves_of(cold).move("m")
    with pytest.raises(ColdUnavailableError, match="BOCAGE_COLD_STORAGE"):
        await store.read("m")
    with pytest.raises(ColdUnavailableError, match="BOCAGE_COLD_STORAGE"):
        await store.rebuild(lambda stored: Change())
    with pytest.raises(ColdUnavailableError):
        await moves_of(store).delete("m")
    assert await store.read("nothing") == []


@pytest.mark.parametrize("what", ["gone", "other", "cut"])
async def test_a_damaged_record_is_never_shown(
    cold: Store, other: Store, storage: MemoryStorage, what: str
) -> None:
    for match in ("m", "n"):
        await finish(cold, match)
        assert await moves_of(cold).move(match)
    name = next(name for name in storage.records if name.endswith("/m"))
    if what == "gone":
        del storage.records[name]
    else:
        whole = storage.records[name]
        storage.records[name] = whole[:-1] if what == "cut" else storage.records[name[:-1] + "n"]
    with pytest.raises(ColdDamagedError):
        await other.read("m")
    assert reader_of(other).counts.damaged == 1
    # The other records are there, so storage is.
    assert reader_of(other).counts.works


async def test_a_follower_of_a_finished_match_notices_nothing(cold: Store, other: Store) -> None:
    entries = await finish(cold, "m")
    listener = Listener()
    assert (await other.follow("m", listener)).entries == entries
    assert await moves_of(cold).move("m")
    group = other.topology.group("m")
    group.followed_logs.compare("m", -1)
    followed = group.followed_logs.all()[0]
    await until(lambda: followed.healing is not None and followed.healing.done())
    server = other.topology._first
    lost = server.connection
    server.reconnect()
    await until(lambda: server.up and server.connection not in (None, lost))
    await until(lambda: followed.sure)
    assert (listener.seqs, listener.rewinds) == ([], 0)


async def test_it_comes_back_and_goes_again(cold: Store, redis_server: RedisServer, storage: MemoryStorage) -> None:
    entries = await finish(cold, "m")
    row = await cold.row("m")
    assert await moves_of(cold).move("m")
    assert await moves_of(cold).restore("m")
    assert in_redis(redis_server, "m")
    storage.dead = True
    assert await cold.read("m") == entries
    assert await cold.row("m") == row
    assert [one.match for one in await cold.matches_of("ann")] == ["m"]
    assert not await moves_of(cold).restore("m")
    storage.dead = False
    assert await moves_of(cold).move_before(LATER) == 1
    assert await cold.read("m") == entries


@pytest.mark.parametrize("moved", [False, True])
async def test_a_deleted_match_is_gone_from_everywhere(
    cold: Store, redis_server: RedisServer, storage: MemoryStorage, moved: bool
) -> None:
    await fill(cold, "running", 2)
    await finish(cold, "m")
    await cold.topology.call(review_key("m"), "SET", review_key("m"), "1 {}")
    if moved:
        assert await moves_of(cold).move("m")
    assert await moves_of(cold).delete("m")
    assert (await cold.read("m"), await cold.row("m"), await cold.matches_of("ann")) == ([], None, [])
    assert (await cold.recent(), storage.records) == ([], {})
    assert await cold.topology.call(review_key("m"), "GET", review_key("m")) is None
    assert not await moves_of(cold).delete("m")
    assert not await moves_of(cold).delete("running")
    with redis_server.client() as client:
        assert client.keys("*:m") + client.keys("cold:*") == []


@pytest.mark.parametrize("step", [0, 1])
async def test_a_deletion_cut_short_is_finished_by_doing_it_again(
    cold: Store, storage: MemoryStorage, step: int
) -> None:
    entries = await finish(cold, "m")
    assert await moves_of(cold).move("m")
    storage.trouble = {storage.steps + step: "before"}
    with pytest.raises(ColdUnavailableError):
        await moves_of(cold).delete("m")
    assert await moves_of(cold).delete_before(day_of(entries[-1].at)) == 0
    assert await moves_of(cold).delete_before(day_of(entries[-1].at) + 1) == 1
    assert storage.records == {}
    assert await cold.read("m") == []


async def test_lists_are_made_anew_with_what_lies_in_cold_storage(cold: Store, redis_server: RedisServer) -> None:
    def project(stored: Log) -> Change:
        match = "m" if len(stored.entries) == 5 else "n"
        return Change(row=a_row(match, "ended", at=stored.entries[-1].at), final=True)

    await finish(cold, "m", 5)
    await finish(cold, "n", 6)
    assert await moves_of(cold).move("m")
    before = (await cold.recent(), await cold.matches_of("ann"))
    assert await cold.rebuild(project) == 2
    assert (await cold.recent(), await cold.matches_of("ann")) == before
    with redis_server.client() as client:
        assert client.hkeys(shard_key(shard_of("m"), "rows")) == [] if shard_of("m") != shard_of("n") else [b"n"]
        assert not client.sismember(shard_key(shard_of("m"), "closing"), "m")


async def points_of(store: Store, span: str) -> int:
    """Ann's points on a board of all shards."""
    keys = [shard_key(shard, f"board:toy:{span}") for shard in range(SHARDS)]
    return sum([int(await store.topology.call(key, "ZSCORE", key, "ann") or 0) for key in keys])


async def test_lists_are_not_made_anew_while_storage_does_not_answer(cold: Store, storage: MemoryStorage) -> None:
    points = Points("toy", ("all",), "ann", 7)
    await cold.append("m", 1, body(1), change=Change(row=a_row("m", "ended"), final=True, points=points))
    await until_archived(cold, "m")
    assert await moves_of(cold).move("m")
    storage.dead = True
    with pytest.raises(ColdUnavailableError):
        await cold.rebuild(lambda stored: Change(row=a_row("m", "ended"), final=True, points=points))
    assert await points_of(cold, "all") == 7
    assert [row.match for row in await cold.matches_of("ann")] == ["m"]


@pytest.mark.parametrize("anew", [False, True])
async def test_boards_keep_what_a_moved_match_gave(cold: Store, anew: bool) -> None:
    def change(match: str) -> Change:
        points = Points("toy", ("2099-06-15", "all"), "ann", 7 if match == "m" else 4)
        return Change(row=a_row(match, "ended"), final=True, points=points)

    def project(stored: Log) -> Change:
        return change("m" if len(stored.entries) == 2 else "n")

    for match, count in (("m", 1), ("n", 2)):
        await fill(cold, match, count)
        await cold.append(match, count + 1, body(count + 1), change=change(match))
        await until_archived(cold, match)
    assert [await points_of(cold, span) for span in ("2099-06-15", "all")] == [11, 11]
    assert await moves_of(cold).move("m")
    if anew:
        assert await cold.rebuild(project) == 2
    assert [await points_of(cold, span) for span in ("2099-06-15", "all")] == [11, 11]


async def test_matches_of_one_player_in_both_places_are_one_list(cold: Store) -> None:
    for number in range(6):
        await finish(cold, f"m{number}")
        if number < 4:
            assert await moves_of(cold).move(f"m{number}")
            await moves_of(cold)._list("ann", f"m{number}")  # a second node did the same
    await cold.append("new", 1, body(1), change=Change(row=a_row("new")))
    matches = [row.match for row in await cold.matches_of("ann")]
    assert matches[0] == "new"
    assert sorted(matches[1:3]) == ["m4", "m5"]
    assert sorted(matches[3:]) == ["m0", "m1", "m2", "m3"]
    assert len(await cold.matches_of("ann", 4)) == 4


async def test_reading_waits_for_storage_but_not_for_ever(
    cold: Store, monkeypatch: pytest.MonkeyPatch, storage: MemoryStorage
) -> None:
    await finish(cold, "m")
    assert await moves_of(cold).move("m")
    monkeypatch.setattr("bocage.features.cold_storage.reader.MOST_WAITING", 0)
    with pytest.raises(ColdUnavailableError, match="too many"):
        await cold.read("m")


async def test_storage_that_lost_everything_is_unavailable(
    cold: Store, other: Store, storage: MemoryStorage, redis_server: RedisServer
) -> None:
    entries = await finish(cold, "m")
    assert await moves_of(cold).move_before(LATER) == 1
    kept, storage.records = storage.records, {}
    with pytest.raises(ColdUnavailableError, match="is it mounted"):
        await other.read("m")
    assert not reader_of(other).counts.works
    # Nothing is moved there, and no list is made anew without what these matches gave.
    await finish(cold, "n")
    with pytest.raises(ColdUnavailableError, match="is it mounted"):
        await moves_of(cold).move_before(LATER, alone=False)
    assert not reader_of(cold).counts.works
    assert in_redis(redis_server, "n")
    for work in (checked(cold), cold.rebuild(lambda stored: Change())):
        with pytest.raises(ColdUnavailableError, match="is it mounted"):
            await work
    storage.records = kept
    assert await other.read("m") == entries
    assert reader_of(other).counts.works


async def test_storage_without_a_mark_is_marked_by_the_next_move(cold: Store, storage: MemoryStorage) -> None:
    await finish(cold, "m")
    assert await moves_of(cold).move("m")
    assert MARK not in storage.records
    assert await moves_of(cold).move_before(LATER) == 0
    assert MARK in storage.records
    assert await moves_of(cold).delete("m")
    assert (await checked(cold)).missing == []


async def test_a_record_missing_from_marked_storage_is_lost(
    cold: Store, other: Store, storage: MemoryStorage
) -> None:
    await finish(cold, "m")
    assert await moves_of(cold).move_before(LATER) == 1
    storage.records = {MARK: storage.records[MARK]}
    with pytest.raises(ColdDamagedError, match="not there"):
        await other.read("m")
    assert reader_of(other).counts.works
    assert [row.unreadable for row in await other.matches_of("ann")] == [True]


async def test_a_match_that_comes_back_leaves_redis_as_it_was(redis_server: RedisServer, cold: Store) -> None:
    await finish(cold, "m", players=["ann", "bob"])
    with redis_server.client() as client:
        before = {key: client.dump(key) for key in client.keys("{*}:*")}
        assert await moves_of(cold).move("m")
        assert await moves_of(cold).restore("m")
        assert set(client.keys("{*}:*")) == set(before)
        assert client.keys("cold:*") == []
