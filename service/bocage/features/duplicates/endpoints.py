"""Endpoints of duplicates.

Until both players have finished, responses must not depend on what the other one has played.
"""

from __future__ import annotations

import asyncio

from bocage.features.duplicates.duplicates import Agreed, Duplicate, Duplicates
from bocage.features.duplicates.wire import (
    DuplicateInfo,
    DuplicateMade,
    DuplicateMatch,
    DuplicatePlayer,
    DuplicateResult,
    DuplicateStarted,
    NewDuplicate,
    PlayDuplicate,
)
from bocage.http.context import RequestContext
from bocage.http.endpoint import Endpoint
from bocage.http.idempotency import find_match
from bocage.http.matches import SITTING, STORING, check_opponent, check_options, open_match, settle
from bocage.log import judge
from bocage.log.create import create, new_id
from bocage.log.entries import Access, Deal
from bocage.log.fairness import commitment, new_secret
from bocage.log.records import Row
from bocage.protocol.refusal import RefusedError
from bocage.protocol.rest import Join
from bocage.store import Player

#: Duration of a duplicate in milliseconds.
TIME = 3 * 86_400_000
LONGEST_ID = 40


async def make(context: RequestContext) -> DuplicateMade:
    body = await context.body(NewDuplicate)
    player = await context.player()
    game = context.game(body.game)
    check_options(game, game.Options, body.options)
    opponent = check_opponent(context, game, body.opponent)
    if game.seats > 1 and not opponent:
        raise RefusedError("no_bot")
    context.take_match(player)
    now = context.node.now()
    agreed = Agreed(
        new_id(), game.id, body.options, opponent, game.seats, player.id, now, now + TIME, new_secret().hex()
    )
    await Duplicates(context.node.store.topology).make(agreed)
    return DuplicateMade(agreed.id, agreed.until)


async def _find(context: RequestContext) -> Duplicate:
    name = context.part("duplicate")
    found = None
    if len(name) <= LONGEST_ID and name.isascii() and name.isalnum():
        found = await Duplicates(context.node.store.topology).find(name)
    if found is None:
        raise RefusedError("no_duplicate")
    return found


async def play(context: RequestContext) -> DuplicateStarted:
    """Start or return the caller's match of a round."""
    wish = await context.body(PlayDuplicate)
    player = await context.player()
    duplicate = await _find(context)
    agreed, store = duplicate.agreed, context.node.store
    if wish.round >= agreed.rounds:
        raise RefusedError("no_duplicate")
    known = player.id in duplicate.players
    if not known and duplicate.second:
        raise RefusedError("duplicate_taken")
    if not known and await context.state.blocked(player.id, [agreed.first]):
        raise RefusedError("apart")
    maker = None if known else await store.player(agreed.first)
    if maker is not None and maker.suspended:
        raise RefusedError("duplicate_over")
    if (match := duplicate.matches.get((int(player.id != agreed.first), wish.round))) and (
        await find_match(context, match) is not None
    ):
        return DuplicateStarted(match)
    if context.node.now() >= agreed.until:
        raise RefusedError("duplicate_over")
    if not known and not await Duplicates(store.topology).join(agreed.id, player.id):
        raise RefusedError("duplicate_taken")
    return await _begin(context, agreed, player, wish)


async def _begin(context: RequestContext, agreed: Agreed, player: Player, wish: PlayDuplicate) -> DuplicateStarted:
    game = context.game(agreed.game)
    seating = Join(nonce=wish.nonce, seat=wish.round)
    who = int(player.id != agreed.first)
    name = await Duplicates(context.node.store.topology).reserve(agreed.id, who, wish.round, new_id())
    if await find_match(context, name) is not None:
        return DuplicateStarted((await settle(context, name, player, seating)).match)
    context.take_match(player)
    match, created = create(
        game,
        player.id,
        agreed.options,
        access=Access(private=True),
        match_id=name,
        house=agreed.opponent,
        deal=Deal("", agreed.until, duplicate=f"{agreed.id}/{wish.round}"),
        secret=bytes.fromhex(agreed.secret),
    )
    return DuplicateStarted((await open_match(context, match, created, player, seating)).match)


async def show(context: RequestContext) -> DuplicateInfo:
    player = await context.player_or_none()
    duplicate = await _find(context)
    agreed, store = duplicate.agreed, context.node.store
    rows = await _rows(context, duplicate)
    whole = len(duplicate.matches) == 2 * agreed.rounds
    ended = whole and all(row is not None and row.status == "ended" for row in rows.values())
    over = ended or context.node.now() >= agreed.until
    if ended:
        await asyncio.gather(*[_reveal(context, match) for match in duplicate.matches.values()])
    names, programs = await asyncio.gather(store.names(duplicate.players), store.programs(duplicate.players))
    you = duplicate.players.index(player.id) if player is not None and player.id in duplicate.players else None
    mine = [(place, row) for place, row in sorted(rows.items()) if place[0] == you and row is not None]
    return DuplicateInfo(
        agreed.id,
        agreed.game,
        agreed.options,
        agreed.rounds,
        commitment(bytes.fromhex(agreed.secret)),
        agreed.made,
        agreed.until,
        [DuplicatePlayer(one, names.get(one, ""), one in programs) for one in duplicate.players],
        agreed.opponent,
        you,
        [DuplicateMatch(row.match, place[1], row.status == "ended") for place, row in mine],
        over,
        [result_of(place, row, agreed.until) for place, row in sorted(rows.items()) if row] if over else [],
    )


async def _rows(context: RequestContext, duplicate: Duplicate) -> dict[tuple[int, int], Row | None]:
    found = await asyncio.gather(*[context.node.store.row(match) for match in duplicate.matches.values()])
    return dict(zip(duplicate.matches, found, strict=True))


async def _reveal(context: RequestContext, match: str) -> None:
    if not (await context.node.rooms.room(match)).match.revealed:
        await context.node.command(match, judge.reveal)


def result_of(place: tuple[int, int], row: Row, until: int) -> DuplicateResult:
    """Return the result of a match, which counts only if it ended before ``until``."""
    player, turn = place
    if row.status != "ended" or row.at >= until:
        return DuplicateResult(row.match, player, turn, 0)
    half = 2 if turn in row.winners else 0 if row.winners else 1
    points = row.score if row.score is not None else half
    return DuplicateResult(row.match, player, turn, points, row.reason)


ENDPOINTS = (
    Endpoint(
        method="POST",
        path="/api/duplicates",
        handler=make,
        tag="Duplicates",
        text="Create a duplicate: two players play the same deals, each on their own, and compare. In a"
        " two-player game, both play both seats against the same house bot. Send the id to the other player.",
        body=NewDuplicate,
        answer=DuplicateMade,
        status=201,
        who="player",
        refusals=("no_game", "no_bot", "bad_options", "unavailable"),
    ),
    Endpoint(
        method="GET",
        path="/api/duplicates/{duplicate}",
        handler=show,
        tag="Duplicates",
        text="A duplicate. The other player's results are included once both have finished.",
        answer=DuplicateInfo,
        who="optional",
        refusals=("no_duplicate", "unavailable"),
    ),
    Endpoint(
        method="POST",
        path="/api/duplicates/{duplicate}/play",
        handler=play,
        tag="Duplicates",
        text="Play a round. Anyone but the creator becomes the second player, if there is none yet.",
        body=PlayDuplicate,
        answer=DuplicateStarted,
        status=201,
        who="player",
        refusals=(
            "no_duplicate",
            "duplicate_taken",
            "duplicate_over",
            "apart",
            "no_game",
            "unknown_rules",
            *SITTING,
            *STORING,
        ),
    ),
)
