"""Strategies by name, per game.

Every package in ``bocage.bots`` that is called like a game exports ``STRATEGIES``, and may export ``SEARCHING``:
levels of the engine, with the heuristic they start from. Another distribution names such a module in the group of
entry points ``bocage.bots``, under the id of the game. A decision takes these a tenth of a second; the house lets
them think in processes of their own.
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

#: The group of entry points by which other distributions bring bots.
GROUP = "bocage.bots"
#: The strategy that every game has.
RANDOM = "random"


class UnknownStrategyError(LookupError):
    """No strategy of that name for that game."""


def strategies_of(game: str) -> list[str]:
    """Names of the strategies that play a game, the one to begin with first."""
    return [*_strategies(game), *_searchers(game), RANDOM]


def searching_strategies_of(game: str) -> list[str]:
    """Names of the strategies among them that search."""
    return [*_searchers(game)]


def heuristic_of(game: str, name: str) -> FromFacts | None:
    """The heuristic from which a strategy starts to search; None: it does not search."""
    return _searchers(game).get(name)


@cache
def _package(game: str) -> ModuleType | None:
    """The bots of a game; None: it has none of its own."""
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
    """Level of the engine → the heuristic it starts from."""
    searchers: Mapping[str, FromFacts] = getattr(_package(game), "SEARCHING", {})
    return searchers


def find_strategy(name: str, game: str = "", seed: int | None = None) -> Strategy | FromFacts:
    """The strategy ``name`` for ``game``, or any function named as ``package.module:function``.

    Modules are looked for in the working folder as well.
    ``seed`` makes the random strategy repeatable, and lets one that searches imagine other worlds.
    Raises :class:`UnknownStrategyError`.
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
    """What ``package.module:function`` names."""
    module, _, function = name.partition(":")
    # A console script has its own folder there, `python -m` the working folder.
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
        from bocage.engine import engine, levels_of  # the rules are loaded by those who search, and by nobody else

        return engine(game, heuristic.make(facts), levels_of(game)[level], seed)  # type: ignore[arg-type]

    return FromFacts(make, hears=True)
