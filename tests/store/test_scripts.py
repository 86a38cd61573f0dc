"""Redis forgets its scripts (SCRIPT FLUSH, another server takes over): each of them is loaded again when needed."""

from __future__ import annotations

import pytest

from bocage.log.records import Change, Entry
from bocage.store import Store, StoreSettings, scripts
from bocage.store.keys import near_key
from bocage.store.scripts import Script
from bocage.store.shard_group import COMPARE_EVERY, ShardGroup
from tests.redis_server import RedisServer
from tests.store.logs import Listener, a_row, body, fill, until


@pytest.fixture
def forgetful(redis_server: RedisServer, redis_url: str) -> Forgetful:
    return Forgetful(redis_server)


class Forgetful:
    """A server that can be made to forget."""

    def __init__(self, server: RedisServer) -> None:
        self._server = server

    def forget(self) -> None:
        with self._server.client() as client:
            client.script_flush()

    def knows(self, script: Script) -> bool:
        with self._server.client() as client:
            return bool(client.script_exists(script.sha)[0])


@pytest.fixture
async def quiet(store: Store, monkeypatch: pytest.MonkeyPatch) -> Store:
    """A store that does not beat: a beat would load all scripts."""
    monkeypatch.setattr(ShardGroup, "beat", lambda group: None)
    return store


async def test_appends_load_theirs(quiet: Store, forgetful: Forgetful) -> None:
    await fill(quiet, "m", 1)
    forgetful.forget()
    entries = await fill(quiet, "m", 2, first=2)
    assert [entry.seq for entry in entries] == [2, 3]
    assert [entry.raw for entry in await quiet.read("m")] == [body(seq) for seq in (1, 2, 3)]


async def test_beats_load_all(store: Store, forgetful: Forgetful) -> None:
    """Without, no deadline would fire any more: nothing else that is done all the time needs a script."""
    due: list[str] = []
    await fill(store, "m", 1)
    forgetful.forget()
    store.on_due = due.extend
    await until(lambda: forgetful.knows(scripts.BEAT))
    # TELL, too, which nobody loads again by itself: its loss is noticed later, by comparing lengths.
    await until(lambda: all(forgetful.knows(script) for script in scripts.ALL))
    await store.append("m", 2, body(2), 0, Change(due=1))
    await until(lambda: "m" in due)


async def test_corrections_and_archives_load_theirs(quiet: Store, forgetful: Forgetful) -> None:
    entries = await fill(quiet, "m", 2)
    forgetful.forget()
    assert await quiet.project("m", Change(row=a_row("m")), 2, entries[-1].at)
    assert [row.match for row in await quiet.lobby()] == ["m"]
    forgetful.forget()
    await quiet.topology.group("m").archive("m")
    assert await quiet.read("m") == entries
    assert not await quiet.project("m", Change(row=a_row("m", "ended")), 2, entries[-1].at)


async def test_whispers_load_theirs(quiet: Store, forgetful: Forgetful, redis_url: str) -> None:
    """One whisper may be lost; those after it are not."""
    other = await Store.open(StoreSettings(redis_url))
    try:
        await fill(quiet, "m", 1)
        listener = Listener()
        await other.follow("m", listener)
        forgetful.forget()
        quiet.whisper("m", b"lost")
        await until(lambda: forgetful.knows(scripts.WHISPER))
        quiet.whisper("m", b"heard")
        await until(lambda: listener.notes == [b"heard"])
    finally:
        await other.close()


async def test_comparisons_load_theirs(quiet: Store, forgetful: Forgetful) -> None:
    await fill(quiet, "m", 1)
    await quiet.follow("m", Listener())
    group = quiet.topology.group("m")
    forgetful.forget()
    assert group._connection is not None
    for _ in range(COMPARE_EVERY):
        group._compare(group._connection)
    await until(lambda: forgetful.knows(scripts.LENGTHS))


async def test_replicated_entries_are_told_in_one_call(quiet: Store, redis_url: str) -> None:
    """Each follower is told the entry of its own match: number, time, body."""
    other = await Store.open(StoreSettings(redis_url))
    try:
        here, there = {}, {}
        for match in ("one", "two", "three"):
            await fill(quiet, match, 1)
            here[match], there[match] = Listener(), Listener()
            await quiet.follow(match, here[match])
            await other.follow(match, there[match])
        group = quiet.topology.groups[0]
        news = {match: Entry(2, 5000 + number, body(2, match)) for number, match in enumerate(there)}
        parts = [part for entry in news.values() for part in (entry.seq, entry.at, entry.raw)]
        await group.script(scripts.TELL, [near_key(match) for match in news], quiet.node, "PUBLISH", *parts)
        await until(lambda: all(listener.entries for listener in there.values()))
        assert {match: listener.entries for match, listener in there.items()} == {
            match: [entry] for match, entry in news.items()
        }
        assert [listener.entries for listener in here.values()] == [[], [], []]
    finally:
        await other.close()
