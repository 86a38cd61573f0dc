"""Endpoints of daily deals."""

from __future__ import annotations

import asyncio
import contextlib
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from bocage.features.daily.background import commit
from bocage.features.daily.boards import Boards
from bocage.features.daily.deals import Deals, DealSecret, dealt
from bocage.features.daily.wire import (
    DAY_PATTERN,
    Board,
    BoardRow,
    DailyTable,
    DealInfo,
    DealScenario,
    DealStarted,
    DealWish,
)
from bocage.http.context import RequestContext
from bocage.http.endpoint import Endpoint, Query
from bocage.http.idempotency import find_match
from bocage.http.matches import SITTING, STORING, open_match, settle
from bocage.log.create import create, new_id
from bocage.log.deals import DAY, day_of, first_moment, spans_of
from bocage.log.entries import Access, Deal
from bocage.log.fairness import commitment
from bocage.protocol.refusal import RefusedError
from bocage.protocol.rest import Join
from bocage.rules.kernel import AnyGame

#: Rows of a board in a response.
SHOWN = 50
#: Days in the archive.
DAYS = 400

SPANS = ("day", "week", "all")


def day_wanted(context: RequestContext, text: str) -> str:
    """Parse a day up to today; empty: today. Raises ``no_deal``."""
    today = day_of(context.node.now())
    try:
        if text and first_moment(text) <= context.node.now():
            return text
    except ValueError:
        pass
    else:
        if not text:
            return today
    raise RefusedError("no_deal")


async def deal_of(context: RequestContext, game: AnyGame, day: str) -> DealSecret:
    """Return the deal of a game on a day. Raises ``no_deal``."""
    if not game.daily:
        raise RefusedError("no_deal")
    deals = context.state.part(Deals)
    if day == day_of(context.node.now()):
        return await deals.secret(day, game.id)
    for deal in await deals.all():
        if (deal.day, deal.game) == (day, game.id):
            return deal
    raise RefusedError("no_deal")


async def start(context: RequestContext) -> DealStarted:
    """Start a match of a deal. Today's first one counts."""
    body = await context.body(DealWish)
    player = await context.player()
    game = context.game(body.game)
    day = day_wanted(context, body.day)
    deal = await deal_of(context, game, day)
    until = first_moment(day) + DAY
    wish, name, counted = Join(nonce=body.nonce), new_id(), False
    if context.node.now() < until:
        attempt = await context.state.part(Deals).attempt(day, game.id, player.id, name)
        counted = attempt == name
        if not counted:
            made = await find_match(context, attempt)
            if made is None:
                # An earlier request reserved this id and was interrupted.
                name, counted = attempt, True
            elif not made.over:
                return DealStarted((await settle(context, attempt, player, wish)).match, True)
    context.take_match(player)
    match, created = create(
        game,
        player.id,
        deal.options_in(game),
        access=Access(private=True),
        match_id=name,
        deal=Deal(day, until, counted),
        secret=deal.secret,
    )
    return DealStarted((await open_match(context, match, created, player, wish)).match, counted)


async def table(context: RequestContext) -> DailyTable:
    """List the deals of a day."""
    day, deals = day_wanted(context, context.query("day")), context.state.part(Deals)
    player = await context.player_or_none()
    now, until = context.node.now(), first_moment(day) + DAY
    await commit(deals, now)
    known = await deals.all()
    shown = [await _info(context, deal, player.id if player else "") for deal in known if deal.day == day]
    if not shown:
        raise RefusedError("no_deal")
    following = day_of(until)
    ahead = [_bare(deal) for deal in known if deal.day == following]
    days = list(dict.fromkeys(deal.day for deal in known if first_moment(deal.day) <= now))[:DAYS]
    return DailyTable(day, now, until, shown, ahead, days)


def _bare(deal: DealSecret) -> DealInfo:
    game = {game.id: game for game in dealt()}.get(deal.game)
    options = deal.options_in(game) if game else {}
    scenario = deal.scenario_in(game) if game else None
    told = DealScenario(scenario.id, scenario.name, scenario.text) if scenario else None
    return DealInfo(deal.game, deal.day, options, commitment(deal.secret), deal.made, scenario=told)


async def _info(context: RequestContext, deal: DealSecret, player: str) -> DealInfo:
    bare = _bare(deal)
    board = ranked(await context.state.part(Boards).read(deal.game, deal.day))
    match = await context.state.part(Deals).attempt_of(deal.day, deal.game, player) if player else ""
    over = context.node.now() >= first_moment(deal.day) + DAY
    place, score, symbols = 0, None, ""
    if match:
        place, score = next(((row[0], row[2]) for row in board if row[1] == player), (0, None))
        with contextlib.suppress(RefusedError):
            stored = (await context.node.rooms.room(match)).match
            if stored.status == "ended" and stored.state is not None:
                score, symbols = stored.game.score(stored.state), stored.game.symbols(stored.state)
                if not place and not over:
                    # Their match has just ended, so they expect to be on the board.
                    board = ranked(await context.state.part(Boards).read(deal.game, deal.day, anew=True))
                    place = next((row[0] for row in board if row[1] == player), 0)
    return msgspec.structs.replace(
        bare,
        secret=deal.secret.hex() if over else "",
        players=len(board),
        match=match,
        score=score,
        place=place,
        symbols=symbols,
    )


def ranked(points: list[tuple[str, int]]) -> list[tuple[int, str, int]]:
    """Add places to points; equal points share a place."""
    rows: list[tuple[int, str, int]] = []
    for number, (player, score) in enumerate(points, 1):
        shared = rows[-1][0] if rows and rows[-1][2] == score else number
        rows.append((shared, player, score))
    return rows


async def board(context: RequestContext) -> Board:
    """Show the board of a day, a week, or all time."""
    game, player = context.game(context.query("game")), await context.player_or_none()
    day, span = day_wanted(context, context.query("day")), context.query("span") or "day"
    if not game.daily:
        raise RefusedError("no_deal")
    if span not in SPANS:
        raise RefusedError("bad_request", "span: day, week or all")
    name = spans_of(day)[SPANS.index(span)]
    rows = ranked(await context.state.part(Boards).read(game.id, name))
    mine = next((row for row in rows if player is not None and row[1] == player.id), None)
    shown = rows[:SHOWN]
    store, players = context.node.store, [row[1] for row in shown]
    names, programs = await asyncio.gather(store.names(players), store.programs(players))
    told = [BoardRow(*row[:2], names.get(row[1], ""), row[2], row[1] in programs) for row in shown]
    own = BoardRow(*mine[:2], player.name, mine[2], player.program) if mine and player else None
    return Board(game.id, name, len(rows), told, own)


DAY_QUERY = Query(
    "day",
    "A day (UTC), such as 2026-11-22; default: today.",
    Annotated[str, Meta(pattern=f"^{DAY_PATTERN}$")],
)

ENDPOINTS = (
    Endpoint(
        method="GET",
        path="/api/daily",
        handler=table,
        tag="Deals of the day",
        text="The deals of a day: the same dice and cards for everybody. Their secrets are committed to on the day"
        " before, and revealed after the day.",
        answer=DailyTable,
        who="optional",
        query=(DAY_QUERY,),
        refusals=("no_deal",),
    ),
    Endpoint(
        method="POST",
        path="/api/daily",
        handler=start,
        tag="Deals of the day",
        text="Play a deal. Your first match of today's deal counts, if it is decided within the day; a repeated"
        " request returns the same match while it is in play. All others are practice.",
        body=DealWish,
        answer=DealStarted,
        status=201,
        who="player",
        refusals=("no_deal", "no_game", "no_match", "unknown_rules", *SITTING, *STORING),
    ),
    Endpoint(
        method="GET",
        path="/api/daily/board",
        handler=board,
        tag="Deals of the day",
        text=f"The {SHOWN} best of a day, of its week, or of all time (points of all days added up). It may be a"
        " few seconds old.",
        answer=Board,
        who="optional",
        query=(
            Query("game", "Id of the game.", required=True),
            DAY_QUERY,
            Query("span", "Default: `day`.", Literal["day", "week", "all"]),
        ),
        refusals=("no_deal", "no_game", "bad_request"),
    ),
)
