"""Matches over REST: made, listed, joined, given up, private or not."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from bocage.log.fairness import is_nonce
from bocage.store import Store
from bocage.store.keys import player_key
from tests.http.site import NO_LIMITS, NONCE, Site
from tests.redis_server import RedisServer


async def test_a_solo_game_begins_at_once(site: Site) -> None:
    player, token = await site.player("Ann")
    made = await site.post("/api/matches", {"game": "omaha", "nonce": NONCE, "opponent": "random"}, token)
    assert made.status_code == 201
    match = made.json()["match"]
    assert made.json() == {"match": match, "seat": 0}
    assert site.bots.invited == []
    table = await site.node.rooms.room(match)
    assert table.match.status == "playing"
    seated = table.match.seats[0]
    assert seated is not None
    assert (seated.player, table.match.names[player], seated.nonce, seated.bot) == (player, "Ann", NONCE, False)
    info = (await site.get(f"/api/matches/{match}", token)).json()
    assert info["row"]["status"] == "playing"
    assert (info["seq"], info["seat"], info["creator"]) == (3, 0, player)
    assert info["view"]["seats"] == {"0": {"player": player, "name": "Ann"}}
    assert "table" not in info["view"]


async def test_actions_can_be_taken_back_unless_the_maker_says_no(site: Site) -> None:
    _, ann = await site.player("Ann")
    for wish, known in (({}, "free"), ({"undo": False}, None)):
        made = await site.post("/api/matches", {"game": "omaha", "nonce": NONCE, **wish}, ann)
        info = (await site.get(f"/api/matches/{made.json()['match']}", ann)).json()
        assert info["view"].get("undo_by") == known


async def test_two_players_sit_down_and_play_begins(site: Site) -> None:
    _, ann = await site.player("Ann")
    bob_id, bob = await site.player("Bob")
    match = await site.match(ann, options={"variant": "flanking"}, seat_options={"nation": "us"})
    row = (await site.get("/api/matches")).json()["matches"][0]
    assert (row["match"], row["status"], row["names"]) == (match, "open", ["Ann", ""])
    assert row["options"]["variant"] == "flanking"
    joined = await site.post(f"/api/matches/{match}/join", {"options": {"nation": "jp"}, "bot": True}, bob)
    assert joined.json() == {"match": match, "seat": 1}
    table = await site.node.rooms.room(match)
    assert table.match.status == "playing"
    seated = table.match.seats[1]
    assert seated is not None
    assert (seated.player, seated.bot) == (bob_id, True)
    assert seated.options["nation"] == "jp"
    assert is_nonce(seated.nonce)
    row = (await site.get("/api/matches")).json()["matches"][0]
    assert (row["status"], row["names"], row["bots"]) == ("playing", ["Ann", "Bob"], [1])


async def test_the_creator_may_choose_their_seat(site: Site) -> None:
    _, ann = await site.player("Ann")
    match = await site.match(ann, seat=1)
    assert (await site.get(f"/api/matches/{match}", ann)).json()["seat"] == 1


async def test_a_bot_is_called_to_the_other_seat(site: Site) -> None:
    _, token = await site.player()
    match = await site.match(token, opponent="clever")
    assert site.bots.invited == [("squad", match, "clever", "")]
    made = (
        await site.post("/api/matches", {"game": "squad", "opponent": "random", "access": {"private": True}}, token)
    ).json()
    assert site.bots.invited[1] == ("squad", made["match"], "random", made["invite"])


@pytest.mark.parametrize(
    ("wishes", "code", "status"),
    [
        ({"game": "chess"}, "no_game", 404),
        ({"options": {"variant": "chess"}}, "bad_options", 400),
        ({"options": {"unheard": 1}}, "bad_options", 400),
        ({"options": [1]}, "bad_request", 400),
        ({"seat_options": {"nation": "fr"}}, "bad_options", 400),
        ({"nonce": "xyz"}, "bad_nonce", 400),
        ({"seat": 7}, "no_seat", 404),
        ({"seat": -1}, "bad_request", 400),
        ({"clock": {"kind": "bank", "base": 5}}, "bad_clock", 400),
        ({"clock": {"kind": "sand"}}, "bad_request", 400),
        ({"access": {"open_delay": -7}}, "bad_request", 400),
        ({"access": {"open_delay": 0}}, "bad_request", 400),
        ({"access": {"open_delay": 29}}, "bad_request", 400),
        ({"access": {"open_delay": 10**30}}, "bad_request", 400),
        ({"opponent": "nobody"}, "no_bot", 404),
        ({"unheard": 1}, "bad_request", 400),
    ],
)
async def test_wishes_that_cannot_be_met_leave_nothing_behind(
    site: Site, wishes: dict[str, Any], code: str, status: int
) -> None:
    _, token = await site.player()
    refused = await site.post("/api/matches", {"game": "squad", "nonce": NONCE, **wishes}, token)
    assert (refused.json()["code"], refused.status_code) == (code, status)
    assert await site.store.matches() == []


@pytest.mark.parametrize(
    ("drawn", "code"),
    [
        ("", "map_missing"),
        (". " * 10_000, "length <= 2000"),
        ((". " * 40 + "\n") * 20, "map_columns"),
        ((". " * 9 + "\n") * 7, "map_rows"),
        ("<script>alert(1)</script>", "map_sign: line 1: '<'"),
        (-1, "Expected `str`"),
    ],
)
async def test_a_hostile_map_is_refused_with_what_is_wrong(site: Site, drawn: object, code: str) -> None:
    _, token = await site.player()
    options = {"variant": "map", "terrain": "drawn", "map": drawn}
    refused = (await site.post("/api/matches", {"game": "squad", "nonce": NONCE, "options": options}, token)).json()
    assert refused["code"] == "bad_options"
    assert code in refused["text"]
    assert await site.store.matches() == []


async def test_a_refused_map_is_explained_in_japanese(site: Site) -> None:
    _, token = await site.player()
    options = {"variant": "map", "terrain": "drawn", "map": ". . .\n . . ."}
    wish = {"game": "squad", "nonce": NONCE, "options": options}
    refused = await site.post("/api/matches", wish, token, **{"Accept-Language": "ja"})
    assert "map_columns: 3列です。マップは7～15列です" in refused.json()["text"]


async def test_a_drawn_map_is_stored_in_its_canonical_form(site: Site) -> None:
    _, token = await site.player()
    text = "# Two woods\n" + ("t......\n" + ".......\n" * 5)
    options = {"variant": "map", "terrain": "drawn", "map": text, "home_edge": "north"}
    match = await site.match(token, "squad", options=options)
    stored = (await site.node.rooms.room(match)).match.created.options
    assert stored["map"].splitlines()[:2] == ["T . . . . . .", " . . . . . . ."]
    assert (stored["columns"], stored["rows"]) == (7, 6)
    assert "home_edge" not in stored


async def test_only_players_make_matches(site: Site) -> None:
    assert (await site.post("/api/matches", {"game": "omaha"})).json()["code"] == "no_token"


async def test_clock_and_access_are_stored(site: Site) -> None:
    _, token = await site.player()
    clock = {"kind": "bank", "base": 60_000, "increment": 1000, "on_timeout": "default"}
    match = await site.match(token, clock=clock, access={"open_delay": 30})
    created = (await site.node.rooms.room(match)).match.created
    assert (created.clock.base, created.clock.on_timeout) == (60_000, "default")
    assert (created.access.private, created.access.open_delay) == (False, 30)


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        ({"seat": 0}, "seat_taken"),
        ({"seat": 9}, "no_seat"),
        ({"nonce": "no"}, "bad_nonce"),
        ({"options": {"nation": 3}}, "bad_options"),
        ({"wrong": 3}, "bad_request"),
    ],
)
async def test_seats_that_cannot_be_had(site: Site, wish: dict[str, Any], code: str) -> None:
    _, ann = await site.player("Ann")
    _, bob = await site.player("Bob")
    match = await site.match(ann)
    refused = await site.post(f"/api/matches/{match}/join", wish, bob)
    assert refused.json()["code"] == code
    assert (await site.node.rooms.room(match)).match.seq == 2


async def test_nobody_sits_twice_or_too_late(site: Site) -> None:
    _, ann = await site.player("Ann")
    _, bob = await site.player("Bob")
    _, cid = await site.player("Cid")
    match = await site.match(ann)
    join = f"/api/matches/{match}/join"
    assert (await site.post(join, {}, ann)).json()["code"] == "already_seated"
    assert (await site.post(join, {}, bob)).status_code == 200
    assert (await site.post(join, {}, cid)).json()["code"] == "not_open"
    assert (await site.post(join, {})).json()["code"] == "no_token"


@pytest.mark.parametrize("private", [False, True])
async def test_seated_player_is_told_their_seat(site: Site, private: bool) -> None:
    _, ann = await site.player("Ann")
    _, bob = await site.player("Bob")
    made = (await site.post("/api/matches", {"game": "squad", "access": {"private": private}}, ann)).json()
    join = f"/api/matches/{made['match']}/join"
    invite = {"invite": made["invite"]} if private else {}
    assert (await site.post(join, invite, bob)).json()["seat"] == 1
    for token, seat in ((ann, 0), (bob, 1)):
        refused = await site.post(join, {}, token)
        told = refused.json()
        assert (refused.status_code, told["code"], told.get("seat")) == (409, "already_seated", seat)


@pytest.mark.parametrize("match", ["nosuchmatch1", "x" * 100, "%7Bfoo%7D", "a:b", "ß"])
async def test_matches_that_do_not_exist(site: Site, match: str) -> None:
    _, token = await site.player()
    for response in (
        await site.get(f"/api/matches/{match}"),
        await site.get(f"/api/matches/{match}/replay"),
        await site.get(f"/api/matches/{match}/export"),
        await site.post(f"/api/matches/{match}/join", {}, token),
        await site.post(f"/api/matches/{match}/resign", {}, token),
        await site.post(f"/api/matches/{match}/fork", {"seq": 1}, token),
    ):
        assert (response.status_code, response.json()["code"]) == (404, "no_match")


async def test_resigning_ends_the_match_and_moves_it_to_the_past(site: Site) -> None:
    _, ann = await site.player("Ann")
    _, bob = await site.player("Bob")
    match = await site.match(ann)
    await site.post(f"/api/matches/{match}/join", {}, bob)
    assert (await site.post(f"/api/matches/{match}/resign", {}, ann)).json() == {"match": match, "seq": 5}
    await site.get("/api/matches/mine", ann)
    assert (await site.get("/api/matches")).json()["matches"] == []
    row = (await site.get("/api/matches/recent")).json()["matches"][0]
    assert (row["match"], row["status"], row["winners"], row["reason"]) == (match, "ended", [1], "resigned")
    assert (await site.post(f"/api/matches/{match}/resign", {}, bob)).json()["code"] == "game_over"


async def test_who_has_no_seat_cannot_resign(site: Site) -> None:
    _, ann = await site.player("Ann")
    _, bob = await site.player("Bob")
    match = await site.match(ann)
    refused = await site.post(f"/api/matches/{match}/resign", {}, bob)
    assert (refused.status_code, refused.json()["code"]) == (403, "not_seated")


async def test_open_match_is_withdrawn_by_its_creator(site: Site) -> None:
    _, ann = await site.player("Ann")
    _, bob = await site.player("Bob")
    match = await site.match(ann)
    path = f"/api/matches/{match}/withdraw"
    assert (await site.post(path)).json()["code"] == "no_token"
    refused = await site.post(path, {}, bob)
    assert (refused.status_code, refused.json()["code"]) == (403, "not_creator")
    assert (await site.post(path, {}, ann)).json() == {"match": match, "seq": 3}
    for path_, token in ((path, ann), (f"/api/matches/{match}/join", bob)):
        assert (await site.post(path_, {}, token)).json()["code"] == "not_open"
    assert (await site.get("/api/matches")).json()["matches"] == []
    assert (await site.get("/api/matches/recent")).json()["matches"] == []
    row = (await site.get("/api/matches/mine", ann)).json()["matches"][0]
    assert (row["match"], row["status"], row["reason"]) == (match, "ended", "cancelled")
    for language in ("en", "ja"):
        text = (await site.get(f"/api/games/squad/text/{language}")).json()
        assert text["outcome.cancelled"]
        assert text["outcome.expired"]


async def test_a_match_that_has_begun_cannot_be_withdrawn(site: Site) -> None:
    _, ann = await site.player("Ann")
    _, bob = await site.player("Bob")
    match = await site.match(ann)
    await site.post(f"/api/matches/{match}/join", {}, bob)
    refused = await site.post(f"/api/matches/{match}/withdraw", {}, ann)
    assert (refused.status_code, refused.json()["code"]) == (409, "not_open")
    assert (await site.node.rooms.room(match)).match.status == "playing"


async def test_open_time_is_stored_in_the_first_entry(store: Store) -> None:
    site = Site(store, msgspec.structs.replace(NO_LIMITS, open_time=60, open_time_days=600))
    _, ann = await site.player("Ann")
    days = {"kind": "days", "base": 86_400_000}
    for clock, seconds in (({}, 60), ({"kind": "bank", "base": 60_000}, 60), (days, 600)):
        match = (await site.node.rooms.room(await site.match(ann, clock=clock))).match
        assert match.expires - match.created.open_for == (await site.store.read(match.id))[0].at
        assert match.created.open_for == seconds * 1000
    await site.http.aclose()


async def test_whoever_sits_down_is_not_forgotten(site: Site, redis_server: RedisServer) -> None:
    players = [await site.player(name) for name in ("Ann", "Bob", "Cid")]
    match = await site.match(players[0][1])
    await site.post(f"/api/matches/{match}/join", {}, players[1][1])
    with redis_server.client() as client:
        ends = [client.ttl(player_key(player)) for player, _ in players]
    assert ends[:2] == [-1, -1]
    assert ends[2] > 0


async def test_mine_are_mine_alone(site: Site) -> None:
    _, ann = await site.player("Ann")
    _, bob = await site.player("Bob")
    first, second = await site.match(ann), await site.match(ann, game="omaha")
    await site.post(f"/api/matches/{second}/resign", {}, ann)
    mine = (await site.get("/api/matches/mine", ann)).json()["matches"]
    assert [row["match"] for row in mine] == [first, second]
    assert (await site.get("/api/matches/mine", bob)).json()["matches"] == []
    assert (await site.get("/api/matches/mine")).json()["code"] == "no_token"


class TestPrivate:
    """A private match opens to its players, and to those who bring its code."""

    async def made(self, site: Site) -> tuple[str, str, str]:
        _, ann = await site.player("Ann")
        wishes = {"game": "squad", "access": {"private": True}}
        made = (await site.post("/api/matches", wishes, ann)).json()
        return made["match"], made["invite"], ann

    async def test_no_list_shows_it_to_others(self, site: Site) -> None:
        match, _, ann = await self.made(site)
        assert (await site.get("/api/matches")).json()["matches"] == []
        assert [row["match"] for row in (await site.get("/api/matches/mine", ann)).json()["matches"]] == [match]

    async def test_without_the_code_nobody_sits_down_or_looks(self, site: Site) -> None:
        match, _, _ = await self.made(site)
        _, bob = await site.player("Bob")
        for refused in (
            await site.post(f"/api/matches/{match}/join", {}, bob),
            await site.post(f"/api/matches/{match}/join", {"invite": "wrong"}, bob),
            await site.post(f"/api/matches/{match}/fork", {"seq": 1}, bob),
            await site.get(f"/api/matches/{match}", bob),
            await site.get(f"/api/matches/{match}?invite=wrong"),
            await site.get(f"/api/matches/{match}?invite=ü"),
            await site.get(f"/api/matches/{match}/replay"),
            await site.get(f"/api/matches/{match}/export", bob),
        ):
            assert (refused.status_code, refused.json()["code"]) == (403, "private")

    async def test_the_code_opens_it(self, site: Site) -> None:
        match, code, ann = await self.made(site)
        assert (await site.get(f"/api/matches/{match}?invite={code}")).status_code == 200
        guest = await site.get(f"/api/matches/{match}", **{"Bocage-Invite": code})
        assert "invite" not in guest.json()
        assert (await site.get(f"/api/matches/{match}", ann)).json()["invite"] == code
        _, bob = await site.player("Bob")
        assert (await site.post(f"/api/matches/{match}/join", {"invite": code}, bob)).status_code == 200
        assert (await site.get(f"/api/matches/{match}", bob)).json()["seat"] == 1
        assert (await site.get("/api/matches")).json()["matches"] == []


async def test_how_a_stranger_s_private_match_stands_is_not_told(site: Site) -> None:
    _, ann = await site.player("Ann")
    _, bob = await site.player("Bob")
    _, eve = await site.player("Eve")
    answers = []
    for begun in (False, True):
        made = (await site.post("/api/matches", {"game": "squad", "access": {"private": True}}, ann)).json()
        if begun:
            await site.post(f"/api/matches/{made['match']}/join", {"invite": made["invite"]}, bob)
        refused = await site.post(f"/api/matches/{made['match']}/withdraw", {}, eve)
        answers.append((refused.status_code, refused.json()["code"]))
        resigned = await site.post(f"/api/matches/{made['match']}/resign", {}, eve)
        assert resigned.json()["code"] == "not_seated"
    assert answers == [(403, "not_creator")] * 2
