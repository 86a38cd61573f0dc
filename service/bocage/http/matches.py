"""Matches: creating, listing, joining, resigning."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from functools import partial
from typing import Annotated, Any, Literal, TypedDict

import msgspec
from msgspec import Meta

from bocage.http import idempotency
from bocage.http.bot_invitations import invite_bot
from bocage.http.context import RequestContext
from bocage.http.endpoint import Endpoint, Query
from bocage.http.seating import check_blocked, count_open_match, joinable
from bocage.live.access import invite_of, invited, viewer_for
from bocage.live.commands import Decide
from bocage.live.lobby import KNOWN, MOST, PLACE, RowFilter, lobby_row, page_of
from bocage.live.stored_matches import check_suspended
from bocage.log import judge
from bocage.log.create import create as begin
from bocage.log.entries import Access, Body, Created, Deal, Entry, Seated, encode
from bocage.log.match import Match
from bocage.log.projection import row_of
from bocage.log.records import Row
from bocage.log.view import view
from bocage.protocol.refusal import RefusedError
from bocage.protocol.rest import (
    ClockRules,
    EntryStored,
    Join,
    MatchCreated,
    Matches,
    MatchInfo,
    NewMatch,
    NoFields,
    SeatTaken,
)
from bocage.rules.kernel import AnyGame, OptionError
from bocage.store import NumberTakenError, Player

YES_OR_NO = {"": None, "yes": True, "no": False}


def decide_sitting(player: Player, wish: Join, match: Match, house: bool = False) -> Seated:
    """Return the entry by which ``player`` joins. Raises ``RefusedError``."""
    held = match.seat_of(player.id)
    if held >= 0:
        raise RefusedError("already_seated", seat=held)
    if not (house and match.created.house) and not invited(match, player.id, wish.invite):
        raise RefusedError("private")
    seat = None if wish.seat is msgspec.UNSET else wish.seat
    if match.created.rated and not (house and match.created.house):
        check_rated(match, player, wish)
    bot = wish.bot or player.program
    return judge.sit(match, player.id, player.name, seat, wish.nonce, wish.options, bot, house)


def check_rated(match: Match, player: Player, wish: Join) -> None:
    """Raise ``not_agreed``, or ``other_ladder``: people are not rated against programs."""
    if not wish.rated:
        raise RefusedError("not_agreed")
    kinds = {seated.bot for seated in match.seats if seated is not None}
    if (wish.bot and not player.program) or not kinds <= {player.program}:
        raise RefusedError("other_ladder")


async def check_kept(context: RequestContext, player: Player, wish: Join) -> None:
    """Raise ``not_kept`` for a rated match without a recoverable account."""
    if wish.rated and not await context.state.recoverable(player.id):
        raise RefusedError("not_kept")


def check_options(game: AnyGame, kind: type[msgspec.Struct], options: Mapping[str, object]) -> None:
    """Raise ``bad_options`` with the reason. ``kind``: of the match, or of a seat."""
    try:
        msgspec.convert(options, kind)
    except msgspec.ValidationError as error:
        if isinstance(why := error.__cause__, OptionError):
            raise RefusedError("bad_options", why.code, fields=why.fields, texts=game.text) from None
        raise RefusedError("bad_options", str(error)) from None


def check_opponent(context: RequestContext, game: AnyGame, opponent: str) -> str:
    """Return the strategy to invite; empty: none, as in solo games. Raises ``no_bot`` for an unknown one."""
    if not opponent or game.seats < 2:
        return ""
    if opponent not in context.state.opponents.strategies(game.id):
        raise RefusedError("no_bot")
    return opponent


def has_engine(context: RequestContext, game: AnyGame) -> bool:
    """True if hints are available for ``game``."""
    return context.state.has_engine(game.id)


async def command(context: RequestContext, match: str, decide: Decide) -> int:
    """Execute a command. Returns when entries that must follow (start, end) are stored, too."""
    seq = await context.node.command(match, decide)
    # The command itself succeeded, even if waiting for those entries fails.
    with contextlib.suppress(RefusedError):
        await context.node.command(match, lambda match: judge.Again(match.seq))
    return seq


def open_for(context: RequestContext, clock: ClockRules) -> int:
    """Return the milliseconds for which a match with this clock waits for players."""
    limits = context.node.limits
    return 1000 * (limits.open_time_days if clock.kind == "days" else limits.open_time)


async def open_match(
    context: RequestContext, match: Match, body: Created, player: Player, wish: Join
) -> MatchCreated:
    """Store a new match, then :func:`settle` it."""
    # Try on a copy first: a wrong seat or nonce must not leave an empty match behind.
    trial = match.copy()
    trial.extend(Entry(1, context.node.store.now(), encode(body)))
    decide_sitting(player, wish, trial)
    await count_open_match(context, player, body)
    # NumberTakenError: a repeat of the request arrived concurrently.
    with contextlib.suppress(NumberTakenError):
        await context.node.create(match, body)
    return await settle(context, body.match, player, wish)


async def settle(context: RequestContext, name: str, player: Player, wish: Join) -> MatchCreated:
    """Seat the creator and invite the house bot of entry 1, unless done already.

    If this node fails to invite, :class:`BotInvitations` of any node does.
    """

    def decide(match: Match) -> Body | judge.Again:
        seated = match.seat_of(player.id) >= 0
        return judge.Again(match.seq) if seated else decide_sitting(player, wish, match)

    await context.node.store.keep_player(player.id)
    await command(context, name, decide)
    await check_suspended(context.node.store, player.id)
    match = (await context.node.rooms.room(name)).match
    invite_bot(context.state.opponents, match)
    code = invite_of(match) if match.created.access.private else ""
    return MatchCreated(name, match.seat_of(player.id), code)


class FixedDeal(TypedDict, total=False):
    """Arguments of ``create`` for dice that follow from a key."""

    deal: Deal
    secret: bytes


def fixed_deal(game: AnyGame, key: str) -> FixedDeal:
    """Return the deal of a key; empty: none. Raises ``not_solo``."""
    if not key:
        return {}
    if game.seats > 1:
        raise RefusedError("not_solo")
    return {"deal": Deal("", 0, fixed=True), "secret": bytes.fromhex(key)}


async def create(context: RequestContext) -> MatchCreated:
    """Create a match. Solo games begin at once."""
    body = await context.body(NewMatch)
    player = await context.player()
    game = context.game(body.game)
    check_options(game, game.Options, body.options)
    check_options(game, game.SeatOptions, body.seat_options)
    opponent = check_opponent(context, game, body.opponent)
    wish = Join(nonce=body.nonce, options=body.seat_options, seat=body.seat, bot=body.bot, rated=body.rated)
    await check_kept(context, player, wish)
    intent = await idempotency.intent_of(context, player, body)
    if intent.made is not None:
        return await settle(context, intent.match, player, wish)
    access = Access(body.access.private, body.access.open_delay)
    match, created = begin(
        game,
        player.id,
        body.options,
        body.clock,
        access,
        open_for=open_for(context, body.clock),
        match_id=intent.match,
        house=opponent,
        undo=body.undo,
        rated=body.rated,
        hints=body.hints and has_engine(context, game),
        agree=body.agree,
        **fixed_deal(game, body.key),
    )
    return await open_match(context, match, created, player, wish)


async def join(context: RequestContext) -> SeatTaken:
    match = context.match_id()
    wish = await context.body(Join)
    player = await context.player()
    await check_kept(context, player, wish)
    await check_blocked(context, player.id, (await context.node.rooms.room(match)).match)
    taken = -1

    def decide(match: Match) -> Body:
        nonlocal taken
        check_options(match.game, match.game.SeatOptions, wish.options)
        body = decide_sitting(player, wish, match, context.is_house_bot())
        taken = body.seat
        return body

    await context.node.store.keep_player(player.id)
    await command(context, match, decide)
    await check_suspended(context.node.store, player.id)
    return SeatTaken(match, taken)


async def resign(context: RequestContext) -> EntryStored:
    """Resign a match; before the start this cancels it."""
    match = context.match_id()
    await context.body(NoFields)
    player = await context.player()
    seq = await command(context, match, lambda match: judge.resign(match, match.seat_of(player.id)))
    return EntryStored(match, seq)


async def withdraw(context: RequestContext) -> EntryStored:
    """Cancel a match that waits for players."""
    match = context.match_id()
    await context.body(NoFields)
    player = await context.player()
    seq = await command(context, match, partial(judge.withdraw, player=player.id))
    return EntryStored(match, seq)


def listed(rows: list[Row]) -> Matches:
    """Convert rows for clients."""
    return Matches([lobby_row(row) for row in rows])


async def lobby(context: RequestContext) -> Matches:
    """List public matches that are open or in play."""
    wanted, most = wanted_of(context), page_size(context)
    rows = await context.node.store.lobby(KNOWN)
    if context.query("joinable") not in ("", "yes"):
        raise RefusedError("bad_request", "joinable: yes")
    if context.query("joinable"):
        rows = await joinable(context, rows)
    try:
        page, following = page_of(rows, wanted, context.query("after"), most)
    except ValueError as error:
        raise RefusedError("bad_request", f"after: {error}") from None
    return Matches([lobby_row(row) for row in page], following)


def wanted_of(context: RequestContext) -> RowFilter:
    """Parse the filter. Raises ``bad_request``."""
    wanted: dict[str, Any] = {name: context.query(name) for name in ("game", "status")}
    for name in ("bots", "forks"):
        answer = context.query(name)
        if answer not in YES_OR_NO:
            raise RefusedError("bad_request", f"{name}: yes or no")
        wanted[name] = YES_OR_NO[answer]
    try:
        return msgspec.convert(wanted, RowFilter)
    except msgspec.ValidationError:
        raise RefusedError("bad_request", "status: open or playing") from None


def page_size(context: RequestContext) -> int:
    """Parse the page size. Raises ``bad_request``."""
    text = context.query("limit") or str(MOST)
    if not (text.isascii() and text.isdigit() and len(text) < 9 and 1 <= int(text) <= MOST):
        raise RefusedError("bad_request", f"limit: 1 to {MOST}")
    return int(text)


async def recent(context: RequestContext) -> Matches:
    return listed(await context.node.store.recent())


async def mine(context: RequestContext) -> Matches:
    player = await context.player()
    return listed(await context.node.store.matches_of(player.id))


async def show(context: RequestContext) -> MatchInfo:
    name = context.match_id()
    player = await context.player_or_none()
    who = player.id if player else ""
    match = await context.node.rooms.match_or_outline(name)
    viewer = viewer_for(match, who, invite=context.invite())
    seat = match.seat_of(who) if who else -1
    seen = view(match, viewer)
    seen.pop("table", None)
    row = await context.node.store.row(name) or row_of(match, match.since)
    created = match.created
    knows_code = created.access.private and (seat >= 0 or (who and who == created.creator))
    return MatchInfo(
        row=lobby_row(row),
        seq=match.seq,
        at=match.at,
        seat=seat,
        view=seen,
        creator=created.creator,
        invite=invite_of(match) if knows_code else "",
        turns=(match.game.turns(match.state) or 0) if match.state is not None else 0,
    )


INVITE = Query("invite", "Invite code of a private match; better sent in the header Bocage-Invite.")
SITTING = ("not_open", "already_seated", "no_seat", "seat_taken", "seat_kept", "bad_nonce", "bad_options")
APART = ("apart", "same_address")
RATED = ("not_agreed", "not_kept", "other_ladder")
STORING = ("draining", "unavailable")
WAITING = ("too_many_open", "address_full")
LOBBY_QUERY = (
    Query("game", "Only matches of this game."),
    Query(
        "status",
        "`open`: only matches waiting for players; `playing`: only matches in play.",
        Literal["open", "playing"],
    ),
    Query("bots", "`no`: only matches without programs; `yes`: only matches with one.", Literal["yes", "no"]),
    Query("forks", "`no`: no forks; `yes`: only forks.", Literal["yes", "no"]),
    Query(
        "joinable",
        "`yes`: only waiting matches that you could join or have joined.",
        Literal["yes"],
    ),
    Query("limit", f"Page size; default: {MOST}.", Annotated[int, Meta(ge=1, le=MOST)]),
    Query("after", "`next` of the previous page.", Annotated[str, Meta(pattern=f"^{PLACE}$")]),
)

ENDPOINTS = (
    Endpoint(
        method="POST",
        path="/api/matches",
        handler=create,
        tag="Matches",
        text="Create a match and join it. A solo game begins at once. A match that finds no players"
        " expires after the limit open_time, or open_time_days.",
        body=NewMatch,
        answer=MatchCreated,
        status=201,
        who="player",
        scope="play",
        idempotent=True,
        refusals=(
            "no_game",
            "bad_clock",
            "no_bot",
            "not_ratable",
            "not_solo",
            *RATED,
            *WAITING,
            *SITTING,
            *STORING,
        ),
    ),
    Endpoint(
        method="GET",
        path="/api/matches",
        handler=lobby,
        tag="Matches",
        text="The lobby: public matches that wait for players or are in play, up to the"
        f" {KNOWN} newest of either kind. Creators alternate: everybody's first match comes before anybody's"
        " second. Changes are sent over the websocket.",
        answer=Matches,
        query=LOBBY_QUERY,
        who="optional",
        refusals=("bad_request", "unavailable"),
    ),
    Endpoint(
        method="GET",
        path="/api/matches/recent",
        handler=recent,
        tag="Matches",
        text="Finished public matches.",
        answer=Matches,
        refusals=("unavailable",),
    ),
    Endpoint(
        method="GET",
        path="/api/matches/mine",
        handler=mine,
        tag="Matches",
        text="Your matches, including private ones: unfinished ones first.",
        answer=Matches,
        who="player",
        scope="play",
        refusals=("unavailable",),
    ),
    Endpoint(
        method="GET",
        path="/api/matches/{match}",
        handler=show,
        tag="Matches",
        text="One match, without its table, which is sent over the websocket. Without installed rules"
        " (`unknown_rules` in its row), the turn is absent, too.",
        answer=MatchInfo,
        who="optional",
        query=(INVITE,),
        refusals=("no_match", "private", "unavailable"),
    ),
    Endpoint(
        method="POST",
        path="/api/matches/{match}/join",
        handler=join,
        tag="Matches",
        text="Join a match. Play begins when the last seat is taken. A rated match needs your agreement: `rated`.",
        body=Join,
        answer=SeatTaken,
        who="player",
        scope="play",
        refusals=("no_match", "unknown_rules", "private", *APART, *RATED, *SITTING, *STORING),
    ),
    Endpoint(
        method="POST",
        path="/api/matches/{match}/resign",
        handler=resign,
        tag="Matches",
        text="Resign a match. Before it begins, this cancels it.",
        body=NoFields,
        answer=EntryStored,
        who="player",
        scope="play",
        refusals=("no_match", "unknown_rules", "not_seated", "game_over", *STORING),
    ),
    Endpoint(
        method="POST",
        path="/api/matches/{match}/withdraw",
        handler=withdraw,
        tag="Matches",
        text="Cancel a match that you created, as long as it waits for players.",
        body=NoFields,
        answer=EntryStored,
        who="player",
        scope="play",
        refusals=("no_match", "unknown_rules", "not_open", "not_creator", "not_seated", *STORING),
    ),
)
