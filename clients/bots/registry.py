"""Strategies by name, per game."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, cast

from clients.bots import company_commander, omaha, random_choice, squad, zombies
from clients.sdk.bot import FromFacts, Strategy

#: The strategy that every game has.
RANDOM = "random"

_BY_GAME: Mapping[str, Mapping[str, Strategy | FromFacts]] = MappingProxyType(
    {
        "company_commander": {"captain": FromFacts(company_commander.make)},
        "omaha": {"planner": FromFacts(omaha.make)},
        "squad": {"sergeant": FromFacts(squad.make)},
        "zombies": {
            "scout_first": FromFacts(zombies.scout_first),
            "shoot_first": FromFacts(zombies.shoot_first),
        },
    }
)
#: Strategies that search, with the heuristic they start from. A decision takes them a tenth of a second, so they
#: are for bots of one's own; the house, which plays many matches in one process, does not offer them.
_SEARCHING: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "omaha": {"veteran": "planner"},
        "zombies": {"veteran": "shoot_first"},
    }
)


class UnknownStrategyError(LookupError):
    """No strategy of that name for that game."""


def strategies_of(game: str) -> list[str]:
    """Names of the strategies that the house plays a game with, the one to begin with first."""
    return [*_BY_GAME.get(game, {}), RANDOM]


def searching_strategies_of(game: str) -> list[str]:
    """Names of the strategies that search, for bots of one's own."""
    return [*_SEARCHING.get(game, {})]


def find_strategy(name: str, game: str = "", seed: int | None = None) -> Strategy | FromFacts:
    """The strategy ``name`` for ``game``, or any function named as ``package.module:function``.

    ``seed`` makes the random strategy repeatable, and lets one that searches imagine other worlds.
    Raises :class:`UnknownStrategyError`.
    """
    if name == RANDOM:
        return random_choice.make(seed)
    if ":" in name:
        module, _, function = name.partition(":")
        try:
            return cast(Strategy | FromFacts, getattr(importlib.import_module(module), function))
        except (ImportError, AttributeError) as error:
            raise UnknownStrategyError(f"there is no strategy {name}: {error}") from error
    if heuristic := _SEARCHING.get(game, {}).get(name):
        return _searching(game, name, heuristic, seed or 0)
    try:
        return _BY_GAME[game][name]
    except KeyError:
        known = ", ".join([*strategies_of(game), *searching_strategies_of(game)])
        raise UnknownStrategyError(f"{game or 'any game'} knows no strategy {name!r}; there are: {known}") from None


def _searching(game: str, level: str, heuristic: str, seed: int) -> FromFacts:
    def make(facts: dict[str, Any]) -> Strategy:
        from clients.engine import LEVELS, engine  # the rules are loaded by those who search, and by nobody else

        found = _BY_GAME[game][heuristic]
        assert isinstance(found, FromFacts)
        return engine(game, found.make(facts), LEVELS[level], seed)  # type: ignore[arg-type]

    return FromFacts(make)
