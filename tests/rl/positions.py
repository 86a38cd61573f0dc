"""Positions out of whole games: golden logs played again, and random games."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from bocage.rules.kernel import Context, Decision, Game
from bocage.rules.kernel.play import Playthrough, new_playthrough, random_choice
from tests.goldens import Recipe
from tests.goldens.stored import recipes


class Position(NamedTuple):
    """A state, and the decision owed there; None: the game is over. Valid until the next one is asked for."""

    state: Any
    decision: Decision | None
    played: Playthrough


def played(game: Game[Any], playthrough: Playthrough, recipe: Recipe | None = None) -> Iterator[Position]:
    """Every position of one game, the last one included."""
    script, policy = (recipe.script, recipe.policy) if recipe else ((), random_choice)
    rng = Random(f"{playthrough.seed}/play")
    state = game.setup(playthrough.options, playthrough.seats, playthrough.dice(0)).state
    while (decision := game.decision(state)) is not None:
        yield Position(state, decision, playthrough)
        number = len(playthrough.actions)
        action = script[number] if number < len(script) else policy(game, state, decision, rng)
        playthrough.actions.append(action)
        game.reduce(state, action, Context(playthrough.dice(number + 1)))
    yield Position(state, None, playthrough)


def of_goldens(game: Game[Any]) -> Iterator[Position]:
    """Every position of every golden log of a game."""
    for owner, _, recipe in recipes():
        if owner is game:
            begun = new_playthrough(game, recipe.seed, recipe.options, recipe.seats, usual=True)
            yield from played(game, begun, recipe)


def of_random(game: Game[Any], games: int, seed: str) -> Iterator[Position]:
    """Every position of random games, with random options but for every fourth."""
    for number in range(games):
        yield from played(game, new_playthrough(game, f"{seed}/{number}", usual=number % 4 == 0))
