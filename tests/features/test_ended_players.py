"""What other features do about players who sign out or leave."""

from __future__ import annotations

from bocage.features.notices.feature import NoticesFeature
from tests.features.daily.test_daily import begin, finish
from tests.features.notices.browser import Browser
from tests.features.notices.receiver import Receiver
from tests.features.notices.test_requests import DAYS, NOTICES, send_anywhere, send_joined
from tests.features.notices.test_requests import there as there
from tests.features.social.test_friends import befriend
from tests.http.site import Site
from tests.http.test_profiles import publish


async def test_a_friends_token_that_has_ended_reads_nothing(site: Site) -> None:
    (ann, anns), (bob, bobs) = await site.player("Ann"), await site.player("Bob")
    await befriend(site, anns, bob)
    await befriend(site, bobs, ann)
    await publish(site, anns, "friends")
    assert (await site.get(f"/api/players/{ann}", bobs)).status_code == 200
    (sign_in,) = (await site.get("/api/players/me/sign-ins", bobs)).json()["sign_ins"]
    await site.post("/api/players/me/sign-out", {"sign_in": sign_in["sign_in"]}, bobs)
    for path in (f"/api/players/{ann}", "/api/players/me/friends"):
        answer = await site.get(path, bobs)
        assert (answer.status_code, answer.json()["code"]) == (401, "bad_token")


async def test_a_browser_that_is_signed_out_is_told_nothing_more(site: Site, there: Receiver) -> None:
    send_anywhere(site)
    browser = Browser(b"\1" * 32, b"\2" * 16)
    (_, phone), (_, second) = [await site.player(name) for name in ("Ann", "Bob")]
    wish = {"kind": "push", "address": there.url, "events": ["joined"], "keys": browser.keys}
    await site.post(f"{NOTICES}/channels", wish, phone)
    match = (await site.post("/api/matches", {"game": "squad", "clock": DAYS}, phone)).json()["match"]
    table = (await site.get("/api/players/me/sign-ins", phone)).json()
    await site.post("/api/players/me/sign-out", {"sign_in": table["sign_ins"][0]["sign_in"]}, phone)
    await site.post(f"/api/matches/{match}/join", {}, second)
    await send_joined(site)
    assert site.feature(NoticesFeature).sender.dropped == {"unwanted": 1}
    assert there.came.empty()


async def test_a_player_who_leaves_is_on_no_board(site: Site) -> None:
    _, token = await site.player("Ann")
    await finish(site, (await begin(site, token))["match"], token)
    path = "/api/daily/board?game=omaha"
    assert len((await site.get(path)).json()["rows"]) == 1
    assert (await site.post("/api/players/me/leave", {"confirm": "Ann"}, token)).status_code == 200
    # Boards that were read a moment ago are dropped.
    assert (await site.get(path)).json()["rows"] == []
