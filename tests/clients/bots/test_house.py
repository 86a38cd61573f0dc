"""The house: who is called to a match, and how often."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest

from bocage.bots import find_strategy, searching_strategies_of
from bocage.bots.house import House
from bocage.bots.registry import UnknownStrategyError, heuristic_of
from bocage.engine.thinkers import Thinkers
from bocage.engine.values import levels_of
from bocage.rules.kernel.registry import find_game
from bocage.sdk.bot import FromFacts
from tests.all_games import GAMES
from tests.clients.engine.positions import document, heuristic, positions


def test_an_invitation_that_is_sent_again_calls_nobody_else(tmp_path: Path) -> None:
    house = House("http://127.0.0.1:1", tmp_path / "house.json")
    for match in ("m1", "m2", "m1"):
        house.invite("omaha", match, "random")
    house.invite("omaha", "m1", "planner")
    assert house._invitations.qsize() == 3
    with pytest.raises(UnknownStrategyError):
        house.invite("omaha", "m3", "nobody")
    assert house._invitations.qsize() == 3


@pytest.mark.asyncio
async def test_full_queue_makes_searching_bots_play_their_heuristic(tmp_path: Path) -> None:
    house = House("http://127.0.0.1:1", tmp_path / "house.json")
    house._thinkers = Thinkers(most=0)
    game = find_game("omaha")
    facts = dict(game.facts())
    start = heuristic_of("omaha", "veteran")
    made = house.strategy("omaha", "veteran")
    assert start is not None
    assert isinstance(made, FromFacts)
    play: Any = start.make(facts)
    choose: Any = made.make(facts)
    for state, decision in positions(game, 4):
        view, actions = document(game, state), msgspec.to_builtins(decision.actions)
        assert await choose(view, actions) == play(view, actions)
    assert house.thoughts()["full"] == 4


#: Levels that leave a share of what nobody has time to search to chance, and that share.
BY_CHANCE = [
    (game, name, share)
    for game in GAMES
    for name, level in levels_of(game).items()
    if (share := max(level.by_chance, level.unsearched)) > 0
]


def test_the_weakest_level_of_every_game_leaves_something_to_chance() -> None:
    assert {(game, name) for game, name, _ in BY_CHANCE} >= {(game, next(iter(levels_of(game)))) for game in GAMES}


@pytest.mark.parametrize(("game", "name", "share"), BY_CHANCE)
@pytest.mark.asyncio
async def test_weak_level_stays_weak_while_the_queue_is_full(
    game: str, name: str, share: float, tmp_path: Path
) -> None:
    """Else it would play best when the node is busiest."""
    house = House("http://127.0.0.1:1", tmp_path / "house.json")
    house._thinkers = Thinkers(most=0)
    rules = find_game(game)
    play, made = heuristic(rules), house.strategy(game, name)
    assert isinstance(made, FromFacts)
    choose: Any = made.make(dict(rules.facts()))
    met, other, expected = positions(rules, 12, each=14), 0, 0.0
    for state, decision in met:
        view, actions = document(rules, state), msgspec.to_builtins(decision.actions)
        other += await choose(view, actions) != play(view, actions)
        # Among what is taken by chance is the heuristic's choice, too.
        expected += share * (1 - 1 / len(actions))
    assert house.thoughts()["full"] == len(met)
    # The same decisions each time: nothing here is left to luck.
    assert other / len(met) == pytest.approx(expected / len(met), abs=0.1)


@pytest.mark.parametrize("game", GAMES)
def test_only_strategies_that_search_are_given_to_processes(game: str, tmp_path: Path) -> None:
    house = House("http://127.0.0.1:1", tmp_path / "house.json")
    searching = searching_strategies_of(game)
    for name in house.strategies(game):
        found = house.strategy(game, name)
        plain = find_strategy(name, game)
        assert (name in searching) == (heuristic_of(game, name) is not None)
        assert isinstance(found, FromFacts) or callable(found)
        if name not in searching and isinstance(plain, FromFacts):
            assert found == plain
