"""The endpoint of ladders: players of a game with enough rated matches, by expected score."""

from __future__ import annotations

from typing import Literal

import msgspec

from bocage.features.ratings.glicko import expected
from bocage.features.ratings.ladders import Ladders
from bocage.features.ratings.records import scores_of
from bocage.features.ratings.results import Results
from bocage.features.ratings.standings import LEAST_GAMES, LEAST_OPPONENTS, Standing
from bocage.features.ratings.wire import Ladder, LadderRecord, LadderRow
from bocage.http.context import LONGEST_ID, RequestContext
from bocage.http.endpoint import Endpoint, Query
from bocage.protocol.profile import Rating
from bocage.protocol.refusal import RefusedError

#: Rows of a ladder in a response.
SHOWN = 100
#: Matches of a record.
MOST = 1000
#: Decimal places of a score.
DIGITS = 4

KINDS = ("people", "programs")


def rating_of(standing: Standing, now: int) -> Rating:
    """Convert a standing for the wire."""
    middle, low, high = (round(score, DIGITS) for score in expected(standing.at_time(now)))
    return Rating(middle, low, high, standing.games, standing.won, standing.drawn)


async def ladder(context: RequestContext) -> Ladder:
    game, player = context.game(context.query("game")), await context.player_or_none()
    kind = context.query("kind") or KINDS[0]
    if kind not in KINDS:
        raise RefusedError("bad_request", "kind: people or programs")
    pool = (game.id, kind == KINDS[1])
    now = context.node.now()
    ladders = context.state.part(Ladders)
    standings = await ladders.read()
    there = {who: standing for (of, who), standing in standings.items() if of == pool and standing.listed}
    names = await context.node.store.names(list(there))
    rated = {who: rating_of(standing, now) for who, standing in there.items() if names.get(who) != ""}
    order = sorted(rated, key=lambda who: (-rated[who].low, who))
    rows = [
        LadderRow(place, who, names.get(who, ""), rated[who], there[who].house)
        for place, who in enumerate(order[:SHOWN], 1)
    ]
    own = (await ladders.read_all()).get((pool, player.id)) if player is not None else None
    return Ladder(
        game.id,
        "programs" if pool[1] else "people",
        len(order),
        rows,
        LEAST_GAMES,
        LEAST_OPPONENTS,
        rating_of(own, now) if own is not None else None,
        order.index(player.id) + 1 if player is not None and player.id in rated else 0,
    )


async def record(context: RequestContext) -> LadderRecord:
    """Show a program's record. That of people is visible as they choose, at their profile."""
    game, who = context.game(context.query("game")), context.query("player")
    store = context.node.store
    found = await store.player(who) if 0 < len(who) <= LONGEST_ID and who.isascii() and who.isalnum() else None
    ladders, results = context.state.part(Ladders), context.state.part(Results)
    standing = (await ladders.read()).get(((game.id, True), found.id)) if found is not None else None
    if found is None or not (found.program or (standing is not None and standing.house)):
        raise RefusedError("no_profile")
    own = await results.of(found.id)
    played = [one for one in own if one.game == game.id and one.programs and not one.private]
    newest = played[-MOST:]
    rows = {row.match: row for row in await store.lists.rows(one.match for one in newest)}
    scores = scores_of(found.id, newest, rows, msgspec.to_builtins(game.Options()))
    names = await store.names([one.player for one in scores.opponents])
    return LadderRecord(
        game.id,
        found.id,
        found.name,
        [msgspec.structs.replace(one, name=names.get(one.player, "")) for one in scores.opponents],
        scores.seats,
        scores.sides,
        scores.options,
        rating_of(standing, context.node.now()) if standing is not None else None,
    )


ENDPOINTS = (
    Endpoint(
        method="GET",
        path="/api/ladder/record",
        handler=record,
        tag="Ratings",
        text=f"A program's record on the ladder of a game, over its {MOST} newest public rated matches: against"
        " each opponent, in each seat, with each side and option, with intervals.",
        answer=LadderRecord,
        query=(
            Query("game", "Id of the game.", required=True),
            Query("player", "Id of the program.", required=True),
        ),
        refusals=("no_game", "no_profile", "unavailable"),
    ),
    Endpoint(
        method="GET",
        path="/api/ladder",
        handler=ladder,
        tag="Ratings",
        text=f"The ladder of a game: the first {SHOWN} players with at least {LEAST_GAMES} rated matches against at"
        f" least {LEAST_OPPONENTS} others. Private matches count in `mine` only. It may be a few"
        " seconds old.",
        answer=Ladder,
        who="optional",
        query=(
            Query("game", "Id of the game.", required=True),
            Query("kind", "Default: `people`.", Literal["people", "programs"]),
        ),
        refusals=("no_game", "bad_request", "unavailable"),
    ),
)
