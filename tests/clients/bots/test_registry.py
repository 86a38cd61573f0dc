"""Strategies by name."""

from __future__ import annotations

import random
from typing import Any

import pytest

from bocage.bots import UnknownStrategyError, find_strategy, strategies_of
from bocage.rules.kernel.registry import find_game
from bocage.sdk.bot import FromFacts
from tests.all_games import GAMES

ACTIONS: list[dict[str, Any]] = [{"do": "add", "n": n} for n in range(10)]


def second(view: dict[str, Any], actions: list[dict[str, Any]]) -> dict[str, Any]:
    """A strategy of somebody's own."""
    return actions[1]


def test_the_random_strategy_is_everywhere_and_repeats_with_its_seed() -> None:
    made: list[Any] = [find_strategy("random", "any", seed) for seed in (7, 7, 8)]
    one, two, other = made
    first = [one({}, ACTIONS) for _ in range(50)]
    assert first == [two({}, ACTIONS) for _ in range(50)]
    assert first != [other({}, ACTIONS) for _ in range(50)]
    assert all(action in ACTIONS for action in first)
    rng = random.Random(7)
    assert first == [rng.choice(ACTIONS) for _ in range(50)]


@pytest.mark.parametrize("game", GAMES)
def test_every_listed_strategy_is_found(game: str) -> None:
    for name in strategies_of(game):
        found = find_strategy(name, game)
        assert callable(found.make if isinstance(found, FromFacts) else found)


@pytest.mark.parametrize("game", GAMES)
def test_there_are_words_for_every_opponent(game: str) -> None:
    for name in strategies_of(game):
        for catalogue in find_game(game).text.values():
            assert name == "random" or {f"bot.{name}", f"bot.{name}.help"} <= catalogue.keys()


@pytest.mark.parametrize("game", GAMES)
def test_random_comes_last(game: str) -> None:
    """The page sends the first one."""
    first, *_, last = strategies_of(game)
    assert (first != "random", last) == (True, "random")


def test_a_function_of_ones_own_is_named_by_its_module() -> None:
    strategy: Any = find_strategy(f"{__name__}:second")
    assert strategy({}, ACTIONS) == ACTIONS[1]


def test_game_without_bots_has_the_random_one() -> None:
    assert strategies_of("chess") == strategies_of("no/game") == ["random"]


@pytest.mark.parametrize("name", ["planner", "nowhere:choose", f"{__name__}:third"])
def test_unknown_strategies_are_named(name: str) -> None:
    with pytest.raises(UnknownStrategyError):
        find_strategy(name, "squad")
