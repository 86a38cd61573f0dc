"""The endpoint of ladders: players of a game with enough rated matches, by expected score."""

from __future__ import annotations

from typing import Literal

from bocage.features.ratings.glicko import expected
from bocage.features.ratings.ladders import Ladders
from bocage.features.ratings.standings import LEAST_GAMES, LEAST_OPPONENTS, Standing
from bocage.features.ratings.wire import Ladder, LadderRow
from bocage.http.context import RequestContext
from bocage.http.endpoint import Endpoint, Query
from bocage.protocol.profile import Rating
from bocage.protocol.refusal import RefusedError

#: Rows of a ladder in a response.
SHOWN = 100
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
    rows = [LadderRow(place, who, names.get(who, ""), rated[who]) for place, who in enumerate(order[:SHOWN], 1)]
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


ENDPOINTS = (
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
