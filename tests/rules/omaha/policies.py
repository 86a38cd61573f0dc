"""Ways to play in tests: the planner of ``bocage.bots.omaha.planner``, fed with what a client would see."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import msgspec

from bocage.bots.omaha.planner import HOUSE, Prices, make
from bocage.rules.kernel import Decision, Game
from bocage.rules.kernel.conformance import Policy
from bocage.rules.omaha import GAME


def planner(prices: Prices = HOUSE) -> Policy:
    """The planner with the given prices."""
    return partial(_plan, make(GAME.facts(), prices))


def _plan(
    choose: Callable[..., dict[str, Any]], game: Game[Any], state: Any, decision: Decision, rng: Random
) -> Any:
    document = {"options": msgspec.to_builtins(state.options), "table": game.view(state, decision.seat)}
    chosen = choose(document, msgspec.to_builtins(decision.actions))
    return msgspec.convert(chosen, game.Actions)
