"""Strategies by name, per game."""

from __future__ import annotations

import importlib
from collections.abc import Mapping
from types import MappingProxyType
from typing import cast

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


class UnknownStrategyError(LookupError):
    """No strategy of that name for that game."""


def strategies_of(game: str) -> list[str]:
    """Names of all strategies for a game, the one to begin with first."""
    return [*_BY_GAME.get(game, {}), RANDOM]


def find_strategy(name: str, game: str = "", seed: int | None = None) -> Strategy | FromFacts:
    """The strategy ``name`` for ``game``, or any function named as ``package.module:function``.

    ``seed`` makes the random strategy repeatable. Raises :class:`UnknownStrategyError`.
    """
    if name == RANDOM:
        return random_choice.make(seed)
    if ":" in name:
        module, _, function = name.partition(":")
        try:
            return cast(Strategy | FromFacts, getattr(importlib.import_module(module), function))
        except (ImportError, AttributeError) as error:
            raise UnknownStrategyError(f"there is no strategy {name}: {error}") from error
    try:
        return _BY_GAME[game][name]
    except KeyError:
        known = ", ".join(strategies_of(game))
        raise UnknownStrategyError(f"{game or 'any game'} knows no strategy {name!r}; there are: {known}") from None
