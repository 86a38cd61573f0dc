"""Places of matches that wait: counted in one place for all nodes, and free again when a match waits no more."""

from __future__ import annotations

import pytest

from bocage.store import Store
from bocage.store.keys import waiting_key
from bocage.store.waiting import SOON
from tests.redis_server import RedisServer


async def test_place_of_an_unmade_match_expires(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    assert await store.take_place("ann", "m1", 1, 60)
    assert not await store.take_place("ann", "m2", 1, 60), "it may be on its way"
    later = store.now() + SOON + 1
    monkeypatch.setattr(store, "now", lambda: later)
    assert await store.take_place("ann", "m2", 1, 60)
    await store.give_place_back("ann", "m2")
    assert await store.take_place("ann", "m3", 1, 60)


async def test_counts_go_away_by_themselves_and_name_nobody(store: Store, redis_server: RedisServer) -> None:
    await store.take_place("address 10.1.2.3", "m1", 9, 1000)
    await store.take_place("address 10.1.2.3", "m2", 9, 50)
    with redis_server.client() as client:
        (key,) = client.keys(waiting_key("*"))
        assert 900 < client.ttl(key) <= 1000
        assert b"10.1" not in key
