"""Challenges over REST: made, answered once, and what they are refused for."""

from __future__ import annotations

from typing import Any

import pytest

from bocage.features.programs.tables import Offer, Tables
from bocage.limits import Limits
from bocage.store import Store
from tests.http.site import Site

BANK = {"kind": "bank", "base": 600_000}


async def challenge(site: Site, token: str, other: str, **wishes: Any) -> dict[str, Any]:
    answer = await site.post(f"/api/players/{other}/challenge", {"game": "squad", **wishes}, token)
    assert answer.status_code == 201, answer.text
    made: dict[str, Any] = answer.json()
    return made


async def answered(site: Site, token: str, made: dict[str, Any], answer: str, **more: Any) -> dict[str, Any]:
    body = {"answer": answer, **more}
    found: dict[str, Any] = (await site.post(f"/api/challenges/{made['challenge']}", body, token)).json()
    return found


async def test_an_accepted_challenge_is_a_match_with_both_seated(site: Site) -> None:
    (ann, anns), (bob, bobs) = await site.player("Ann"), await site.player("Bob")
    made = await challenge(site, anns, bob, seat=1, clock=BANK, options={"variant": "flanking"})
    assert (made["challenger"]["name"], made["challenged"]["player"]) == ("Ann", bob)
    accepted = await answered(site, bobs, made, "accept")
    shown = (await site.get(f"/api/matches/{accepted['match']}", anns)).json()
    assert shown["row"]["players"] == [bob, ann]
    assert (shown["row"]["status"], shown["row"]["options"]["variant"]) == ("playing", "flanking")
    # Repeated, as after a lost answer, it begins no second match.
    assert (await answered(site, bobs, made, "accept"))["match"] == accepted["match"]
    assert len((await site.get("/api/matches/mine", anns)).json()["matches"]) == 1


async def test_a_challenge_waits_for_both_until_it_is_answered(site: Site) -> None:
    (_, anns), (bob, bobs) = await site.player("Ann"), await site.player("Bob")
    made = await challenge(site, anns, bob)
    for token in (anns, bobs):
        (waits,) = (await site.get("/api/challenges", token)).json()["challenges"]
        assert waits == made
    declined = await answered(site, bobs, made, "decline", reason="later")
    assert (declined["status"], declined["reason"]) == ("declined", "later")
    assert (await site.get("/api/challenges", anns)).json()["challenges"] == []
    assert (await site.get(f"/api/challenges/{made['challenge']}", anns)).json() == declined
    assert (await answered(site, bobs, made, "accept"))["code"] == "challenge_over"


async def test_refused_options_are_explained_in_the_reader_s_language(site: Site) -> None:
    (_, anns), (bob, _) = await site.player("Ann"), await site.player("Bob")
    wish = {"game": "squad", "options": {"variant": "map", "terrain": "drawn"}}
    refused = await site.post(f"/api/players/{bob}/challenge", wish, anns, **{"Accept-Language": "ja"})
    assert "map_missing: 地形が「自作」ですが" in refused.json()["text"]


async def test_only_its_two_players_answer_a_challenge(site: Site) -> None:
    (_, anns), (bob, bobs), (_, eves) = [await site.player(name) for name in ("Ann", "Bob", "Eve")]
    made = await challenge(site, anns, bob)
    for token, answer in ((eves, "accept"), (eves, "cancel"), (anns, "accept"), (bobs, "cancel")):
        assert (await answered(site, token, made, answer))["code"] == "no_challenge"
    assert (await answered(site, anns, made, "cancel"))["status"] == "cancelled"
    assert (await answered(site, bobs, made, "accept"))["code"] == "challenge_over"


async def test_an_expired_challenge_cannot_be_accepted(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    (_, anns), (bob, bobs) = await site.player("Ann"), await site.player("Bob")
    made = await challenge(site, anns, bob, time=10)
    monkeypatch.setattr(site.store, "now", lambda: made["until"])
    assert (await answered(site, bobs, made, "accept"))["code"] == "challenge_over"
    assert (await site.get(f"/api/challenges/{made['challenge']}", anns)).json()["status"] == "expired"
    assert (await site.get("/api/challenges", bobs)).json()["challenges"] == []


async def test_blocked_players_neither_challenge_nor_accept(site: Site) -> None:
    (ann, anns), (bob, bobs) = await site.player("Ann"), await site.player("Bob")
    made = await challenge(site, anns, bob)
    await site.post("/api/players/me/blocks", {"player": ann}, bobs)
    assert (await answered(site, bobs, made, "accept"))["code"] == "apart"
    refused = await site.post(f"/api/players/{bob}/challenge", {"game": "squad"}, anns)
    assert refused.json()["code"] == "apart"


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"game": "chess"}, "no_game"),
        ({"game": "omaha"}, "bad_request"),
        ({"seat": 2}, "no_seat"),
        ({"options": {"variant": "sea"}}, "bad_options"),
        ({"clock": {"kind": "bank", "base": 1}}, "bad_clock"),
        ({"rated": True}, "not_ratable"),
        ({"rated": True, "clock": BANK}, "not_kept"),
        ({"nonce": "x"}, "bad_nonce"),
    ],
)
async def test_impossible_terms_are_refused(site: Site, wish: dict[str, Any], code: str) -> None:
    (_, anns), (bob, _) = await site.player("Ann"), await site.player("Bob")
    refused = await site.post(f"/api/players/{bob}/challenge", {"game": "squad", **wish}, anns)
    assert refused.json()["code"] == code


async def test_a_program_is_challenged_while_it_is_online(site: Site) -> None:
    (_, anns), (robo, robos) = await site.player("Ann"), await site.player("Robo")
    await site.post("/api/players/me/program", {}, robos)
    refused = await site.post(f"/api/players/{robo}/challenge", {"game": "squad"}, anns)
    assert refused.json()["code"] == "offline"
    await Tables(site.store).renew(Offer(robo, 2))
    rated = await site.post(f"/api/players/{robo}/challenge", {"game": "squad", "rated": True, "clock": BANK}, anns)
    assert rated.json()["code"] == "other_ladder"
    made = await challenge(site, anns, robo)
    match = (await answered(site, robos, made, "accept"))["match"]
    (shown,) = (await site.get("/api/programs")).json()["programs"]
    assert (shown["player"], shown["tables"], shown["free"]) == (robo, 2, 1)
    assert (await site.get(f"/api/matches/{match}", anns)).json()["row"]["bots"] != []


async def test_rated_challenges_come_from_another_address(site: Site) -> None:
    (_, anns), (bob, bobs) = await site.player("Ann"), await site.player("Bob")
    for token in (anns, bobs):
        await site.post("/api/players/me/recovery-codes", {}, token)
    wish = {"game": "squad", "rated": True, "clock": BANK}
    async with site.client("192.0.2.1") as one, site.client("192.0.2.2") as other:
        anns_header, bobs_header = ({"Authorization": f"Bearer {token}"} for token in (anns, bobs))
        made = (await one.post(f"/api/players/{bob}/challenge", json=wish, headers=anns_header)).json()
        path, body = f"/api/challenges/{made['challenge']}", {"answer": "accept"}
        refused = (await one.post(path, json=body, headers=bobs_header)).json()
        accepted = (await other.post(path, json=body, headers=bobs_header)).json()
    assert (refused["code"], accepted["status"]) == ("same_address", "accepted")
    assert (await site.get(f"/api/matches/{accepted['match']}")).json()["row"]["rated"] is True


async def test_challenges_that_wait_are_limited(store: Store) -> None:
    site = Site(store, Limits(challenges=1))
    await site.start()
    (_, anns), (bob, _), (cid, _) = [await site.player(name) for name in ("Ann", "Bob", "Cid")]
    made = await challenge(site, anns, bob)
    refused = await site.post(f"/api/players/{cid}/challenge", {"game": "squad"}, anns)
    assert refused.json()["limit"] == "challenges"
    await answered(site, anns, made, "cancel")
    await challenge(site, anns, cid)
    await site.node.close()
