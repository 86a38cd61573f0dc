"""Playing again: a match that follows on another, with the same players, options and clock, sides changed."""

from __future__ import annotations

import hashlib
from base64 import b32encode

import msgspec

from bocage.http.context import RequestContext
from bocage.http.endpoint import Endpoint
from bocage.http.matches import (
    RATED,
    SITTING,
    STORING,
    WAITING,
    check_kept,
    has_engine,
    open_for,
    open_match,
    settle,
)
from bocage.log.create import create
from bocage.log.entries import Access
from bocage.log.fairness import invite_code
from bocage.log.match import Match
from bocage.log.names import has_left, name_of
from bocage.log.replay import Replay
from bocage.protocol.refusal import RefusedError
from bocage.protocol.rest import Join, MatchCreated, NextMatch, RematchWish
from bocage.store import Player

#: How many matches may follow on one: called off, or played to their end.
MOST = 50


def following(match: Match, number: int) -> str:
    """The id of the match that follows on ``match``; both players come to the same one. ``number``: from 0."""
    digest = hashlib.sha256(match.secret + f"rematch {match.id} {number}".encode()).digest()
    return b32encode(digest[:8]).decode().lower()[:12]


async def _over(context: RequestContext) -> tuple[Match, int]:
    """The match that is over, and the caller's seat there. Raises ``not_seated``, ``not_over``, ``not_playing``."""
    player = await context.player()
    match = (await context.node.rooms.room(context.match_id())).match
    seat = match.seat_of(player.id)
    if seat < 0:
        raise RefusedError("not_seated")
    if match.status != "ended" or not match.revealed:
        raise RefusedError("not_over", retry=300 if match.over else 0)
    if not match.begun:
        raise RefusedError("not_playing")
    return match, seat


async def _next(context: RequestContext, match: Match) -> tuple[str, Match | None]:
    """The id of the next match, and that match where it has been made. Those that have ended are passed over."""
    for number in range(MOST):
        name = following(match, number)
        try:
            found = (await context.node.rooms.room(name)).match
        except RefusedError as error:
            if error.code != "no_match":
                raise
            return name, None
        if found.status != "ended":
            return name, found
    raise RefusedError("game_over")


async def look(context: RequestContext) -> NextMatch:
    """Whether somebody waits for a rematch."""
    player = await context.player()
    match, _ = await _over(context)
    _, found = await _next(context, match)
    if found is None:
        return NextMatch()
    return NextMatch(found.id, found.seat_of(player.id) >= 0)


async def rematch(context: RequestContext) -> MatchCreated:
    """The next match of the same players; whoever asks second sits down at the one that the first made."""
    wish = await context.body(RematchWish)
    player = await context.player()
    match, seat = await _over(context)
    name, found = await _next(context, match)
    two = len(match.seats) > 1
    own = len(match.seats) - 1 - seat
    game = context.game(match.created.game)
    options, seats = await _same_sides(context, match)
    rated = wish.rated and match.created.rated
    chosen = msgspec.to_builtins(seats[own])
    sitting = Join(nonce=wish.nonce, options=chosen, seat=own, bot=wish.bot, rated=rated)
    await check_kept(context, player, sitting)
    other = match.seats[1 - seat] if two else None
    if other is not None and await context.state.apart(player.id, [other.player]):
        raise RefusedError("apart")
    if other is not None and has_left(await context.node.store.names([other.player]), other.player):
        raise RefusedError("player_left")
    if found is not None:
        return await _sit(context, found, player, sitting)
    context.state.take("match_rate", player.id)
    context.state.take("address_match_rate", context.address)
    house = name_of(match.names, other) if other is not None and other.house else ""
    if house and house not in context.state.opponents.strategies(game.id):
        raise RefusedError("no_bot")
    access = match.created.access
    made, created = create(
        game,
        player.id,
        msgspec.to_builtins(options),
        match.created.clock,
        # Among people: a stranger shall not take the seat of the one who is asked.
        Access(access.private or (two and not house), access.open_delay),
        open_for=open_for(context, match.created.clock),
        match_id=name,
        house=house,
        undo=match.created.undo or match.created.rated,
        hints=match.created.hints or (match.created.rated and has_engine(context, game)),
        rated=rated,
    )
    try:
        return await open_match(context, made, created, player, sitting)
    except RefusedError as error:
        if error.code != "private":
            raise
    # The other player asked at the same time, and was quicker.
    return await _sit(context, (await context.node.rooms.room(name)).match, player, sitting)


async def _sit(context: RequestContext, found: Match, player: Player, sitting: Join) -> MatchCreated:
    code = invite_code(found.secret) if found.created.access.private else ""
    return await settle(context, found.id, player, msgspec.structs.replace(sitting, invite=code))


async def _same_sides(context: RequestContext, match: Match) -> tuple[msgspec.Struct, tuple[msgspec.Struct, ...]]:
    replay = Replay(await context.node.store.read(match.id), match.secret)
    first = next(at for seq in range(1, replay.length + 1) if (at := replay.at(seq)).begun)
    options, seats = first.game.same_sides(first.state, first.options, tuple(first.seat_options))
    return options, seats


ASKING = ("no_match", "unknown_rules", "not_seated", "not_over", "not_playing", "game_over")
APART = ("apart", "player_left")

ENDPOINTS = (
    Endpoint(
        method="GET",
        path="/api/matches/{match}/rematch",
        handler=look,
        tag="Matches",
        text="Whether a rematch of a match that you played has been made and is not over.",
        answer=NextMatch,
        who="player",
        refusals=(*ASKING, "unavailable"),
    ),
    Endpoint(
        method="POST",
        path="/api/matches/{match}/rematch",
        handler=rematch,
        tag="Matches",
        text="Play again: the same game, options and clock, the seats changed round, and every side as it was,"
        " also where chance had chosen it. Whoever asks first makes the match, the other one sits down at it; a"
        " house bot comes by itself. Of a rated match the rematch is rated if whoever asks first agrees: `rated`."
        " Asked twice it gives the same match, as long as that is not over.",
        body=RematchWish,
        answer=MatchCreated,
        status=201,
        who="player",
        refusals=(
            *ASKING,
            "no_game",
            "no_bot",
            "private",
            "apart",
            "player_left",
            *RATED,
            *WAITING,
            *SITTING,
            *STORING,
        ),
    ),
)
