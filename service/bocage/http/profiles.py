"""Profiles: one's own record, and visible ones of others."""

from __future__ import annotations

import asyncio
from functools import cache

import msgspec

from bocage.http.context import RequestContext
from bocage.http.endpoint import Endpoint
from bocage.live.lobby import lobby_row
from bocage.log.career import Career, Count, GameCareer, career_of
from bocage.log.luck import luck_of
from bocage.log.records import Row
from bocage.protocol.profile import (
    Best,
    GameRecord,
    LuckRecord,
    OpponentTally,
    OptionTally,
    Profile,
    ProfileWish,
    Rating,
    SideTally,
    Tally,
)
from bocage.protocol.refusal import RefusedError
from bocage.protocol.rest import PlayerInfo
from bocage.rules.kernel.registry import house_games
from bocage.store import Player
from bocage.store.lists import beaten
from bocage.store.store import Store

#: Matches that a record is made from, newest first.
MOST = 1000
#: Most opponents, matches and sets of options listed.
OPPONENTS = 20
MATCHES = 20
SETS = 5
#: Newest matches whose reviews are used.
REVIEWS = 200
#: Greatest length of a player id.
LONGEST_ID = 40


@cache
def usual_options() -> dict[str, dict[str, object]]:
    """Return the default options of every game."""
    return {game.id: msgspec.to_builtins(game.Options()) for game in house_games()}


async def profile(context: RequestContext) -> Profile:
    """Show a player's record."""
    reader = await context.player_or_none()
    name = context.part("player")
    context.state.take("profile_rate", context.limited_as())
    if len(name) > LONGEST_ID or not (name.isascii() and name.isalnum()):
        raise RefusedError("no_profile")
    store = context.node.store
    asks = reader.id if reader is not None else ""
    player, seen_by, friends = await asyncio.gather(
        store.player(name), store.public_records.seen_by(name), context.state.friends(name, asks)
    )
    own = player is not None and asks == player.id
    public = player is not None and (player.program or seen_by == "everybody")
    if player is None or not (own or public or (seen_by == "friends" and friends)):
        # Indistinguishable from a player who does not exist.
        raise RefusedError("no_profile")
    rows = await store.matches_of(player.id, MOST) if own else await _public_rows(store, player.id)
    career = career_of(player.id, rows if own else store.hidden.shown(rows), usual_options())
    ratings = await context.state.ratings(player, own)
    lucks = await _luck(context, player.id, career)
    games = []
    for game, found in sorted(career.games.items()):
        bests = await _bests(context, game, found)
        games.append(_record(game, found, bests, ratings.get(game), lucks.get(game)))
    return Profile(
        player.id,
        player.name,
        games,
        await _opponents(context, career, own),
        [lobby_row(row) for row in _newest(career.rows)],
        len(career.rows),
        seen_by if own else "nobody",
        player.program,
        sum(row.unreadable for row in rows) if own else 0,
        own and await context.state.recoverable(player.id),
    )


async def _public_rows(store: Store, player: str) -> list[Row]:
    """Return a player's newest public matches, unaffected by the number of private ones."""
    most = MOST
    while True:
        rows = await store.matches_of(player, most)
        public = [row for row in rows if not row.private][:MOST]
        if len(rows) < most or len(public) == MOST:
            return public
        most *= 4


def _newest(rows: list[Row]) -> list[Row]:
    return rows[: -MATCHES - 1 : -1]


def _tally(count: Count) -> tuple[int, int, int]:
    return count.played, count.won, count.drawn


def _often(some: dict[str, Count]) -> list[tuple[str, Count]]:
    return sorted(some.items(), key=lambda one: (-one[1].played, one[0]))


async def _luck(context: RequestContext, player: str, career: Career) -> dict[str, LuckRecord]:
    rows = career.rows[-REVIEWS:]
    return luck_of(player, rows, await context.state.review_sums(row.match for row in rows))


def _record(
    game: str, found: GameCareer, bests: list[Best], rating: Rating | None, luck: LuckRecord | None
) -> GameRecord:
    options = sorted(found.options.items(), key=lambda one: (-one[1].played, one[0]))
    return GameRecord(
        game,
        Tally(*_tally(found.total)),
        found.streak,
        found.longest,
        [SideTally(*_tally(count), side) for side, count in _often(found.sides)],
        [OptionTally(*_tally(count), name, msgspec.json.decode(value)) for (name, value), count in options],
        bests,
        rating,
        luck,
    )


async def _bests(context: RequestContext, game: str, found: GameCareer) -> list[Best]:
    tops = sorted(found.tops.values(), key=lambda top: (-top.played, top.match))[:SETS]
    counts = await asyncio.gather(
        *[beaten(context.node.store.topology, game, top.options, top.score) for top in tops]
    )
    return [
        Best(dict(top.options), top.score, top.match, top.played, *numbers)
        for top, numbers in zip(tops, counts, strict=True)
    ]


async def _opponents(context: RequestContext, career: Career, own: bool) -> list[OpponentTally]:
    most = _often(career.opponents)[:OPPONENTS]
    store = context.node.store
    if not own:
        # One player's public record must not reveal another's private one.
        public = await asyncio.gather(*[store.public_records.has(who) for who, _ in most])
        most = [one for one, told in zip(most, public, strict=True) if told]
    players = [who for who, _ in most]
    names, programs = await asyncio.gather(store.names(players), store.programs(players))
    return [
        OpponentTally(*_tally(count), who, names.get(who, ""), who in programs)
        for who, count in most
        if names.get(who) != ""
    ]


async def publish(context: RequestContext) -> PlayerInfo:
    """Set the audience of the caller's record."""
    player: Player = await context.player()
    wish = await context.body(ProfileWish)
    await context.node.store.public_records.set(player.id, wish.seen_by)
    return PlayerInfo(player.id, player.name, player.program)


ENDPOINTS = (
    Endpoint(
        method="GET",
        path="/api/players/{player}",
        handler=profile,
        tag="Players",
        text=f"The record of a player over their {MOST} newest matches: results by game, side and option, streaks,"
        " opponents, points. Your own covers all your matches. That of others is visible if it is for everybody, or"
        " for friends and you are one, and covers public matches only; otherwise it is refused as if there were no"
        " such player. That of programs is always for everybody.",
        answer=Profile,
        who="optional",
        refusals=("no_profile", "unavailable"),
    ),
    Endpoint(
        method="POST",
        path="/api/players/me/profile",
        handler=publish,
        tag="Players",
        text="Set the audience of your record: everybody, your friends, or nobody else, the default.",
        body=ProfileWish,
        answer=PlayerInfo,
        who="player",
    ),
)
