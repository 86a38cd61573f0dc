"""Pictures of games and of moments, for links in chats and to keep, drawn from the view of whoever looks."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Annotated

import msgspec
from msgspec import Meta
from starlette.responses import Response

from bocage.http import drawing
from bocage.http.context import RequestContext, tagged
from bocage.http.endpoint import Endpoint, Query
from bocage.http.matches import INVITE
from bocage.http.replays import LOOKING, Eyes, look, viewer_of
from bocage.log.replay import Replay
from bocage.log.view import table_view
from bocage.protocol.presentation import Shape
from bocage.protocol.refusal import RefusedError
from bocage.rules.kernel import AnyGame
from bocage.rules.kernel.presentation import EMBLEM, PICTURE

MEDIA = {"svg": "image/svg+xml", "png": "image/png", "icon": "image/png"}


def emblem_of(game: AnyGame) -> tuple[Shape, ...]:
    """The emblem in the middle of a picture."""
    x, y = (PICTURE[0] - EMBLEM[0]) / 2, (PICTURE[1] - EMBLEM[1]) / 2
    return tuple(msgspec.structs.replace(shape, x=shape.x + x, y=shape.y + y) for shape in game.presentation.emblem)


_BOX = "M-17-11h34v22h-34z"
_CROSS = "M-17-11l34 22M17-11l-34 22"
#: Fields between hedgerows, a coast, a front, and units: the page itself, for links about no game and no match.
SITUATION = (
    Shape("wood", "M0 0H240V126H0z"),
    Shape("sea", "M136 0Q178 30 240 18V0z"),
    Shape("surf", "M136 0Q178 30 240 18"),
    Shape("hedge", "M0 34L48 46 84 14 128 30M84 14V0M48 46L62 92 24 126M62 92L120 104 132 126M128 30L120 104"),
    Shape("hedge", "M128 30L192 56 240 46M192 56L180 98 120 104M180 98L240 108"),
    Shape("dash_red", "M14 70Q70 54 120 62T228 72"),
    *(Shape("counter_grey", _BOX, x=x, y=y) for x, y in ((78, 38), (160, 36))),
    *(Shape("counter", _BOX, x=x, y=y) for x, y in ((96, 90), (152, 92))),
    *(Shape("line", _CROSS, x=x, y=y) for x, y in ((78, 38), (160, 36), (96, 90), (152, 92))),
)


async def _answer(context: RequestContext, name: str, shapes: Sequence[Shape], title: str, kind: str) -> Response:
    """The picture, drawn once; ``name`` stands for what is on it."""
    if kind == "svg":
        # Its title is in the reader's language.
        name = f"{context.lang}-{name}"
    data = context.state.archivist.kept(name)
    if data is None:
        if kind == "svg":
            made = drawing.svg(shapes, title)
        else:
            made = await (
                asyncio.to_thread(drawing.icon) if kind == "icon" else asyncio.to_thread(drawing.png, shapes)
            )
        data = await context.state.archivist.make(name, [made])
    headers = {"Cache-Control": "private, no-cache"} | ({"Vary": "Accept-Language"} if kind == "svg" else {})
    return tagged(context.request, data, MEDIA[kind], headers)


async def _of_game(context: RequestContext, kind: str) -> Response:
    game = context.game(context.part("game"))
    name = f"{game.id}-picture.{kind}"
    return await _answer(context, name, emblem_of(game), game.text[context.lang]["game.name"], kind)


async def _of_match(context: RequestContext, kind: str) -> Response:
    match, who = await look(context)
    viewer = viewer_of(match, who, context.query("as") or "public", context.invite())
    text = context.query("seq") or "0"
    if not (text.isascii() and text.isdigit() and len(text) < 9):
        raise RefusedError("bad_request", "seq: the number of an entry")
    seq = int(text) or match.seq
    game = match.game
    title = game.text[context.lang]["game.name"]
    name = f"{match.id}-{seq}-{viewer}-picture.{kind}"
    if seq == match.seq:
        at = match
    else:
        entries = await context.node.store.read(match.id)
        at = Replay(entries[: match.seq], match.secret, viewer).at(seq)
    shapes = game.picture(msgspec.to_builtins(table_view(at, viewer))) if at.state is not None else ()
    return await _answer(context, name, shapes or emblem_of(game), title, kind)


async def game_png(context: RequestContext) -> Response:
    """The emblem of a game as PNG."""
    return await _of_game(context, "png")


async def game_svg(context: RequestContext) -> Response:
    """The emblem of a game as SVG."""
    return await _of_game(context, "svg")


async def match_png(context: RequestContext) -> Response:
    """A moment as PNG."""
    return await _of_match(context, "png")


async def match_svg(context: RequestContext) -> Response:
    """A moment as SVG."""
    return await _of_match(context, "svg")


async def icon(context: RequestContext) -> Response:
    """The crest of the page, for screens where it is installed."""
    return await _answer(context, "icon.png", (), "Bocage", "icon")


async def page_png(context: RequestContext) -> Response:
    """The page itself as PNG."""
    return await _answer(context, "page.png", SITUATION, "Bocage", "png")


MOMENT = (
    Query("seq", "After which entry; 0 or left out: as it stands.", Annotated[int, Meta(ge=0, le=99_999_999)]),
    Query("as", "public, open (all hands), or the number of a seat; left out: public.", Eyes),
    INVITE,
)

ENDPOINTS = (
    Endpoint(
        method="GET",
        path="/api/icon.png",
        handler=icon,
        tag="Operations",
        text="The crest of the page (PNG, 512 × 512), for devices on which it is installed.",
        media=MEDIA["icon"],
    ),
    Endpoint(
        method="GET",
        path="/api/picture.png",
        handler=page_png,
        tag="Operations",
        text="A picture of the page for links that are about no game and no match (PNG, 1200 × 630).",
        media=MEDIA["png"],
    ),
    *(
        Endpoint(
            method="GET",
            path=f"/api/games/{{game}}/picture.{kind}",
            handler=handler,
            tag="Games",
            text=f"The emblem of a game as a picture for links ({kind.upper()}, 1200 × 630).",
            media=MEDIA[kind],
            refusals=("no_game",),
        )
        for kind, handler in (("png", game_png), ("svg", game_svg))
    ),
    *(
        Endpoint(
            method="GET",
            path=f"/api/matches/{{match}}/picture.{kind}",
            handler=handler,
            tag="Looking back",
            text=f"A moment of a match as a picture ({kind.upper()}, 1200 × 630), as far as its viewer may see it.",
            media=MEDIA[kind],
            who="optional",
            query=MOMENT,
            refusals=("bad_request", "no_seat", "open_hands_closed", "no_such_entry", *LOOKING),
        )
        for kind, handler in (("png", match_png), ("svg", match_svg))
    ),
)
