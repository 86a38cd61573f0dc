"""Ways to play in tests: the bots, fed with what a client would see."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from bocage.bots.zombies.tank import Play, scout_first, shoot_first
from bocage.rules.kernel import Decision, Game
from bocage.rules.kernel.conformance import Policy
from bocage.rules.zombies import GAME


def policy(strategy: Play) -> Policy:
    """A bot as a policy of the kit."""

    def choose(game: Game[Any], state: Any, decision: Decision, rng: Random) -> Any:
        document = {"options": msgspec.to_builtins(state.options), "table": game.view(state, decision.seat)}
        return msgspec.convert(strategy(document, msgspec.to_builtins(decision.actions)), game.Actions)

    return choose


SCOUT, SHOOT = policy(scout_first(GAME.facts())), policy(shoot_first(GAME.facts()))
