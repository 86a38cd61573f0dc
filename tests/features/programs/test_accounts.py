"""Accounts of programs: made by themselves or by an owner, tokens with limits, limits by account."""

from __future__ import annotations

import pytest

from bocage.limits import Limits
from bocage.store import Store
from tests.http.site import Site


async def made(site: Site, owner: str, **wishes: object) -> tuple[str, str]:
    """Id and token of a new program."""
    answer = await site.post("/api/programs", {"name": "Robo", **wishes}, owner)
    assert answer.status_code == 201, answer.text
    return answer.json()["player"], answer.json()["token"]


async def test_a_player_becomes_a_program_before_meeting_people(site: Site) -> None:
    (_, anns), (_, bobs), (_, robos) = [await site.player(name) for name in ("Ann", "Bob", "Robo")]
    await site.post("/api/players/me/program", {}, robos)
    for first, second in ((anns, robos), (anns, bobs)):
        match = await site.match(first)
        assert (await site.post(f"/api/matches/{match}/join", {}, second)).is_success
    answers = [await site.post("/api/players/me/program", {}, token) for token in (robos, bobs)]
    assert [one.status_code for one in answers] == [200, 409]
    assert answers[1].json()["code"] == "met_people"


async def test_a_program_of_an_owner_is_rated_without_recovery_codes(site: Site) -> None:
    ann, anns = await site.player("Ann")
    robo, robos = await made(site, anns, named=True)
    clock = {"kind": "bank", "base": 60_000}
    await site.match(robos, clock=clock, rated=True)
    shown = (await site.get(f"/api/programs/{robo}")).json()
    assert (shown["owner"], shown["owner_name"]) == (ann, "Ann")
    (own,) = (await site.get("/api/programs/mine", anns)).json()["programs"]
    assert (own["player"], len(own["tokens"])) == (robo, 1)
    await site.post(f"/api/programs/{robo}", {"named": False}, anns)
    assert "owner" not in (await site.get(f"/api/programs/{robo}")).json()


async def test_a_token_allows_only_its_scopes(site: Site) -> None:
    _, anns = await site.player("Ann")
    robo, _ = await made(site, anns)
    answer = await site.post(f"/api/programs/{robo}/sign-ins", {"scopes": ["challenge"]}, anns)
    limited = answer.json()["token"]
    for path in ("/api/matches", "/api/players/me/link", f"/api/programs/{robo}/sign-ins"):
        refused = await site.post(path, {"game": "squad"} if path.endswith("matches") else {}, limited)
        assert refused.json()["code"] == "out_of_scope"
    assert (await site.get("/api/matches?joinable=yes", limited)).is_success


async def test_a_revoked_token_is_void_at_once(site: Site) -> None:
    _, anns = await site.player("Ann")
    robo, robos = await made(site, anns, scopes=["play"])
    (own,) = (await site.get("/api/programs/mine", anns)).json()["programs"]
    (token,) = own["tokens"]
    assert token["scopes"] == ["play"]
    left = (await site.post(f"/api/programs/{robo}/revoke", {"sign_in": token["sign_in"]}, anns)).json()
    assert left["tokens"] == []
    assert (await site.get("/api/players/me", robos)).json()["code"] == "bad_token"
    assert "scopes" not in " ".join(await site.store.player_fields(robo))


@pytest.mark.parametrize("path", ["", "/sign-ins", "/revoke"])
async def test_only_owner_and_program_change_a_program(site: Site, path: str) -> None:
    (_, anns), (_, bobs) = await site.player("Ann"), await site.player("Bob")
    robo, _ = await made(site, anns)
    body = {"": {"named": True}, "/sign-ins": {}, "/revoke": {"sign_in": "x"}}[path]
    assert (await site.post(f"/api/programs/{robo}{path}", body, bobs)).json()["code"] == "no_program"
    assert (await site.post(f"/api/programs/{robo}{path}", body, anns)).is_success


async def test_a_player_has_a_limited_number_of_programs(store: Store) -> None:
    site = Site(store, Limits(programs=1))
    _, anns = await site.player("Ann")
    await made(site, anns)
    assert (await site.post("/api/programs", {"name": "Second"}, anns)).json()["limit"] == "programs"


async def test_requests_of_a_program_count_for_its_account(store: Store) -> None:
    site = Site(store, Limits(request_rate=1, request_burst=8))
    site.node.clock = lambda: 100.0
    _, anns = await site.player("Ann")
    _, robos = await made(site, anns)
    said = [(await site.get("/api/players/me", token)).status_code for token in [robos] * 8 + [anns] * 6]
    assert said == [200] * 13 + [429]


async def test_a_retired_program_does_nothing_and_keeps_its_name(site: Site) -> None:
    (_, anns), (bob, bobs) = await site.player("Ann"), await site.player("Bob")
    robo, robos = await made(site, anns, named=True)
    asked = (await site.post(f"/api/players/{bob}/challenge", {"game": "squad"}, robos)).json()["challenge"]
    match = await site.match(robos)
    path = f"/api/programs/{robo}/retire"
    assert (await site.post(path, {"confirm": "robo"}, anns)).json()["code"] == "bad_request"
    shown = (await site.post(path, {"confirm": "Robo"}, anns)).json()
    assert (shown["name"], shown["retired"], shown.get("owner")) == ("Robo", True, None)
    assert (await site.get("/api/players/me", robos)).json()["code"] == "bad_token"
    assert (await site.get("/api/programs/mine", anns)).json()["programs"] == []
    assert (await site.get(f"/api/challenges/{asked}", bobs)).json()["status"] == "cancelled"
    assert (await site.get(f"/api/matches/{match}")).json()["row"]["status"] == "ended"
    challenged = await site.post(f"/api/players/{robo}/challenge", {"game": "squad"}, bobs)
    assert challenged.json()["code"] == "no_player"
    assert (await site.post(f"/api/programs/{robo}/sign-ins", {}, anns)).json()["code"] == "no_program"


async def test_matches_and_records_of_programs_count_for_their_accounts(store: Store) -> None:
    site = Site(store, Limits(address_match_rate=1, address_match_burst=1, profile_rate=1, profile_burst=1))
    site.node.clock = lambda: 100.0
    _, anns = await site.player("Ann")
    for name in ("One", "Other"):
        robo, robos = await made(site, anns)
        answers = [
            await site.post("/api/duplicates", {"game": "omaha"}, robos),
            await site.get(f"/api/players/{robo}", robos),
        ]
        assert [one.status_code for one in answers] == [201, 200], name
    refused = [await site.post("/api/duplicates", {"game": "omaha"}, anns) for _ in range(2)][1]
    assert refused.json()["limit"] == "address_match_rate"


async def test_programs_forget_an_owner_who_left(site: Site) -> None:
    _, anns = await site.player("Ann")
    robo, robos = await made(site, anns, named=True)
    await site.post("/api/players/me/leave", {"confirm": "Ann"}, anns)
    assert "owner" not in (await site.get(f"/api/programs/{robo}")).json()
    assert (await site.get("/api/players/me", robos)).is_success
