"""Ratings in the records of players."""

from __future__ import annotations

from typing import Any

from tests.features.ratings.test_ladders import ladders_of
from tests.http.site import NONCE, Site
from tests.http.test_profiles import PRIVATE, publish
from tests.http.test_profiles import record as record_now
from tests.http.test_rated import CLOCK, kept, rated_match


async def record(site: Site, player: str, token: str = "") -> dict[str, Any]:
    ladders_of(site).forget()
    return await record_now(site, player, token)


async def test_ratings_that_others_see_tell_nothing_of_private_matches(site: Site) -> None:
    ann, anns = await kept(site)
    _, bobs = await kept(site, "Bob")
    await publish(site, anns)
    await rated_match(site, anns, bobs)
    before = {token: await record(site, ann, token) for token in ("", bobs)}
    wish = {"game": "squad", "clock": CLOCK, "rated": True, "nonce": NONCE, **PRIVATE}
    made = await site.post("/api/matches", wish, anns)
    match, invite = made.json()["match"], made.json()["invite"]
    joined = await site.post(f"/api/matches/{match}/join", {"rated": True, "invite": invite}, bobs)
    assert joined.status_code == 200, joined.text
    await site.post(f"/api/matches/{match}/resign", {}, bobs)
    for token, told in before.items():
        after = await record(site, ann, token)
        assert steady(after) == steady(told)
        assert after["games"][0]["total"]["played"] == after["games"][0]["rating"]["games"] == 1
    own = await record(site, ann, anns)
    assert own["games"][0]["total"]["played"] == own["games"][0]["rating"]["games"] == 2


def steady(found: dict[str, Any]) -> dict[str, Any]:
    """A record without what changes from moment to moment: how sure a rating is."""
    sure = ("games", "won", "drawn")
    games = [one | {"rating": {name: one["rating"][name] for name in sure}} for one in found["games"]]
    return found | {"games": games}
