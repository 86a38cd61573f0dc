"""Strategies by name, per game.

A package in ``bocage.bots`` with the name of a game exports ``STRATEGIES``, and optionally ``SEARCHING``: levels of
the engine with their heuristics. Other distributions name such a module in the entry point group ``bocage.bots``,
under the id of the game. Searching takes a tenth of a second per decision, so the house runs it in separate
processes.
"""

from __future__ import annotations

import importlib
import os
import sys
from collections.abc import Mapping
from functools import cache
from importlib.metadata import entry_points
from importlib.util import find_spec
from types import ModuleType
from typing import Any, cast

from bocage.bots import random_choice
from bocage.sdk.bot import FromFacts, Strategy

#: Entry point group of other distributions' bots.
GROUP = "bocage.bots"
#: The strategy that every game has.
RANDOM = "random"


class UnknownStrategyError(LookupError):
    """There is no such strategy for the game."""


def strategies_of(game: str) -> list[str]:
    """Return the names of the strategies for a game, the default first."""
    return [*_strategies(game), *_searchers(game), RANDOM]


def searching_strategies_of(game: str) -> list[str]:
    """Return the names of those that search."""
    return [*_searchers(game)]


def heuristic_of(game: str, name: str) -> FromFacts | None:
    """Return the heuristic of a strategy that searches; None: it does not."""
    return _searchers(game).get(name)


@cache
def _package(game: str) -> ModuleType | None:
    """Return the bots of a game; None: it has none of its own."""
    if game.isidentifier() and find_spec(f"bocage.bots.{game}") is not None:
        return importlib.import_module(f"bocage.bots.{game}")
    for point in entry_points(group=GROUP, name=game):
        module: ModuleType = point.load()
        return module
    return None


def _strategies(game: str) -> Mapping[str, Strategy | FromFacts]:
    strategies: Mapping[str, Strategy | FromFacts] = getattr(_package(game), "STRATEGIES", {})
    return strategies


def _searchers(game: str) -> Mapping[str, FromFacts]:
    """Return levels of the engine with their heuristics."""
    searchers: Mapping[str, FromFacts] = getattr(_package(game), "SEARCHING", {})
    return searchers


def find_strategy(name: str, game: str = "", seed: int | None = None) -> Strategy | FromFacts:
    """Return the strategy ``name`` for ``game``, or a function given as ``package.module:function``.

    Modules are also searched in the working folder. ``seed`` makes random strategies repeatable, and varies the
    samples of those that search. Raises :class:`UnknownStrategyError`.
    """
    if name == RANDOM:
        return random_choice.make(seed)
    if ":" in name:
        return _imported(name)
    if heuristic := _searchers(game).get(name):
        return _searching(game, name, heuristic, seed or 0)
    try:
        return _strategies(game)[name]
    except KeyError:
        known = ", ".join(strategies_of(game))
        raise UnknownStrategyError(f"{game or 'any game'} knows no strategy {name!r}; there are: {known}") from None


def _imported(name: str) -> Strategy | FromFacts:
    """Import ``package.module:function``."""
    module, _, function = name.partition(":")
    # `python -m` puts the working folder on the path, a console script does not.
    if not {"", os.getcwd()} & set(sys.path):
        sys.path.insert(0, os.getcwd())
    try:
        found = importlib.import_module(module)
    except (ImportError, SyntaxError, ValueError, TypeError) as error:
        raise UnknownStrategyError(
            f"there is no strategy {name}: {error} (looked for in {os.getcwd()}, too)"
        ) from error
    strategy = getattr(found, function, None)
    if not (callable(strategy) or isinstance(strategy, FromFacts)):
        raise UnknownStrategyError(f"there is no strategy {name}: {found.__file__} has no function {function!r}")
    return cast(Strategy | FromFacts, strategy)


def _searching(game: str, level: str, heuristic: FromFacts, seed: int) -> FromFacts:
    def make(facts: dict[str, Any]) -> Strategy:
        from bocage.engine import engine, levels_of  # loads the rules, so only if needed

        return engine(game, heuristic.make(facts), levels_of(game)[level], seed)  # type: ignore[arg-type]

    return FromFacts(make, hears=True)
