"""Duplicates in Redis."""

from __future__ import annotations

from bocage.features.duplicates.duplicates import KEPT, Agreed, Duplicates
from bocage.features.duplicates.endpoints import LONGEST_ID, TIME
from bocage.store import Store
from tests.redis_server import RedisServer

DAY = 86_400_000


def test_bounds() -> None:
    assert (TIME, LONGEST_ID) == (3 * DAY, 40)


async def test_a_duplicate_keeps_two_players_and_their_matches(store: Store, redis_server: RedisServer) -> None:
    until_then = store.now() + 3 * DAY
    agreed = Agreed("d1", "squad", {"map": 2}, "engine", 2, "ann", 1, until_then, "ab")
    duplicates = Duplicates(store.topology)
    assert await duplicates.find("d1") is None
    await duplicates.make(agreed)
    found = await duplicates.find("d1")
    assert found is not None
    assert (found.agreed, found.second, found.matches, found.players) == (agreed, "", {}, ["ann"])
    assert KEPT == 60 * DAY
    with redis_server.client() as client:
        assert 0 < 63 * DAY - client.pttl("duplicate:d1") < 60_000
    assert [await duplicates.join("d1", who) for who in ("bob", "cem", "bob")] == [True, False, True]
    assert await duplicates.reserve("d1", 1, 0, "m1") == "m1"
    assert await duplicates.reserve("d1", 1, 0, "m2") == "m1"
    assert await duplicates.reserve("d1", 0, 1, "m3") == "m3"
    found = await duplicates.find("d1")
    assert found is not None
    assert (found.players, found.matches) == (["ann", "bob"], {(1, 0): "m1", (0, 1): "m3"})
