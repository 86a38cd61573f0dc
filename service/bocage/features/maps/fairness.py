"""Endpoints about how fair a map is."""

from __future__ import annotations

from bocage.features.maps.endpoints import own, read, visible
from bocage.features.maps.queue import FairnessQueue
from bocage.features.maps.runs import FairnessRun, RunStorage, digest_of
from bocage.features.maps.storage import KeptMap
from bocage.features.maps.wire import DIGITS, FairnessWish, MapFairness, PairShare, SeatShare
from bocage.http.context import RequestContext
from bocage.http.endpoint import Endpoint
from bocage.http.matches import check_options
from bocage.protocol.fairness import FairnessQuestion, Tally, margin
from bocage.protocol.refusal import RefusedError

#: Most queued maps.
MOST = 50
#: Milliseconds without a game after which a person is told that the machine is busy.
STILL = 60_000


def pairs_of(wanted: list[tuple[str, str]], sides: list[str]) -> list[tuple[str, str]]:
    """Return the pairs to play, each both ways; of no wanted ones, all. Raises ``bad_request``."""
    for side in (side for pair in wanted for side in pair):
        if side not in sides:
            raise RefusedError("bad_request", f"pairs: no side is called {side!a:.50}; there is {', '.join(sides)}")
    both = wanted or [(one, other) for one in sides for other in sides]
    return list(dict.fromkeys(pair for one, other in both for pair in ((one, other), (other, one))))


async def measure(context: RequestContext) -> MapFairness:
    """Request games on a map. Idempotent for the same games."""
    wish = await context.body(FairnessWish)
    player = await context.player()
    found = await own(context, player)
    sides = context.state.opponents.sides(found.game)
    if not sides:
        raise RefusedError("no_engine")
    engine, runs = context.state.opponents.engine(found.game), context.state.part(RunStorage)
    question = _question(context, found, wish, sides)
    run = await runs.find(found.id)
    if run is None or not run.answers(question, engine):
        await _check(context, found.id, player.id)
        run = FairnessRun(question, engine, context.node.now(), digest_of(player.id))
        if not await runs.begin(found.id, run):
            raise RefusedError("no_map")
        context.state.part(FairnessQueue).asked()
    return await _told(context, found, run)


def _question(context: RequestContext, found: KeptMap, wish: FairnessWish, sides: list[str]) -> FairnessQuestion:
    game = context.game(found.game)
    options = {**wish.options, **read(game, found.text).options}
    check_options(game, game.Options, options)
    return FairnessQuestion(found.game, options, pairs_of(wish.pairs, sides), wish.games, found.id, Tally())


async def _check(context: RequestContext, name: str, player: str) -> None:
    """Check that nobody fills the queue alone."""
    runs = context.state.part(RunStorage)
    queue = [one for one in await runs.queue() if one != name]
    by = [run.by for run in [await runs.find(one) for one in queue] if run is not None]
    if len(queue) >= MOST or by.count(digest_of(player)) >= context.node.limits.map_games_waiting:
        raise RefusedError("limit", limit="map_games_waiting")
    context.state.take("map_rate", player)


async def show(context: RequestContext) -> MapFairness:
    found = await visible(context, await context.player_or_none())
    run = await context.state.part(RunStorage).find(found.id)
    if run is None:
        raise RefusedError("no_fairness")
    return await _told(context, found, run)


async def _told(context: RequestContext, found: KeptMap, run: FairnessRun) -> MapFairness:
    drawn = read(context.game(found.game), found.text).options
    queue = [] if run.done else await context.state.part(RunStorage).queue()
    tally, since = run.question.tally, max(run.asked, run.moved)
    waiting = queue.index(found.id) if found.id in queue else 0
    share, width = round(tally.share, DIGITS), round(tally.margin, DIGITS)
    return MapFairness(
        played=run.played,
        wanted=run.question.games,
        asked=run.asked,
        options={name: value for name, value in run.question.options.items() if name not in drawn},
        engine=run.engine,
        north=SeatShare(tally.won[0], share, width),
        south=SeatShare(tally.won[1], round(1 - share, DIGITS), width),
        drawn=run.played - sum(tally.won),
        turns=round(tally.turns / max(1, run.played), 1),
        cover=round(run.cover, DIGITS),
        fallen=sorted(tally.fallen.items(), key=lambda one: (-one[1], one[0])),
        pairs=[_pair(sides, *counted) for sides, counted in sorted(tally.by_sides.items())],
        meet=run.question.pairs,
        done=run.done,
        failed=run.failed,
        waiting=waiting,
        paused=not run.done and not waiting and context.node.now() - since > STILL,
    )


def _pair(sides: str, games: int, points: float) -> PairShare:
    share = points / games
    return PairShare(sides.split("-"), games, round(share, DIGITS), round(margin(share, games), DIGITS))


ENDPOINTS = (
    Endpoint(
        method="POST",
        path="/api/maps/{map}/fairness",
        handler=measure,
        tag="Maps",
        text="Let the engine play against itself on a map of yours, in the background, both ways between all sides"
        " or some. Other games than those asked for before replace their results. Ask for the progress with GET.",
        body=FairnessWish,
        answer=MapFairness,
        who="player",
        refusals=("no_map", "no_engine", "bad_options"),
    ),
    Endpoint(
        method="GET",
        path="/api/maps/{map}/fairness",
        handler=show,
        tag="Maps",
        text="How fair a map is, as far as games have been played: how often each edge wins, for how long, and"
        " where men fall.",
        answer=MapFairness,
        who="optional",
        refusals=("no_map", "no_fairness"),
    ),
)
