"""Pictures in the heads of pages."""

from __future__ import annotations

import re

import pytest

from tests.http.site import Site
from tests.http.test_below import FOLDER
from tests.http.test_below import below as below
from tests.http.test_heads import head


@pytest.mark.parametrize("path", ["/", "/match/none"])
async def test_what_is_about_no_game_shows_the_page_itself(site: Site, path: str) -> None:
    told = await head(site, path)
    assert told["image"] == f"{site.state.site}/api/picture.jpg"
    picture = await site.get("/api/picture.jpg")
    assert picture.headers["content-type"] == "image/jpeg"
    assert picture.content.startswith(b"\xff\xd8")


async def test_previews_show_pictures_below_the_path(below: Site) -> None:
    _, ann = await below.player()
    for path in ("/", f"/match/{await below.match(ann)}"):
        page = (await below.http.get(path)).text
        [picture] = re.findall(r'property="og:image" content="([^"]*)"', page)
        assert picture.startswith(f"https://club.example{FOLDER}/api/")


async def test_a_page_about_a_match_shows_its_game(site: Site) -> None:
    _, ann = await site.player("Ann")
    assert (await head(site, f"/match/{await site.match(ann)}"))["image"].endswith("/api/games/squad/picture.jpg")
