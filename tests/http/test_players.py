"""Guests: made, known again by their token, renamed."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, ClassVar

import pytest

from bocage.bots.registry import strategies_of
from bocage.http.players import names_of_bots
from bocage.protocol.names import HOUSE_NAMES, bare, is_reserved
from bocage.protocol.presentation import Presentation
from bocage.rules.kernel.registry import house_games
from tests.http.site import HOUSE, Site
from tests.rules.toy import Toy

WEB = Path(__file__).parents[2] / "clients" / "web"


async def test_player_is_created_and_known_by_token(site: Site) -> None:
    made = await site.post("/api/players", {"name": "  Ann   of  Bocage "})
    assert made.status_code == 201
    assert made.json()["name"] == "Ann of Bocage"
    me = await site.get("/api/players/me", made.json()["token"])
    assert me.json() == {"player": made.json()["player"], "name": "Ann of Bocage"}
    assert made.headers["cache-control"] == "no-store"


@pytest.mark.parametrize(("language", "begin"), [("en", "Guest "), ("ja", "ゲスト")])
async def test_who_gives_no_name_gets_one_in_their_language(site: Site, language: str, begin: str) -> None:
    made = await site.post("/api/players", {}, **{"Accept-Language": language})
    assert made.json()["name"].startswith(begin)


async def test_a_body_may_be_left_out(site: Site) -> None:
    assert (await site.call("POST", "/api/players")).status_code == 201


async def test_renaming(site: Site) -> None:
    player, token = await site.player()
    assert (await site.post("/api/players/me", {"name": "花子"}, token)).json() == {
        "player": player,
        "name": "花子",
    }
    assert (await site.get("/api/players/me", token)).json()["name"] == "花子"


@pytest.mark.parametrize(
    "name", ["x" * 25, "a\u202eb", "a\x00b", "\x07", "Ann\u200d", "ab\u0300\u0301\u0302\u0303"]
)
async def test_names_that_cannot_be_shown_are_refused(site: Site, name: str) -> None:
    refused = await site.post("/api/players", {"name": name})
    assert (refused.status_code, refused.json()["code"], refused.json()["limit"]) == (
        400,
        "bad_name",
        "name_length",
    )
    _, token = await site.player()
    assert (await site.post("/api/players/me", {"name": name}, token)).json()["code"] == "bad_name"


@pytest.mark.parametrize("name", ["\U0001f937\u200d\u2642\ufe0f", "علی\u200cرضا", "1\ufe0f\u20e3 Ann"])
async def test_a_name_may_be_in_any_script_or_a_picture(site: Site, name: str) -> None:
    player, token = await site.player(name)
    assert (await site.get("/api/players/me", token)).json() == {"player": player, "name": name}


@pytest.mark.parametrize("name", ["  ", "\u3164", "\u2800 \u115f", "\u1160\uffa0"])
async def test_a_name_cannot_be_given_away(site: Site, name: str) -> None:
    """Neither for blanks nor for letters that look like one."""
    _, token = await site.player()
    assert (await site.post("/api/players/me", {"name": name}, token)).json()["code"] == "bad_name"


async def test_without_a_token_nobody_is_known(site: Site) -> None:
    refused = await site.get("/api/players/me")
    assert (refused.status_code, refused.json()["code"]) == (401, "no_token")
    assert refused.headers["www-authenticate"] == "Bearer"


async def test_a_token_in_a_url_is_of_no_use(site: Site) -> None:
    _, token = await site.player()
    assert (await site.get(f"/api/players/me?token={token}")).json()["code"] == "no_token"


@pytest.mark.parametrize(
    "name",
    [
        "sergeant",
        "Sergeant",
        "SERGEANT!",
        " ser geant",
        "ｃａｐｔａｉｎ",
        "軍曹",
        "大尉",
        "ランダム",
        "ﾗﾝﾀﾞﾑ",
        "Scout First",
        "sergeаnt",  # Cyrillic a
        "СAPTAIN",  # Cyrillic capital S
        "rаndоm",  # Cyrillic a and o
        "pIanner",
        "rand0m",
        "randorn",
        "cαptain",  # Greek alpha
        "sérgéant",
    ],
)
async def test_names_of_house_bots_are_theirs(site: Site, name: str) -> None:
    _, token = await site.player("Ann")
    for path, who in (("/api/players", ""), ("/api/players/me", token)):
        refused = await site.post(path, {"name": name}, who)
        assert (refused.status_code, refused.json()["code"]) == (409, "name_reserved")
        wrong = await site.post(path, {"name": name}, who, **{"Bocage-House": "guessed"})
        assert wrong.json()["code"] == "name_reserved"
        assert (await site.post(path, {"name": name}, who, **HOUSE)).is_success


def test_every_strategy_s_name_is_reserved_as_people_read_it() -> None:
    strategies = {name for game in house_games() for name in strategies_of(game.id)}
    assert strategies >= HOUSE_NAMES.keys()
    brought = names_of_bots(tuple(house_games()))
    assert all(is_reserved(name) or bare(name) in brought for name in strategies)
    for lang, column in (("en", 0), ("ja", 1)):
        page = (WEB / f"js/words/lobby_{lang}.js").read_text(encoding="utf-8")
        shown = dict(re.findall(r'"bot\.(\w+)": "(.*)"', page))
        assert shown == {name: names[column] for name, names in HOUSE_NAMES.items() if name in shown}
    for name in ("Ann", "Сергей", "Капитан", "Ιωάννης", "軍人", "Captain Ann", "Randolph"):
        assert not is_reserved(name)


def test_the_bots_that_a_game_brings_keep_their_names() -> None:
    class Guns(Toy):
        presentation: ClassVar[Presentation] = Presentation(strategies=("gunner",))
        text: ClassVar[Any] = {"en": {"bot.gunner": "Old Gunner"}, "ja": {"bot.gunner": "砲手"}}

    assert names_of_bots((Guns(),)) == {bare(name) for name in ("gunner", "Old Gunner", "砲手")}


async def test_house_bots_are_known_by_the_house_key(site: Site) -> None:
    _, ann = await site.player("Ann")
    _, bob = await site.player("Sergeant Bob")
    match = await site.match(ann)
    await site.post(f"/api/matches/{match}/join", {"bot": True}, bob, **{"Bocage-House": "guessed"})
    house = (await site.post("/api/players", {"name": "sergeant"}, **HOUSE)).json()["token"]
    other = await site.match(ann, opponent="clever")
    refused = await site.post(f"/api/matches/{other}/join", {"bot": True}, bob)
    assert refused.json()["code"] == "seat_kept"
    assert (await site.post(f"/api/matches/{other}/join", {"bot": True}, house, **HOUSE)).is_success
    for name, marked in ((match, False), (other, True)):
        info = (await site.get(f"/api/matches/{name}")).json()
        assert info["view"]["seats"]["1"]["bot"] is True
        assert info["view"]["seats"]["1"].get("house", False) is marked
        assert info["row"]["bots"] == [1]
        assert info["row"].get("house_bots", []) == ([1] if marked else [])
