"""Listing and checking cold storage: in pages, and right also while matches move."""

from __future__ import annotations

import pytest

from bocage.features.cold_storage.reader import MARK
from bocage.store import Store
from bocage.store.connection import RedisConnection
from bocage.store.keys import cold_key
from tests.features.cold_storage.memory import MemoryStorage, checked, finish, moves_of, reader_of
from tests.redis_server import RedisServer


async def test_many_matches_are_listed_in_few_round_trips(
    cold: Store, redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Three to a bucket, as in a service with a hundred thousand of them.
    matches = [f"{number}{letter}{number % 1000:03}" for number in range(1000) for letter in "abc"]
    with redis_server.client() as client, client.pipeline(transaction=False) as pipe:
        for day, match in enumerate(matches):
            pipe.hset(cold_key(match), match, day)
        pipe.execute()
        buckets = len(client.keys("*:cold:*"))
    sent = []
    flush = RedisConnection._flush

    def counted(connection: RedisConnection) -> None:
        sent.append(len(connection._out))
        flush(connection)

    monkeypatch.setattr(RedisConnection, "_flush", counted)
    listed = [one async for page in reader_of(cold).pages() for one in page.items()]
    assert sorted(listed) == sorted((match, day) for day, match in enumerate(matches))
    assert buckets > 1000
    assert max(sent) > 200
    # Pages of keys, their contents, and what a node sends by itself now and then.
    assert len(sent) < buckets / 10


async def test_what_moves_during_a_check_is_known(cold: Store, storage: MemoryStorage) -> None:
    for match in ("a", "b", "c"):
        await finish(cold, match)
    assert await moves_of(cold).move("a")
    folders = storage.folders

    async def moved() -> list[str]:
        # All that Redis knew was listed and looked at by now.
        assert await moves_of(cold).move("b")
        return await folders()

    storage.folders = moved  # type: ignore[method-assign]
    found = await checked(cold)
    assert (found.right, found.missing, found.damaged, found.unknown) == (1, [], [], [])


async def test_what_is_deleted_during_a_check_is_not_missing(cold: Store, storage: MemoryStorage) -> None:
    await finish(cold, "a")
    await finish(cold, "b")
    for match in ("a", "b"):
        assert await moves_of(cold).move(match)
    storage.records[MARK] = b""
    get = storage.get
    storage.records = {name: data for name, data in storage.records.items() if not name.endswith("/b")}

    async def deleted(name: str) -> bytes | None:
        storage.get = get  # type: ignore[method-assign]
        assert await moves_of(cold).delete("a")
        return await get(name)

    storage.get = deleted  # type: ignore[method-assign]
    found = await checked(cold)
    assert (found.right, found.missing, found.damaged, found.unknown) == (0, ["b"], [], [])
