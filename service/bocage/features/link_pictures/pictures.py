"""Boards of games for link previews (JPEG, made by ``make pictures``), and emblems and moments as SVG."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta
from starlette.responses import Response

from bocage.http.context import ConstantAnswer, RequestContext, tagged
from bocage.http.endpoint import Endpoint, Query
from bocage.http.matches import INVITE
from bocage.http.replays import LOOKING, Eyes, look, viewer_of
from bocage.log.replay import Replay
from bocage.log.view import table_view
from bocage.protocol.presentation import Shape
from bocage.protocol.refusal import RefusedError
from bocage.rules.kernel import AnyGame, drawing
from bocage.rules.kernel.presentation import EMBLEM, PICTURE

JPEG, SVG = "image/jpeg", "image/svg+xml"
FOLDER = Path(__file__).with_name("jpg")
PAGE = "page"
#: Width and height of the JPEG files.
LINK_SIZE = (800, 420)


@cache
def _jpeg(name: str) -> ConstantAnswer:
    """Return a picture by name; that of the page for games of other distributions, which have none."""
    path = FOLDER / f"{name}.jpg"
    return ConstantAnswer((path if path.exists() else FOLDER / f"{PAGE}.jpg").read_bytes(), JPEG)


def emblem_of(game: AnyGame) -> tuple[Shape, ...]:
    """Return the emblem of a game, centred in a picture."""
    x, y = (PICTURE[0] - EMBLEM[0]) / 2, (PICTURE[1] - EMBLEM[1]) / 2
    return tuple(msgspec.structs.replace(shape, x=shape.x + x, y=shape.y + y) for shape in game.presentation.emblem)


def _drawn(context: RequestContext, shapes: tuple[Shape, ...], game: AnyGame) -> Response:
    # The title is in the client's language.
    data = drawing.svg(shapes, game.text[context.lang]["game.name"])
    return tagged(context.request, data, SVG, {"Cache-Control": "private, no-cache", "Vary": "Accept-Language"})


async def game_jpeg(context: RequestContext) -> Response:
    """Serve the board of a game as JPEG."""
    return _jpeg(context.game(context.part("game")).id).to(context.request)


async def game_svg(context: RequestContext) -> Response:
    """Serve the emblem of a game as SVG."""
    game = context.game(context.part("game"))
    return _drawn(context, emblem_of(game), game)


async def match_svg(context: RequestContext) -> Response:
    """Serve a position of a match as SVG."""
    match, who = await look(context)
    viewer = viewer_of(match, who, context.query("as") or "public", context.invite())
    text = context.query("seq") or "0"
    if not (text.isascii() and text.isdigit() and len(text) < 9):
        raise RefusedError("bad_request", "seq: the number of an entry")
    seq = int(text) or match.seq
    game = match.game
    if seq == match.seq:
        at = match
    else:
        entries = await context.node.store.read(match.id)
        at = Replay(entries[: match.seq], match.secret, viewer).at(seq)
    shapes = game.picture(msgspec.to_builtins(table_view(at, viewer))) if at.state is not None else ()
    return _drawn(context, shapes or emblem_of(game), game)


async def page_jpeg(context: RequestContext) -> Response:
    """Serve the picture of the page."""
    return _jpeg(PAGE).to(context.request)


MOMENT = (
    Query("seq", "Position; 0 or omitted: the current one.", Annotated[int, Meta(ge=0, le=99_999_999)]),
    Query("as", "public, open (all hands), or the number of a seat; default: public.", Eyes),
    INVITE,
)

ENDPOINTS = (
    Endpoint(
        method="GET",
        path="/api/picture.jpg",
        handler=page_jpeg,
        tag="Operations",
        text="The page's picture for link previews (JPEG, 800 × 420).",
        media=JPEG,
    ),
    *(
        Endpoint(
            method="GET",
            path=f"/api/games/{{game}}/picture.{kind}",
            handler=handler,
            tag="Games",
            text=text,
            media=media,
            refusals=("no_game",),
        )
        for kind, handler, media, text in (
            ("jpg", game_jpeg, JPEG, "The board of a game for link previews (JPEG, 800 × 420)."),
            ("svg", game_svg, SVG, "The emblem of a game (SVG, 1200 × 630)."),
        )
    ),
    Endpoint(
        method="GET",
        path="/api/matches/{match}/picture.svg",
        handler=match_svg,
        tag="Looking back",
        text="A position of a match as a picture (SVG, 1200 × 630), as far as its viewer may see it.",
        media=SVG,
        who="optional",
        query=MOMENT,
        refusals=("bad_request", "no_seat", "open_hands_closed", "no_such_entry", *LOOKING),
    ),
)
