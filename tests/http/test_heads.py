"""What chats show of a link: title, description and picture, of what whoever has the address may know."""

from __future__ import annotations

import re
from html import unescape

import pytest

from bocage.limits import Limits
from bocage.store import Store
from tests.http.site import Site


async def head(site: Site, path: str, lang: str = "en") -> dict[str, str]:
    """The properties of the page's head, and its title."""
    answer = await site.http.get(path, headers={"Accept-Language": lang})
    assert answer.status_code == 200
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    told = dict(re.findall(r'<meta property="og:(\w+)" content="([^"]*)">', answer.text))
    [title] = re.findall("<title>(.*?)</title>", answer.text)
    return {name: unescape(text) for name, text in (told | {"tab": title}).items()}


async def test_who_asks_for_too_many_matches_is_told_of_none(store: Store) -> None:
    site = Site(store, Limits(request_rate=1, request_burst=3))
    site.node.clock = lambda: 100.0
    _, ann = await site.player()
    match = await site.match(ann)
    told = [(await head(site, f"/match/{match}"))["title"] for _ in range(2)]
    assert told == ["Ann invites you to SQUAD", "Bocage"]


async def test_match_and_position_have_heads_of_their_own(site: Site) -> None:
    _, ann = await site.player("Ann")
    _, bob = await site.player("Bob")
    match = await site.match(ann)
    await site.post(f"/api/matches/{match}/join", {}, bob)
    told = await head(site, f"/match/{match}")
    assert told["title"] == "SQUAD: Ann against Bob"
    assert "watch it live" in told["description"]
    await site.post(f"/api/matches/{match}/resign", {}, ann)
    told = await head(site, f"/replay/{match}/4/-2")
    assert told["title"] == "Replay, position 4: SQUAD: Ann against Bob"
    assert told["description"] == "Bob won. By resignation."


async def test_every_screen_has_an_address(site: Site) -> None:
    assert (await head(site, "/"))["title"] == "Bocage"
    assert (await head(site, "/learn/omaha"))["tab"] == "Attack on Omaha Beach: guided first game · Bocage"
    assert (await head(site, "/rules/squad", "ja"))["title"] == "SQUAD（スクワッド）：遊び方"
    assert (await head(site, "/match/nosuchmatch"))["title"] == "Bocage"
    for path in ("/player/p", "/exercise/squad/3"):
        assert (await head(site, path))["title"]


@pytest.mark.parametrize(
    "path",
    [
        "/nothing",
        "/match",
        "/match/",
        "/match/..%2f",
        "/rules",
        "/rules/a/b",
        "/match/ö",
        "/player/p/q",
        "/duplicate/d/e",
        "/ladder/squad/1",
        "/daily/2030-01-02/omaha/1",
        "/exercise/squad/three",
    ],
)
async def test_what_is_no_screen_is_not_found(site: Site, path: str) -> None:
    answer = await site.http.get(path)
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")
