"""House bots on the programs' ladders: fixed points against which others are rated."""

from __future__ import annotations

import pytest

from bocage.features.ratings.anchors import anchor, anchors
from bocage.features.ratings.glicko import Strength
from bocage.features.ratings.standings import Ratings
from bocage.log.records import Rated
from bocage.rules.kernel.registry import find_game
from bocage.store.records import parse_result, stored_result

POOL = ("squad", True)


def result(number: int, half: int = 2, houses: tuple[str, str] = ("", "veteran")) -> Rated:
    return Rated(f"m{number}", "squad", True, ("robo", "house"), half, number, houses=houses)


def test_a_house_bot_stays_where_it_is() -> None:
    ratings = Ratings()
    for number in range(5):
        ratings.add(result(number))
    robo, house = ratings.standings[POOL, "robo"], ratings.standings[POOL, "house"]
    assert house.strength == Strength(anchors()["squad"]["veteran"], 0.0, 0.0)
    assert (house.games, house.won, house.house) == (5, 0, "veteran")
    # Five wins against it: surely stronger than the average.
    assert robo.strength.mean > 1.0
    assert robo.house == ""


def test_a_win_against_a_stronger_house_bot_counts_more() -> None:
    means = []
    for strategy in ("recruit", "veteran"):
        ratings = Ratings()
        ratings.add(result(1, houses=("", strategy)))
        means.append(ratings.standings[POOL, "robo"].strength.mean)
    assert means[0] < means[1]


def test_an_unknown_house_bot_is_rated_as_any_program() -> None:
    ratings = Ratings()
    ratings.add(result(1, houses=("", "newcomer")))
    assert ratings.standings[POOL, "house"].strength.mean < 0


@pytest.mark.parametrize("houses", [("", ""), ("veteran", ""), ("", "recruit")])
def test_the_house_is_stored_with_the_result(houses: tuple[str, str]) -> None:
    one = result(7, houses=houses)
    assert parse_result(stored_result(one), 7) == one


@pytest.mark.parametrize(("game", "strategy"), [(game, name) for game, some in anchors().items() for name in some])
def test_fixed_points_are_house_bots(game: str, strategy: str) -> None:
    assert strategy in {*find_game(game).presentation.strategies, "random"}
    assert anchor(game, strategy) is not None
