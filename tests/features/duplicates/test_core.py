"""What duplicates mean for limits and for suspended players."""

from __future__ import annotations

from bocage.limits import Limits
from bocage.live.stored_matches import suspend
from bocage.store import Store
from tests.http.site import Site


async def test_duplicates_count_towards_player_and_address_limits(store: Store) -> None:
    wish = {"game": "omaha"}
    site = Site(store, Limits(match_rate=1, match_burst=2, address_match_rate=1, address_match_burst=3))
    site.node.clock = lambda: 100.0
    _, ann = await site.player("Ann")
    _, bob = await site.player("Bob")
    said = []
    for token in (ann, ann, ann, bob, bob):
        answer = (await site.post("/api/duplicates", wish, token)).json()
        said.append(answer.get("limit", "made"))
    assert said == ["made", "made", "match_rate", "made", "address_match_rate"]


async def test_the_half_of_a_duplicate_ends_and_its_offer_lapses(site: Site) -> None:
    ann, anns = await site.player()
    _, bobs = await site.player("Bob")
    duplicate = (await site.post("/api/duplicates", {"game": "omaha"}, anns)).json()["duplicate"]
    half = (await site.post(f"/api/duplicates/{duplicate}/play", {}, anns)).json()["match"]
    assert await suspend(site.store, ann) == [half]
    refused = await site.post(f"/api/duplicates/{duplicate}/play", {}, bobs)
    assert refused.json()["code"] == "duplicate_over"


async def test_a_bad_nonce_is_refused_where_none_is_needed(site: Site) -> None:
    _, ann = await site.player("Ann")
    made = (await site.post("/api/duplicates", {"game": "omaha"}, ann)).json()["duplicate"]
    path = f"/api/duplicates/{made}/play"
    assert (await site.post(path, {}, ann)).is_success
    assert (await site.post(path, {"nonce": "x"}, ann)).json()["code"] == "bad_nonce"
