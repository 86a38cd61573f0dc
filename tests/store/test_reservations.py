"""What was asked under a key is remembered, per player, for a while."""

from __future__ import annotations

import asyncio
from typing import Any, cast

from bocage.store import Reservation, Store, StoreSettings
from bocage.store.reservations import REMEMBERED, Reservations
from tests.redis_server import RedisServer

FIRST, SECOND = Reservation("a" * 64, "match1"), Reservation("b" * 64, "match2")


async def test_keys_belong_to_their_player(store: Store) -> None:
    await store.reserve("ann", "k", FIRST)
    assert await store.reserved("bob", "k") is None
    assert await store.reserved("ann", "k2") is None
    assert await store.reserve("bob", "k", SECOND) == SECOND


async def test_concurrent_reservations_agree_on_one(redis_url: str, store: Store) -> None:
    other = await Store.open(StoreSettings(redis_url))
    wanted = [Reservation("a" * 64, f"match{number}") for number in range(20)]
    kept = await asyncio.gather(
        *[(store, other)[number % 2].reserve("ann", "k", one) for number, one in enumerate(wanted)]
    )
    await other.close()
    assert len(set(kept)) == 1
    assert kept[0] in wanted


async def test_keys_are_forgotten_after_a_day(store: Store, redis_server: RedisServer) -> None:
    await store.reserve("ann", "any key \N{SNOWMAN}", FIRST)
    with redis_server.client() as client:
        (place,) = client.keys("once:*")
        assert 0 < client.ttl(place) <= REMEMBERED == 86_400
        client.delete(place)
    assert await store.reserved("ann", "any key \N{SNOWMAN}") is None


async def test_immediately_expired_key_counts_as_kept() -> None:
    """Its day may end between writing and reading."""

    class Forgetful:
        async def call(self, *command: object) -> None:
            """Nothing is there."""

    class Topology:
        def server(self, key: str) -> Forgetful:
            return Forgetful()

    wanted = Reservation("digest", "match")
    assert await Reservations(cast(Any, Topology())).make("ann", "key", wanted) == wanted
