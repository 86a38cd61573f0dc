"""Endpoint of scenarios."""

from __future__ import annotations

from functools import cache

from starlette.responses import Response

from bocage.features.scenarios.wire import ScenarioList
from bocage.http.context import ConstantAnswer, RequestContext
from bocage.http.endpoint import Endpoint
from bocage.rules.kernel.registry import all_games
from bocage.rules.kernel.scenario import check_scenario


@cache
def _listed() -> ConstantAnswer:
    games = all_games()
    return ConstantAnswer.json(
        ScenarioList([check_scenario(one, game) for game in games for one in game.scenarios()])
    )


async def listed(context: RequestContext) -> Response:
    """List the scenarios of all games."""
    return _listed().to(context.request)


ENDPOINTS = (
    Endpoint(
        method="GET",
        path="/api/scenarios",
        handler=listed,
        tag="Games",
        text="Ready-made matches of all games: name and sentence in both languages, the options of match and seats,"
        " and `key`, as POST /api/matches takes them.",
        answer=ScenarioList,
    ),
)
