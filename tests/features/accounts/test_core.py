"""What accounts mean for matches: leaving, suspension, and rated matches."""

from __future__ import annotations

from bocage.live.stored_matches import suspend
from tests.http.site import NONCE, Site
from tests.http.test_rated import CLOCK, kept, refused
from tests.http.test_rematch import again, played


async def test_a_suspended_player_exports_their_data_and_leaves(site: Site) -> None:
    ann, token = await site.player("Ann")
    await suspend(site.store, ann)
    told = await site.get("/api/players/me/data", token)
    assert told.json()["suspended"] is True
    left = await site.post("/api/players/me/leave", {"confirm": "Ann"}, token)
    assert (left.status_code, await site.store.player(ann)) == (200, None)


async def test_there_is_no_rematch_with_somebody_who_left_for_good(site: Site) -> None:
    (_, ann), (_, bob) = await site.player("Ann"), await site.player("Bob")
    match = await played(site, ann, bob)
    other = await played(site, ann, bob)
    await again(site, other, bob)
    assert (await site.post("/api/players/me/leave", {"confirm": "Bob"}, bob)).status_code == 200
    for over in (match, other):
        answer = await site.post(f"/api/matches/{over}/rematch", {"nonce": NONCE}, ann)
        assert (answer.status_code, answer.json()["code"]) == (409, "player_left")
    assert (await site.get(f"/api/matches/{match}/rematch", ann)).json() == {}


async def test_an_identity_that_cannot_be_got_back_is_not_rated(site: Site) -> None:
    _, ann = await kept(site)
    match = await site.match(ann, clock=CLOCK, rated=True)
    _, eve = await site.player("Eve")
    assert await refused(site, eve) == "not_kept"
    assert await refused(site, eve, f"/api/matches/{match}/join", rated=True) == "not_kept"
    # A second sign-in is a way back as well.
    await site.post("/api/players/me/sign-ins", {}, eve)
    assert (await site.post(f"/api/matches/{match}/join", {"rated": True}, eve)).status_code == 200


async def test_nobody_sits_on_both_sides(site: Site) -> None:
    _, ann = await kept(site)
    match = await site.match(ann, clock=CLOCK, rated=True)
    assert await refused(site, ann, f"/api/matches/{match}/join", rated=True) == "already_seated"
    second = (await site.post("/api/players/me/sign-ins", {}, ann)).json()["token"]
    assert await refused(site, second, f"/api/matches/{match}/join", rated=True) == "already_seated"


async def test_the_name_of_a_device_is_shown_without_what_harms(site: Site) -> None:
    made = await site.post(
        "/api/players", {"name": "Ann", "device": "Ann's\u202e \u0007 phone \U0001f937\u200d\u2642\ufe0f"}
    )
    listed = (await site.get("/api/players/me/sign-ins", made.json()["token"])).json()["sign_ins"]
    assert [one["device"] for one in listed] == ["Ann's phone \U0001f937\u200d\u2642\ufe0f"]
