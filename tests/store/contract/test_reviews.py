"""Reviews are kept for the engine that made them, on all nodes."""

from __future__ import annotations

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
