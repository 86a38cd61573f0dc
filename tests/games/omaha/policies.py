"""Ways to play in tests: the planner of ``clients.bots.omaha``, fed with what a client would see."""

from __future__ import annotations

from functools import partial
from random import Random
from typing import Any

import msgspec

from clients.bots.omaha import HOUSE, Prices, choose
from service.games.kernel import Decision, Game
from service.games.kernel.conformance import Policy


def planner(prices: Prices = HOUSE) -> Policy:
    """The planner with the given prices."""
    return partial(_plan, prices)


def _plan(prices: Prices, game: Game[Any], state: Any, decision: Decision, rng: Random) -> Any:
    document = {"options": msgspec.to_builtins(state.options), "table": game.view(state, decision.seat)}
    chosen = choose(document, msgspec.to_builtins(decision.actions), prices)
    return msgspec.convert(chosen, game.Actions)
