"""Rated matches: both agree, both can come back, there is a clock, and nothing is taken back or played on from."""

from __future__ import annotations

from typing import Any

import pytest

from bocage import features
from tests.http.site import HOUSE, Site

CLOCK = {"kind": "bank", "base": 600_000, "increment": 5000}


async def kept(site: Site, name: str = "Ann", program: bool = False) -> tuple[str, str]:
    """Id and token of a player who can get their identity back."""
    player, token = await site.player(name)
    if "accounts" in features.NAMES:
        assert (await site.post("/api/players/me/recovery-codes", {}, token)).status_code == 201
    if program:
        assert (await site.post("/api/players/me/program", {}, token)).json()["program"] is True
    return player, token


async def rated_match(site: Site, winner: str, loser: str) -> str:
    match = await site.match(winner, clock=CLOCK, rated=True)
    await site.post(f"/api/matches/{match}/join", {"rated": True}, loser)
    await site.post(f"/api/matches/{match}/resign", {}, loser)
    return match


async def refused(site: Site, token: str, path: str = "/api/matches", **wishes: Any) -> str:
    body = {"game": "squad", "clock": CLOCK, "rated": True, **wishes} if path == "/api/matches" else wishes
    return str((await site.post(path, body, token)).json()["code"])


async def test_both_agree_and_everybody_is_told(site: Site) -> None:
    _, ann = await kept(site)
    _, bob = await kept(site, "Bob")
    match = await site.match(ann, clock=CLOCK, rated=True)
    (row,) = (await site.get("/api/matches")).json()["matches"]
    assert row["rated"] is True
    assert (await site.get(f"/api/matches/{match}", bob)).json()["view"]["rated"] is True
    assert await refused(site, bob, f"/api/matches/{match}/join") == "not_agreed"
    assert (await site.post(f"/api/matches/{match}/join", {"rated": True}, bob)).status_code == 200
    stored = (await site.node.rooms.room(match)).match
    assert (stored.created.rated, stored.created.undo, stored.status) == (True, False, "playing")


async def test_an_ordinary_match_says_nothing_of_ratings(site: Site) -> None:
    _, ann = await site.player()
    match = await site.match(ann, clock=CLOCK)
    assert "rated" not in (await site.get("/api/matches")).json()["matches"][0]
    assert b"rated" not in (await site.store.read(match))[0].raw


@pytest.mark.parametrize(
    "wishes",
    [
        {"clock": {"kind": "none"}},
        {"opponent": "clever"},
        {"access": {"open_delay": 30}},
        {"game": "omaha"},
    ],
)
async def test_what_cannot_be_rated(site: Site, wishes: dict[str, Any]) -> None:
    _, ann = await kept(site)
    assert await refused(site, ann, **wishes) == "not_ratable"


async def test_a_rated_match_that_anybody_finds_wants_two_addresses(site: Site) -> None:
    _, ann = await kept(site)
    _, bob = await kept(site, "Bob")
    near, far = site.client("198.51.100.7"), site.client("198.51.100.8")
    async with near, far:

        async def post(client: Any, path: str, token: str, **body: Any) -> Any:
            return (await client.post(path, json=body, headers={"Authorization": f"Bearer {token}"})).json()

        async def joined(client: Any, made: Any) -> Any:
            answer = await post(
                client, f"/api/matches/{made['match']}/join", bob, rated=True, invite=made.get("invite", "")
            )
            return answer.get("code", "joined")

        wish = {"game": "squad", "clock": CLOCK}
        public = await post(near, "/api/matches", ann, rated=True, **wish)
        assert await joined(near, public) == "same_address"
        assert await joined(far, public) == "joined"
        # Who is invited is known; and without a rating nobody minds.
        private = await post(near, "/api/matches", ann, rated=True, access={"private": True}, **wish)
        casual = await post(near, "/api/matches", ann, **wish)
        assert [await joined(near, made) for made in (private, casual)] == ["joined", "joined"]


async def test_people_and_programs_are_not_rated_against_one_another(site: Site) -> None:
    _, ann = await kept(site)
    _, bot = await kept(site, "Bot", program=True)
    match = await site.match(ann, clock=CLOCK, rated=True)
    assert await refused(site, bot, f"/api/matches/{match}/join", rated=True) == "other_ladder"
    # A program whose account does not say so is of neither kind, whatever it says here.
    _, sly = await kept(site, "Sly")
    assert await refused(site, sly, f"/api/matches/{match}/join", rated=True, bot=True) == "other_ladder"
    assert await refused(site, sly, bot=True) == "other_ladder"
    programs = await site.match(bot, clock=CLOCK, rated=True)
    assert await refused(site, ann, f"/api/matches/{programs}/join", rated=True) == "other_ladder"
    _, other = await kept(site, "Other", program=True)
    assert (await site.post(f"/api/matches/{programs}/join", {"rated": True}, other)).status_code == 200
    # The account says it at every seat, whatever the request says.
    assert [seated and seated.bot for seated in (await site.node.rooms.room(programs)).match.seats] == [True, True]


async def test_a_program_stays_one(site: Site) -> None:
    _, bot = await kept(site, "Bot", program=True)
    await site.post("/api/players/me", {"name": "Human"}, bot)
    assert (await site.get("/api/players/me", bot)).json()["program"] is True
    match = await site.match(bot)
    seated = (await site.node.rooms.room(match)).match.seats[0]
    assert seated is not None
    assert seated.bot


async def test_a_house_bot_takes_no_rated_seat(site: Site) -> None:
    _, ann = await kept(site)
    _, bot = await site.player("clever")
    match = await site.match(ann, clock=CLOCK, rated=True)
    answer = await site.post(f"/api/matches/{match}/join", {"bot": True}, bot, **HOUSE)
    assert answer.json()["code"] == "not_agreed"


async def test_running_rated_match_cannot_be_forked(site: Site) -> None:
    _, ann = await kept(site)
    _, bob = await kept(site, "Bob")
    match = await site.match(ann, clock=CLOCK, rated=True)
    await site.post(f"/api/matches/{match}/join", {"rated": True}, bob)
    await site.act(match, 2)
    for token in (ann, bob, (await site.player("Eve"))[1]):
        assert await refused(site, token, f"/api/matches/{match}/fork", seq=5) == "rated_goes_on"
    await site.post(f"/api/matches/{match}/resign", {}, ann)
    assert (await site.post(f"/api/matches/{match}/fork", {"seq": 5}, ann)).status_code == 201


@pytest.mark.parametrize("agrees", [True, False])
async def test_a_rematch_is_rated_if_whoever_asks_first_agrees(site: Site, agrees: bool) -> None:
    _, ann = await kept(site)
    _, bob = await kept(site, "Bob")
    match = await site.match(ann, clock=CLOCK, rated=True)
    await site.post(f"/api/matches/{match}/join", {"rated": True}, bob)
    await site.post(f"/api/matches/{match}/resign", {}, ann)
    path = f"/api/matches/{match}/rematch"
    made = (await site.post(path, {"rated": agrees}, bob)).json()["match"]
    created = (await site.node.rooms.room(made)).match.created
    assert (created.rated, created.undo) == (agrees, not agrees)
    if agrees:
        assert await refused(site, ann, path) == "not_agreed"
    assert (await site.post(path, {"rated": agrees}, ann)).json()["match"] == made


async def test_a_rematch_of_an_ordinary_match_is_never_rated(site: Site) -> None:
    _, ann = await site.player()
    _, bob = await site.player("Bob")
    match = await site.match(ann, clock=CLOCK)
    await site.post(f"/api/matches/{match}/join", {}, bob)
    await site.post(f"/api/matches/{match}/resign", {}, ann)
    made = (await site.post(f"/api/matches/{match}/rematch", {"rated": True}, bob)).json()["match"]
    assert not (await site.node.rooms.room(made)).match.created.rated
