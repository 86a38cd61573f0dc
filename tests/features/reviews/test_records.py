"""Luck and skill in the records of players."""

from __future__ import annotations

import msgspec

from bocage.features.reviews.storage import ReviewStorage
from bocage.log.projection import project
from bocage.protocol.review import Review, ReviewedSeat
from tests.http.site import Site
from tests.http.test_profiles import played, publish


async def test_luck_record_counts_reviewed_matches_and_survives_a_rebuild(site: Site) -> None:
    ann, anns = await site.player()
    _, bobs = await site.player("Bob")
    first = await played(site, bobs, anns)
    private = await played(site, bobs, anns, access={"private": True})
    await played(site, bobs, anns)
    for match, luck in ((first, 0.25), (private, -0.5)):
        seats = [ReviewedSeat(0, 4, -luck, 0.5, -0.125), ReviewedSeat(1, 5, luck, 0.125, 0.25)]
        review = Review(match, "squad", "an-engine", [], seats, [])
        await ReviewStorage(site.store.topology).keep(match, "an-engine", msgspec.json.encode(review))
    await publish(site, anns)
    own = await site.get(f"/api/players/{ann}", anns)
    told = own.json()["games"][0]["luck"]
    assert {key: told[key] for key in ("reviewed", "luck", "skill")} == {
        "reviewed": 2,
        "luck": -0.25,
        "skill": 0.75,
    }
    assert [(one["match"], one["luck"], one["skill"]) for one in told["matches"]] == [
        (first, 0.25, 0.375),
        (private, -0.5, 0.375),
    ]
    others = await site.get(f"/api/players/{ann}", bobs)
    assert others.json()["games"][0]["luck"]["matches"] == told["matches"][:1]
    await site.store.rebuild(project)
    assert (await site.get(f"/api/players/{ann}", anns)).content == own.content
    assert (await site.get(f"/api/players/{ann}", bobs)).content == others.content
