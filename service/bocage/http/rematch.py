"""Rematches: a match that follows another, with the same players, options and clock, and seats exchanged."""

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

#: Most rematches of one match, including cancelled ones.
MOST = 50


def following(match: Match, number: int) -> str:
    """Return the id of a rematch of ``match``, the same for both players. ``number``: from 0."""
    digest = hashlib.sha256(match.secret + f"rematch {match.id} {number}".encode()).digest()
    return b32encode(digest[:8]).decode().lower()[:12]


async def _over(context: RequestContext) -> tuple[Match, int]:
    """Return a finished match and the caller's seat. Raises ``not_seated``, ``not_over``, ``not_playing``."""
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
    """Return the id of the current rematch, and the rematch if it exists. Finished ones are skipped."""
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
    """Show the current rematch."""
    player = await context.player()
    match, _ = await _over(context)
    _, found = await _next(context, match)
    if found is None:
        return NextMatch()
    return NextMatch(found.id, found.seat_of(player.id) >= 0)


async def rematch(context: RequestContext) -> MatchCreated:
    """Create the rematch, or join it if the other player has created it."""
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
    if other is not None and await context.state.blocked(player.id, [other.player]):
        raise RefusedError("apart")
    if other is not None and has_left(await context.node.store.names([other.player]), other.player):
        raise RefusedError("player_left")
    if found is not None:
        return await _sit(context, found, player, sitting)
    context.take_match(player)
    house = name_of(match.names, other) if other is not None and other.house else ""
    if house and house not in context.state.opponents.strategies(game.id):
        raise RefusedError("no_bot")
    access = match.created.access
    made, created = create(
        game,
        player.id,
        msgspec.to_builtins(options),
        match.created.clock,
        # Private among people: a stranger must not take the other player's seat.
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
    # The other player's concurrent request came first.
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
        text="The current rematch of a match that you played, if there is one.",
        answer=NextMatch,
        who="player",
        refusals=(*ASKING, "unavailable"),
    ),
    Endpoint(
        method="POST",
        path="/api/matches/{match}/rematch",
        handler=rematch,
        tag="Matches",
        text="Play again: the same game, options and clock, with seats exchanged; each player keeps the side they"
        " had, even if chance chose it. The first request creates the match, the other player's request joins it;"
        " a house bot joins by itself. The rematch of a rated match is rated if the first request agrees: `rated`."
        " A repeated request returns the same match until that is over.",
        body=RematchWish,
        answer=MatchCreated,
        status=201,
        who="player",
        scope="play",
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
