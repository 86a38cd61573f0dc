"""Logs and their followers, as every store keeps them."""

from __future__ import annotations

import asyncio

import pytest

from bocage.log.records import Change, Entry, Log
from bocage.store import NumberTakenError, Store
from bocage.store.connection import settle
from bocage.store.keys import log_key
from tests.store.logs import Listener, a_row, body, until


async def fill(store: Store, match: str, count: int, first: int = 1) -> list[Entry]:
    return [await store.append(match, seq, body(seq)) for seq in range(first, first + count)]


async def test_entries_come_back_as_they_were_stored(store: Store) -> None:
    written = await fill(store, "m", 3)
    assert await store.read("m") == written == (await store.load("m")).entries
    assert await store.read("m", 2) == written[2:]
    assert await store.read("m", 3) == await store.read("other") == []
    assert await store.load("other") == Log([])
    assert await store.matches() == ["m"]


async def test_a_number_that_is_not_the_next_is_taken(store: Store) -> None:
    await fill(store, "m", 2)
    for seq in (1, 2, 4, 99):
        with pytest.raises(NumberTakenError):
            await store.append("m", seq, b"{}")
    with pytest.raises(NumberTakenError):
        await store.append("new", 2, b"{}")
    assert len(await store.read("m")) == 2
    assert await store.read("new") == []


async def test_of_several_for_one_number_the_first_wins(store: Store, other: Store) -> None:
    tries = [node.append("m", 1, body(number)) for number in range(4) for node in (store, other)]
    results = await asyncio.gather(*tries, return_exceptions=True)
    (winner,) = [result for result in results if isinstance(result, Entry)]
    assert [type(result) for result in results].count(NumberTakenError) == 7
    assert await store.read("m") == await other.read("m") == [winner]


async def test_an_entry_has_the_time_it_was_asked_for(store: Store) -> None:
    first = await store.append("m", 1, b"{}")

    async def at(seq: int, not_before: int, asked: int) -> int:
        stored: asyncio.Future[Entry] = asyncio.get_running_loop().create_future()
        store.submit("m", seq, b"{}", not_before, asked, None, lambda result: settle(stored, result))
        assert not stored.done(), "never before submit returns"
        return (await stored).at

    assert await at(2, first.at, first.at + 1) >= first.at
    assert await at(3, 0, 1000) == 1000, "however long ago that is"
    assert await at(4, 5000, 1000) == 5000, "but not before the earliest time"
    future = first.at + 3_600_000
    assert first.at <= await at(5, 0, future) < future, "and not in the future"
    assert await at(6, future, 0) == future
    assert abs(store.now() - first.at) < 60_000


async def test_followers_on_all_nodes_hear_entries_once_in_order(store: Store, other: Store) -> None:
    first = await fill(store, "m", 2)
    here, there = Listener(), Listener()
    assert await store.follow("m", here) == Log(first)
    assert (await other.follow("m", there)).entries == first
    for seq in range(3, 40):
        writer = store if seq % 3 else other
        entry = await writer.append("m", seq, body(seq))
        assert (here if writer is store else there).entries[-1] == entry, "told before the append returns"
        loser = other if seq % 3 else store
        with pytest.raises(NumberTakenError):
            await loser.append("m", seq, body(seq, "late"))
        assert (there if writer is store else here).entries[-1] == entry, "told what won before it hears of losing"
    assert here.entries == there.entries == (await store.read("m"))[2:]
    assert (here.rewinds, there.rewinds) == (0, 0)


async def test_missing_and_unfollowed_matches_are_not_followed(store: Store, other: Store) -> None:
    listener, instead = Listener(), Listener()
    assert (await store.follow("none", listener)).entries == []
    await other.append("none", 1, body(1))
    await fill(other, "m", 1)
    await store.follow("m", listener)
    await store.follow("m", instead)
    await other.append("m", 2, body(2))
    await until(lambda: instead.seqs == [2])
    store.unfollow("m")
    store.unfollow("m")
    await other.append("m", 3, body(3))
    assert (await store.catch_up("m"))[2:] == await store.read("m", 2)
    assert (listener.entries, instead.seqs) == ([], [2])


async def test_catching_up_tells_the_follower_first(store: Store, other: Store) -> None:
    await fill(other, "m", 1)
    listener = Listener()
    await store.follow("m", listener)
    await fill(other, "m", 5, first=2)
    entries = await store.catch_up("m")
    assert listener.entries == entries[1:]
    assert len(entries) == 6


async def test_whispers_reach_the_followers_on_other_nodes(store: Store, other: Store) -> None:
    await fill(store, "m", 1)
    here, there = Listener(), Listener()
    await store.follow("m", here)
    await other.follow("m", there)
    store.whisper("m", b"note \x00 1")
    await until(lambda: there.notes == [b"note \x00 1"])
    assert here.notes == []
    assert here.entries == there.entries == []


async def test_a_finished_log_is_archived_and_reads_the_same(store: Store, other: Store) -> None:
    secret = bytes(range(32))
    await store.append("m", 1, body(1), change=Change(row=a_row("m"), secret=secret))
    assert (await other.load("m")).secret == secret
    listener = Listener()
    await other.follow("m", listener)
    await fill(store, "m", 3, first=2)
    await store.append("m", 5, body(5), change=Change(row=a_row("m", "ended"), final=True))
    await until(lambda: listener.seqs == [2, 3, 4, 5])
    before = await store.read("m")
    # Archiving begins with the last append; when it is over, nothing can follow.
    async with asyncio.timeout(60):
        while await store._group("m").closing():  # noqa: ASYNC110 - storage alone knows
            await asyncio.sleep(0.002)
    assert await store.read("m") == before == (await other.load("m")).entries
    assert await store.read("m", 3) == before[3:]
    assert (await other.load("m")).secret == b""
    for seq in (2, 6):
        with pytest.raises(NumberTakenError):
            await store.append("m", seq, body(seq))
    assert not await store.project("m", Change(row=a_row("m")), 5, 1)
    assert (await store.follow("m", Listener())).entries == before
    assert await store.matches() == ["m"]


async def test_a_log_that_lost_its_end_is_rewound(store: Store, other: Store) -> None:
    await fill(store, "m", 3)
    listener = Listener()
    await other.follow("m", listener)
    group = store._group("m")
    await group.answer(group.call("DEL", log_key("m")))
    await fill(store, "m", 2)
    # The follower knows more than the log holds; that is found out by reading.
    assert len(await other.catch_up("m")) == 2
    assert listener.rewinds == 1
    await fill(store, "m", 1, first=3)
    assert listener.entries == []
