"""Places of matches that wait: counted in one place for all nodes, and free again when a match waits no more."""

from __future__ import annotations

import asyncio

import pytest

from bocage.log.records import Change
from bocage.store import Store, StoreSettings
from bocage.store.keys import waiting_key
from bocage.store.waiting import SOON
from tests.redis_server import RedisServer
from tests.store.logs import a_row, body


async def begin(store: Store, match: str, status: str = "open") -> None:
    seq = len(await store.read(match)) + 1
    await store.append(match, seq, body(seq), change=Change(row=a_row(match, status)))


async def test_all_nodes_count_together(store: Store, redis_url: str) -> None:
    other = await Store.open(StoreSettings(redis_url))
    tries = [node.take_place("ann", f"m{number}", 10, 60) for number in range(8) for node in (store, other)]
    assert all(await asyncio.gather(*tries)), "the same match takes one place, wherever it is counted"
    more = [
        node.take_place("ann", f"n{number}{node.node}", 10, 60) for number in range(8) for node in (store, other)
    ]
    assert sum(await asyncio.gather(*more)) == 2
    assert await other.take_place("bob", "b", 10, 60)
    await other.close()


@pytest.mark.parametrize("status", ["playing", "ended"])
async def test_a_match_that_waits_no_more_does_not_count(store: Store, status: str) -> None:
    for match in ("m1", "m2"):
        assert await store.take_place("ann", match, 2, 60)
        await begin(store, match)
    assert not await store.take_place("ann", "m3", 2, 60)
    await begin(store, "m1", status)
    assert await store.take_place("ann", "m3", 2, 60)
    await begin(store, "m3")
    assert not await store.take_place("ann", "m4", 2, 60)


async def test_a_match_that_was_never_made_counts_for_a_moment_only(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
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
