"""Reviews of matches in cold storage."""

from __future__ import annotations

import msgspec

from tests.features.cold_storage.memory import MemoryStorage, moves_of, use_cold
from tests.features.reviews.test_reviews import finished, making, review, storage_of
from tests.http.site import Site


async def test_a_review_is_made_of_a_moved_match_and_kept(site: Site) -> None:
    storage = MemoryStorage()
    use_cold(site.store, storage)
    match, _ = await finished(site)
    while site.store._tasks:
        await site.get("/api/matches")
    assert await moves_of(site.store).move_before(10**15) == 1
    async with making(site):
        status, made = await review(site, match)
    assert (status, made["match"]) == (200, match)
    assert site.bots.reviewed[-1].match == match
    # It is kept apart from the log, so nothing is read for it a second time.
    assert msgspec.json.decode(await storage_of(site).find(match, "first") or b"") == made
