"""Reviews are kept for the engine that made them, on all nodes."""

from __future__ import annotations

from msgspec.json import encode

from bocage.protocol.review import Review, ReviewedSeat
from bocage.store.reviews import Making
from tests.store.contract.conftest import OpenStore


async def test_a_review_is_found_by_match_and_engine(open_store: OpenStore) -> None:
    one, other = await open_store(), await open_store()
    assert await one.review("match1", "v1") is None
    await one.keep_review("match1", "v1", b'{"a": "b c"}')
    assert await other.review("match1", "v1") == b'{"a": "b c"}'
    assert await other.review("match1", "v2") is None
    assert await other.review("match2", "v1") is None


async def test_a_review_of_another_engine_takes_its_place(open_store: OpenStore) -> None:
    store = await open_store()
    await store.keep_review("match1", "v1", b"one")
    await store.keep_review("match1", "v2", b"two")
    assert await store.review("match1", "v1") is None
    assert await store.review("match1", "v2") == b"two"


async def test_sums_of_reviews_are_found_whichever_engine_made_them(open_store: OpenStore) -> None:
    store = await open_store()
    for match, luck in (("match1", 0.25), ("match2", -0.5)):
        seats = [ReviewedSeat(0, 3, luck, 0.125, 0.25)]
        await store.keep_review(match, f"v-{match}", encode(Review(match, "omaha", "v", [], seats, [])))
    # An earlier release told no skill.
    await store.keep_review("match4", "v0", b'{"seats":[{"seat":0,"choices":3,"luck":0.5,"given":0.1}]}')
    found = await store.reviews.sums(["match1", "match2", "match3", "match4"])
    assert {match: [seat.luck for seat in seats] for match, seats in found.items()} == {
        "match1": [0.25],
        "match2": [-0.5],
    }


async def test_one_process_makes_a_review_and_others_hear_how_far_it_is(open_store: OpenStore) -> None:
    one, other = (await open_store()).reviews, (await open_store()).reviews
    assert await other.making("match1") is None
    assert await one.begin("match1", Making("one", "v1"))
    assert not await other.begin("match1", Making("other", "v1"))
    await one.go_on("match1", Making("one", "v1", 40))
    assert await other.making("match1") == Making("one", "v1", 40)
    assert await other.begin("match2", Making("other", "v1"))
    await one.leave("match1")
    assert await other.begin("match1", Making("other", "v1"))
