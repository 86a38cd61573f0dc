"""Pictures for links: of games and of moments, as far as whoever looks may see them."""

from __future__ import annotations

import struct
import zlib
from typing import Any
from xml.etree import ElementTree

import pytest

from bocage.http import drawing
from bocage.http.pictures import emblem_of
from bocage.http.raster import Canvas, flatten
from bocage.protocol.presentation import Shape
from bocage.rules.kernel import Game
from bocage.rules.kernel.presentation import EMBLEM, PICTURE
from bocage.rules.kernel.registry import find_game, house_games
from tests.all_games import SEATS
from tests.http.site import Site

PNG = b"\x89PNG\r\n\x1a\n"


def pixel(picture: bytes, x: int, y: int) -> tuple[int, ...]:
    """The colour at a place of a picture without filters, as ours are."""
    assert picture.startswith(PNG)
    width, _ = struct.unpack(">II", picture[16:24])
    start = picture.index(b"IDAT")
    length = struct.unpack(">I", picture[start - 4 : start])[0]
    rows = zlib.decompress(picture[start + 4 : start + 4 + length])
    at = y * (3 * width + 1) + 1 + 3 * x
    return tuple(rows[at : at + 3])


@pytest.mark.parametrize("game", [game.id for game in house_games()])
async def test_every_game_and_every_moment_has_a_picture(site: Site, game: str) -> None:
    _, ann = await site.player("Ann")
    _, bob = await site.player("Bob")
    match = await site.match(ann, game)
    paths = [f"/api/games/{game}/picture", f"/api/matches/{match}/picture"]
    if SEATS[game] > 1:
        await site.post(f"/api/matches/{match}/join", {}, bob)
    await site.act(match, 3)
    paths.append(f"/api/matches/{match}/picture")
    for path in paths:
        drawn = await site.get(f"{path}.png")
        assert drawn.content.startswith(PNG)
        assert struct.unpack(">II", drawn.content[16:24]) == drawing.SIZE
        root = ElementTree.fromstring((await site.get(f"{path}.svg")).content)
        assert len(root) > 5
    early = await site.get(f"/api/matches/{match}/picture.svg?seq=1")
    late = await site.get(f"/api/matches/{match}/picture.svg")
    rules = find_game(game)
    draws = type(rules).picture is not Game.picture
    assert (early.content != late.content) == draws, "a game that draws no picture shows its emblem at any time"
    again = await site.get(f"/api/matches/{match}/picture.svg", **{"If-None-Match": late.headers["etag"]})
    assert again.status_code == 304


async def test_a_picture_shows_no_more_than_its_viewer_may_see(site: Site) -> None:
    _, ann = await site.player("Ann")
    made = (await site.post("/api/matches", {"game": "squad", "access": {"private": True}}, ann)).json()
    path = f"/api/matches/{made['match']}/picture.png"
    assert (await site.get(path)).json()["code"] == "private"
    assert (await site.get(f"{path}?invite={made['invite']}")).status_code == 200
    solo = await site.match(ann, "zombies")
    for query, code in (("as=open", "open_hands_closed"), ("seq=x", "bad_request"), ("seq=999", "no_such_entry")):
        assert (await site.get(f"/api/matches/{solo}/picture.svg?{query}", ann)).json()["code"] == code


def test_what_is_painted_lies_where_the_path_says() -> None:
    red, white = (150, 40, 27), (255, 255, 255)
    canvas = Canvas((40, 30), white)
    canvas.fill(flatten("M10 5h20v20h-20z M15 10v10h10v-10z"), red)
    canvas.stroke(flatten("M2 0V30"), 2, red, [])
    picture = canvas.png()
    assert [pixel(picture, x, 15) for x in (2, 12, 20, 27, 35)] == [red, red, white, red, white]


@pytest.mark.parametrize(
    ("path", "end"),
    [
        ("M1 1l2 3H7v-1", (7, 3)),
        ("M0 0q1 2 4 0t4 0", (8, 0)),
        ("M0 0c1 1 2 1 3 0s2-1 3 0", (6, 0)),
        ("M0 0C1 1 2 1 3 0S5-1 6 0z", (0, 0)),
        ("M-5 0a5 5 0 1 0 10 0", (5, 0)),
    ],
)
def test_paths_end_where_they_should(path: str, end: tuple[float, float]) -> None:
    [line] = flatten(path)
    assert line[-1] == pytest.approx(end, abs=1e-9)


def test_a_half_circle_bulges_to_the_side_that_it_names() -> None:
    below, above = (flatten(f"M-5 0a5 5 0 1 {sweep} 10 0")[0] for sweep in (0, 1))
    assert max(y for _, y in below) == pytest.approx(5, abs=0.1)
    assert min(y for _, y in above) == pytest.approx(-5, abs=0.1)


def test_letters_and_styles_without_a_look_are_drawn_or_left_out() -> None:
    shapes = (Shape("fields", "M0 0h9v9z"), Shape("letter", text="8", x=100, y=60))
    assert drawing.svg(shapes, "<title>").count(b"<path") == 1
    assert b"&lt;title&gt;" in drawing.svg(shapes, "<title>")
    assert drawing.png(shapes) != drawing.png(shapes[:1])


@pytest.mark.parametrize("game", house_games(), ids=lambda game: game.id)
def test_an_emblem_stands_in_the_middle(game: Game[Any]) -> None:
    placed = emblem_of(game)
    assert placed
    for there, shape in zip(placed, game.presentation.emblem, strict=True):
        middle = (there.x - shape.x + EMBLEM[0] / 2, there.y - shape.y + EMBLEM[1] / 2)
        assert middle == (PICTURE[0] / 2, PICTURE[1] / 2)


async def test_which_moment_is_shown(site: Site) -> None:
    _, ann = await site.player("Ann")
    match = await site.match(ann, "omaha")
    await site.act(match, 4)
    path = f"/api/matches/{match}/picture.svg"
    last = (await site.node.room(match)).match.seq
    now = await site.get(path)
    for query in ("?seq=0", f"?seq={last}", "?seq=&as=", f"?seq=00{last}&as=public"):
        assert (await site.get(path + query)).content == now.content
    for wrong in ("x", "-1", "1.0", "%D9%A3", "%C2%B2", "123456789"):
        refused = await site.get(f"{path}?seq={wrong}")
        assert (refused.status_code, refused.json()["code"]) == (400, "bad_request"), wrong
    assert (await site.get(f"{path}?seq=12345678")).json()["code"] == "no_such_entry"


async def test_a_match_that_waits_shows_the_emblem_of_its_game(site: Site) -> None:
    _, ann = await site.player("Ann")
    match = await site.match(ann)
    emblem = await site.get("/api/games/squad/picture.svg")
    assert (await site.get(f"/api/matches/{match}/picture.svg")).content == emblem.content
