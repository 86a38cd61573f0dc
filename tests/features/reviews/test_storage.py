"""Reviews are kept for the engine that made them, on all nodes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TypeAlias

import pytest
from msgspec.json import encode

from bocage.features.reviews.storage import Making, ReviewStorage
from bocage.protocol.review import Review, ReviewedSeat
from bocage.store import Store
from bocage.store.keys import review_key
from tests.redis_server import RedisServer
from tests.store.contract.conftest import OpenStore
from tests.store.contract.conftest import open_store as open_store

DAY = 86_400

OpenStorage: TypeAlias = Callable[[], Awaitable[ReviewStorage]]


@pytest.fixture
def open_storage(open_store: OpenStore) -> OpenStorage:
    async def open_one() -> ReviewStorage:
        return ReviewStorage((await open_store()).topology)

    return open_one


async def test_a_review_is_found_by_match_and_engine(open_storage: OpenStorage) -> None:
    one, other = await open_storage(), await open_storage()
    assert await one.find("match1", "v1") is None
    await one.keep("match1", "v1", b'{"a": "b c"}')
    assert await other.find("match1", "v1") == b'{"a": "b c"}'
    assert await other.find("match1", "v2") is None
    assert await other.find("match2", "v1") is None


async def test_a_review_of_another_engine_takes_its_place(open_storage: OpenStorage) -> None:
    storage = await open_storage()
    await storage.keep("match1", "v1", b"one")
    await storage.keep("match1", "v2", b"two")
    assert await storage.find("match1", "v1") is None
    assert await storage.find("match1", "v2") == b"two"


async def test_sums_of_reviews_are_found_whichever_engine_made_them(open_storage: OpenStorage) -> None:
    storage = await open_storage()
    for match, luck in (("match1", 0.25), ("match2", -0.5)):
        seats = [ReviewedSeat(0, 3, luck, 0.125, 0.25)]
        await storage.keep(match, f"v-{match}", encode(Review(match, "omaha", "v", [], seats, [])))
    # An earlier release told no skill.
    await storage.keep("match4", "v0", b'{"seats":[{"seat":0,"choices":3,"luck":0.5,"given":0.1}]}')
    found = await storage.sums(["match1", "match2", "match3", "match4"])
    assert {match: [seat.luck for seat in seats] for match, seats in found.items()} == {
        "match1": [0.25],
        "match2": [-0.5],
    }


async def test_other_processes_see_a_reviews_progress(open_storage: OpenStorage) -> None:
    one, other = await open_storage(), await open_storage()
    assert await other.making("match1") is None
    assert await one.begin("match1", Making("one", "v1"))
    assert not await other.begin("match1", Making("other", "v1"))
    await one.go_on("match1", Making("one", "v1", 40))
    assert await other.making("match1") == Making("one", "v1", 40)
    assert await other.begin("match2", Making("other", "v1"))
    await one.leave("match1")
    assert await other.begin("match1", Making("other", "v1"))


async def test_a_review_is_kept_for_ninety_days(store: Store, redis_server: RedisServer) -> None:
    await ReviewStorage(store.topology).keep("m", "v1", b"review")
    with redis_server.client() as client:
        left = client.ttl(review_key("m"))
        assert 89 * DAY < left <= 90 * DAY
