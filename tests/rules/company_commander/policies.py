"""Players for golden logs and coverage: random ones, each with a leaning."""

from __future__ import annotations

from random import Random
from typing import Any

from bocage.rules.company_commander.actions import Commit, Deploy, EndPhase, Move, Pass, Withdraw
from bocage.rules.kernel.game import Decision, Game

#: How likely the fighter takes an action, next to others; 6 where nothing is said.
_WEIGHTS: dict[type[Any], int] = {Move: 1, EndPhase: 2, Pass: 4, Withdraw: 1, Commit: 8}


def fighter(game: Game[Any], state: Any, decision: Decision, rng: Random) -> Any:
    """Prefers to attack, play and rally; seldom moves, ends a phase early or takes units back."""
    actions = decision.actions
    return rng.choices(actions, [_WEIGHTS.get(type(action), 6) for action in actions])[0]


def evenly(game: Game[Any], state: Any, decision: Decision, rng: Random) -> Any:
    """Chooses what to do first, then with whom: a card with ten targets is as likely as ending the phase."""
    kinds: dict[tuple[str, str], list[Any]] = {}
    for action in decision.actions:
        kinds.setdefault((type(action).__name__, getattr(action, "card", "")), []).append(action)
    return rng.choice(rng.choice(list(kinds.values())))


def lazy(game: Game[Any], state: Any, decision: Decision, rng: Random) -> Any:
    """Mostly lets things pass, so that the clock decides; the center is their favourite front."""
    share = 0.15 if type(decision.default) is Deploy else 0.05
    return rng.choice(decision.actions) if rng.random() < share else decision.default
