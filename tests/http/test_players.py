"""Guests: made, known again by their token, renamed."""

from __future__ import annotations

import pytest

from tests.http.site import Site


async def test_a_player_is_made_from_a_name_and_known_by_his_token(site: Site) -> None:
    made = await site.post("/api/players", {"name": "  Ann   of  Bocage "})
    assert made.status_code == 201
    assert made.json()["name"] == "Ann of Bocage"
    me = await site.get("/api/players/me", made.json()["token"])
    assert me.json() == {"player": made.json()["player"], "name": "Ann of Bocage"}
    assert made.headers["cache-control"] == "no-store"


@pytest.mark.parametrize(("language", "begin"), [("en", "Guest "), ("ja", "ゲスト")])
async def test_who_gives_no_name_gets_one_in_his_language(site: Site, language: str, begin: str) -> None:
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


@pytest.mark.parametrize("name", ["x" * 25, "a\u202eb", "a\x00b", "\x07"])
async def test_names_that_cannot_be_shown_are_refused(site: Site, name: str) -> None:
    refused = await site.post("/api/players", {"name": name})
    assert (refused.status_code, refused.json()["code"], refused.json()["limit"]) == (
        400,
        "bad_name",
        "name_length",
    )
    _, token = await site.player()
    assert (await site.post("/api/players/me", {"name": name}, token)).json()["code"] == "bad_name"


@pytest.mark.parametrize("name", ["  ", "\u3164", "\u2800 \u115f", "\u1160\uffa0"])
async def test_a_name_cannot_be_given_away(site: Site, name: str) -> None:
    """Neither for blanks nor for letters that look like one."""
    _, token = await site.player()
    assert (await site.post("/api/players/me", {"name": name}, token)).json()["code"] == "bad_name"


async def test_without_a_token_nobody_is_known(site: Site) -> None:
    refused = await site.get("/api/players/me")
    assert (refused.status_code, refused.json()["code"]) == (401, "no_token")
    assert refused.headers["www-authenticate"] == "Bearer"


@pytest.mark.parametrize(
    "header",
    [
        "Bearer",
        "Bearer ",
        "Bearer nobody",
        "Bearer {player}.wrong",
        "Basic YTpi",
        "Bearer " + "x" * 300,
        "Bearer a b",
    ],
)
async def test_a_wrong_token_is_refused(site: Site, header: str) -> None:
    player, _ = await site.player()
    refused = await site.get("/api/players/me", Authorization=header.format(player=player))
    assert (refused.status_code, refused.json()["code"]) == (401, "bad_token")


async def test_a_token_in_a_url_is_of_no_use(site: Site) -> None:
    _, token = await site.player()
    assert (await site.get(f"/api/players/me?token={token}")).json()["code"] == "no_token"
