"""Pictures of games and moments."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from bocage.features.link_pictures import pictures
from bocage.features.link_pictures.pictures import FOLDER, LINK_SIZE, emblem_of
from bocage.http.context import tag_of
from bocage.protocol.presentation import Shape
from bocage.rules.kernel import Game, drawing
from bocage.rules.kernel.presentation import EMBLEM, PICTURE
from bocage.rules.kernel.registry import find_game, house_games
from tests.all_games import SEATS
from tests.http.site import Site

#: Start of a frame, with its length and the bits of a sample, before height and width (ITU-T T.81, B.2.2).
FRAME = re.compile(rb"\xff\xc0..\x08(..)(..)", re.DOTALL)


def size_of(jpeg: bytes) -> tuple[int, int]:
    """Width and height of a picture."""
    found = FRAME.search(jpeg)
    assert found
    return int.from_bytes(found[2]), int.from_bytes(found[1])


@pytest.mark.parametrize("game", [game.id for game in house_games()])
async def test_previews_of_games_are_small_jpeg_files(site: Site, game: str) -> None:
    sent = await site.get(f"/api/games/{game}/picture.jpg")
    assert sent.headers["content-type"] == "image/jpeg"
    own = FOLDER / f"{game}.jpg"
    assert sent.content == (own if own.exists() else FOLDER / "page.jpg").read_bytes()
    assert size_of(sent.content) == LINK_SIZE
    assert len(sent.content) <= 60_000


async def test_a_game_without_a_picture_has_that_of_the_page(
    site: Site, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = (FOLDER / "page.jpg").read_bytes()
    assert size_of(page) == LINK_SIZE
    (tmp_path / "page.jpg").write_bytes(page)
    monkeypatch.setattr(pictures, "FOLDER", tmp_path)
    monkeypatch.setattr(pictures, "_jpeg", pictures._jpeg.__wrapped__)
    assert (await site.get("/api/games/squad/picture.jpg")).content == page


@pytest.mark.parametrize("game", [game.id for game in house_games()])
async def test_games_and_moments_are_drawn_as_svg(site: Site, game: str) -> None:
    _, ann = await site.player("Ann")
    _, bob = await site.player("Bob")
    match = await site.match(ann, game)
    paths = [f"/api/games/{game}/picture", f"/api/matches/{match}/picture"]
    if SEATS[game] > 1:
        await site.post(f"/api/matches/{match}/join", {}, bob)
    await site.act(match, 3)
    paths.append(f"/api/matches/{match}/picture")
    for path in paths:
        root = ElementTree.fromstring((await site.get(f"{path}.svg")).content)
        assert len(root) > 5
    early = await site.get(f"/api/matches/{match}/picture.svg?seq=1")
    late = await site.get(f"/api/matches/{match}/picture.svg")
    rules = find_game(game)
    draws = type(rules).picture is not Game.picture
    assert (early.content != late.content) == draws, "a game that draws no picture shows its emblem at any time"
    again = await site.get(f"/api/matches/{match}/picture.svg", **{"If-None-Match": late.headers["etag"]})
    assert again.status_code == 304


async def test_pictures_of_moments_need_the_rights_of_their_viewer(site: Site) -> None:
    _, ann = await site.player("Ann")
    made = (await site.post("/api/matches", {"game": "squad", "access": {"private": True}}, ann)).json()
    path = f"/api/matches/{made['match']}/picture.svg"
    assert (await site.get(path)).json()["code"] == "private"
    assert (await site.get(f"{path}?invite={made['invite']}")).status_code == 200
    solo = await site.match(ann, "zombies")
    for query, code in (("as=open", "open_hands_closed"), ("seq=x", "bad_request"), ("seq=999", "no_such_entry")):
        assert (await site.get(f"/api/matches/{solo}/picture.svg?{query}", ann)).json()["code"] == code


def test_styles_without_a_look_are_left_out() -> None:
    shapes = (Shape("fields", "M0 0h9v9z"), Shape("letter", text="8", x=100, y=60))
    assert drawing.svg(shapes, "<title>").count(b"<path") == 1
    assert b"&lt;title&gt;" in drawing.svg(shapes, "<title>")


@pytest.mark.parametrize("game", house_games(), ids=lambda game: game.id)
def test_emblems_stand_in_the_middle(game: Game[Any]) -> None:
    placed = emblem_of(game)
    assert placed
    for there, shape in zip(placed, game.presentation.emblem, strict=True):
        middle = (there.x - shape.x + EMBLEM[0] / 2, there.y - shape.y + EMBLEM[1] / 2)
        assert middle == (PICTURE[0] / 2, PICTURE[1] / 2)


async def test_seq_chooses_the_moment(site: Site) -> None:
    _, ann = await site.player("Ann")
    match = await site.match(ann, "omaha")
    await site.act(match, 4)
    path = f"/api/matches/{match}/picture.svg"
    last = (await site.node.rooms.room(match)).match.seq
    now = await site.get(path)
    for query in ("?seq=0", f"?seq={last}", "?seq=&as=", f"?seq=00{last}&as=public"):
        assert (await site.get(path + query)).content == now.content
    for wrong in ("x", "-1", "1.0", "%D9%A3", "%C2%B2", "123456789"):
        refused = await site.get(f"{path}?seq={wrong}")
        assert (refused.status_code, refused.json()["code"]) == (400, "bad_request"), wrong
    assert (await site.get(f"{path}?seq=12345678")).json()["code"] == "no_such_entry"


async def test_open_matches_show_the_emblem_of_their_game(site: Site) -> None:
    _, ann = await site.player("Ann")
    match = await site.match(ann)
    emblem = await site.get("/api/games/squad/picture.svg")
    assert (await site.get(f"/api/matches/{match}/picture.svg")).content == emblem.content


async def test_a_drawing_s_title_is_in_the_reader_s_language(site: Site) -> None:
    path = "/api/games/squad/picture.svg"
    english = await site.http.get(path, headers={"Accept-Language": "en"})
    japanese = await site.http.get(path, headers={"Accept-Language": "ja"})
    assert english.headers["etag"] != japanese.headers["etag"]
    assert "accept-language" in english.headers["vary"].lower()
    names = [(await site.get(f"/api/games/squad/text/{lang}")).json()["game.name"] for lang in ("en", "ja")]
    assert [name in answer.text for name, answer in zip(names, (english, japanese), strict=True)] == [True, True]


async def test_a_tag_follows_the_contents_of_a_picture(site: Site) -> None:
    _, ann = await site.player("Ann")
    match = await site.match(ann, "omaha")
    of_game = [f"/api/games/squad/picture.{kind}" for kind in ("svg", "jpg")]
    for path in ("/api/picture.jpg", *of_game, f"/api/matches/{match}/picture.svg"):
        answer = await site.http.get(path)
        assert answer.headers["etag"] == tag_of(answer.content), path
