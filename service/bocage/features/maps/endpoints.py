"""Endpoints of maps."""

from __future__ import annotations

import asyncio
import re
from typing import Annotated, Literal

import msgspec
from msgspec import Meta
from starlette.responses import Response

from bocage.features.maps.runs import FairnessRun
from bocage.features.maps.storage import PLACE, SHARED, Copy, KeptMap, MapStorage, own_key
from bocage.features.maps.wire import (
    DIGITS,
    ID_PATTERN,
    FairnessSum,
    MapChange,
    MapDeleted,
    MapInfo,
    MapPage,
    MapReport,
    MapReported,
    NewMap,
)
from bocage.http.context import RequestContext, tagged
from bocage.http.endpoint import Endpoint, Query
from bocage.http.players import cleaned
from bocage.protocol.refusal import RefusedError
from bocage.protocol.rest import NoFields
from bocage.rules.kernel import AnyGame, DrawnMap, OptionError
from bocage.rules.kernel.drawing import svg
from bocage.rules.kernel.registry import all_games
from bocage.store import Player

#: Most maps of a page.
MOST = 50
#: Would be taken for markup in places that show names without care.
_MARKUP = re.compile("[<>]")


def game_of(context: RequestContext, game: str) -> AnyGame:
    """Return the game that a map is for; empty: the first with maps. Raises ``no_game``."""
    found = context.game(game) if game else next((one for one in all_games() if one.has_maps), None)
    if found is None or not found.has_maps:
        raise RefusedError("no_game")
    return found


def read(game: AnyGame, text: str) -> DrawnMap:
    """Parse the text of a map. Raises ``bad_map`` with the reason."""
    try:
        found = game.read_map(text)
    except OptionError as error:
        raise RefusedError("bad_map", error.code, fields=error.fields, texts=game.text) from None
    except ValueError as error:
        raise RefusedError("bad_map", str(error)) from None
    assert found is not None
    return found


def checked_name(context: RequestContext, name: str) -> str:
    """Normalise the name of a map. Raises ``bad_map_name``, ``name_refused``."""
    found = cleaned(name, context.node.limits.map_name_length, "bad_map_name", "map_name_length")
    if not found or _MARKUP.search(found):
        raise RefusedError("bad_map_name", limit="map_name_length")
    if context.node.word_filter(found) != found:
        raise RefusedError("name_refused")
    return found


async def infos(context: RequestContext, found: list[KeptMap]) -> list[MapInfo]:
    """Convert maps for clients."""
    store, owners = context.node.store, sorted({one.owner for one in found})
    names, programs = await asyncio.gather(store.names(owners), store.programs(owners))
    return [
        MapInfo(
            id=one.id,
            game=one.game,
            name=one.copy.name,
            owner=one.owner,
            owner_name=names.get(one.owner, ""),
            created=one.copy.created,
            text=one.text,
            options=dict(read(game_of(context, one.game), one.text).options),
            shared=one.copy.shared,
            forked_from=one.copy.forked_from,
            fairness=_sum(one.fairness),
            owner_program=one.owner in programs,
        )
        for one in found
    ]


def _sum(stored: bytes) -> FairnessSum | None:
    if not stored:
        return None
    question = msgspec.json.decode(stored, type=FairnessRun).question
    tally = question.tally
    return FairnessSum(tally.games, question.games, round(tally.share, DIGITS), round(tally.margin, DIGITS))


async def visible(context: RequestContext, player: Player | None) -> KeptMap:
    """Return the map in the path. Raises ``no_map`` for one that the caller neither keeps nor may see."""
    name = context.part("map")
    found = None
    if re.fullmatch(ID_PATTERN, name):
        found = await context.state.part(MapStorage).find(name, player.id if player else "")
    if found is None:
        raise RefusedError("no_map")
    return found


async def own(context: RequestContext, player: Player) -> KeptMap:
    """Return the map in the path, which the caller keeps. Raises ``no_map``."""
    found = await visible(context, player)
    if found.owner != player.id:
        raise RefusedError("no_map")
    return found


async def _info(context: RequestContext, found: KeptMap) -> MapInfo:
    (info,) = await infos(context, [found])
    return info


async def table(context: RequestContext) -> MapPage:
    """List maps."""
    wanted, most = context.query("list") or "shared", context.query("limit") or str(MOST)
    if wanted not in ("own", "shared"):
        raise RefusedError("bad_request", "list: own or shared")
    if not re.fullmatch(r"[1-9][0-9]?", most) or int(most) > MOST:
        raise RefusedError("bad_request", f"limit: 1 to {MOST}")
    player = await context.player() if wanted == "own" else await context.player_or_none()
    maps = context.state.part(MapStorage)
    key = own_key(player.id) if wanted == "own" and player else SHARED
    try:
        names, following = await maps.page(key, context.query("after"), int(most))
    except ValueError as error:
        raise RefusedError("bad_request", f"after: {error}") from None
    # Of shared maps, the copy that everybody sees.
    viewer = player.id if wanted == "own" and player else ""
    found = await asyncio.gather(*[maps.find(name, viewer) for name in names])
    return MapPage(await infos(context, [one for one in found if one is not None]), following)


async def keep(context: RequestContext) -> MapInfo:
    """Keep a map. Idempotent for the same content."""
    wish = await context.body(NewMap)
    player = await context.player()
    game = game_of(context, wish.game)
    drawn = read(game, wish.text)
    name = checked_name(context, wish.name)
    context.state.take("map_rate", player.id)
    text, maps = str(drawn.options["map"]), context.state.part(MapStorage)
    copy = Copy(name, wish.shared, context.node.now(), wish.forked_from)
    if not await maps.keep(drawn.id, game.id, text, player.id, copy, context.node.limits.maps):
        raise RefusedError("limit", limit="maps")
    await context.node.store.keep_player(player.id)
    found = await maps.find(drawn.id, player.id)
    return await _info(context, found or KeptMap(drawn.id, game.id, text, player.id, copy))


async def show(context: RequestContext) -> MapInfo:
    return await _info(context, await visible(context, await context.player_or_none()))


async def change(context: RequestContext) -> MapInfo:
    """Rename, share or unshare a map."""
    wish = await context.body(MapChange)
    player = await context.player()
    found = await own(context, player)
    context.state.take("map_rate", player.id)
    name = found.copy.name if wish.name is msgspec.UNSET else checked_name(context, wish.name)
    shared = found.copy.shared if wish.shared is msgspec.UNSET else wish.shared
    copy = msgspec.structs.replace(found.copy, name=name, shared=shared)
    await context.state.part(MapStorage).change(found.id, player.id, copy, context.node.now())
    return await _info(context, msgspec.structs.replace(found, copy=copy))


async def delete(context: RequestContext) -> MapDeleted:
    await context.body(NoFields)
    player = await context.player()
    found = await own(context, player)
    await context.state.part(MapStorage).remove(found.id, player.id)
    return MapDeleted(found.id)


async def picture(context: RequestContext) -> Response:
    """Serve the ground as SVG."""
    found = await visible(context, await context.player_or_none())
    game = game_of(context, found.game)
    data = svg(game.picture(read(game, found.text).view), found.copy.name)
    return tagged(context.request, data, "image/svg+xml", {"Cache-Control": "private, no-cache"})


async def report(context: RequestContext) -> MapReported:
    """Report a shared map to the operator."""
    player = await context.player()
    wish = await context.body(MapReport)
    found = await visible(context, player)
    if found.owner == player.id:
        raise RefusedError("bad_request", "map: it is yours")
    context.state.take("report_rate", player.id)
    context.state.take("report_rate", context.address)
    note = f"map {found.id}, {found.copy.name}. {wish.note}".strip()
    await context.state.report(player.id, found.owner, wish.reason, note)
    return MapReported(found.id)


ENDPOINTS = (
    Endpoint(
        method="GET",
        path="/api/maps",
        handler=table,
        tag="Maps",
        text="Maps drawn by players, newest first: shared ones, or your own.",
        answer=MapPage,
        who="optional",
        query=(
            Query("list", "Default: `shared`. `own` requires a token.", Literal["shared", "own"]),
            Query("after", "Cursor: `next` of the previous page.", Annotated[str, Meta(pattern=f"^{PLACE}$")]),
            Query("limit", f"Size of a page; default: {MOST}.", Annotated[int, Meta(ge=1, le=MOST)]),
        ),
        refusals=("bad_request", "no_token"),
    ),
    Endpoint(
        method="POST",
        path="/api/maps",
        handler=keep,
        tag="Maps",
        text="Keep a map. Its id is the hash of its content: of a map that you keep already, nothing changes.",
        body=NewMap,
        answer=MapInfo,
        status=201,
        who="player",
        refusals=("no_game", "bad_map", "bad_map_name", "name_refused"),
    ),
    Endpoint(
        method="GET",
        path="/api/maps/{map}",
        handler=show,
        tag="Maps",
        text="A map of yours, or a shared one.",
        answer=MapInfo,
        who="optional",
        refusals=("no_map",),
    ),
    Endpoint(
        method="POST",
        path="/api/maps/{map}",
        handler=change,
        tag="Maps",
        text="Rename, share or unshare a map of yours.",
        body=MapChange,
        answer=MapInfo,
        who="player",
        refusals=("no_map", "bad_map_name", "name_refused"),
    ),
    Endpoint(
        method="POST",
        path="/api/maps/{map}/delete",
        handler=delete,
        tag="Maps",
        text="Delete a map of yours. Matches on it go on: their logs contain it.",
        body=NoFields,
        answer=MapDeleted,
        who="player",
        refusals=("no_map",),
    ),
    Endpoint(
        method="GET",
        path="/api/maps/{map}/picture.svg",
        handler=picture,
        tag="Maps",
        text="The ground of a map as a picture (SVG, 1200 × 630).",
        media="image/svg+xml",
        who="optional",
        refusals=("no_map",),
    ),
    Endpoint(
        method="POST",
        path="/api/maps/{map}/report",
        handler=report,
        tag="Moderation",
        text="Report a shared map to the operator, with the name that its player gave it.",
        body=MapReport,
        answer=MapReported,
        status=201,
        who="player",
        refusals=("no_map",),
    ),
)
