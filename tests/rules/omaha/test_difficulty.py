"""How hard the game is: the planner wins about as often as the ruling sheet measured.

Seeds are fixed, so the figures are too; the bands leave room for a better planner, not for another game.
"""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from bocage.bots.omaha.planner import HOUSE, Prices
from bocage.rules.kernel.conformance import Policy, play_out, random_choice
from bocage.rules.kernel.play import new_playthrough
from bocage.rules.omaha import GAME
from bocage.rules.omaha.options import Options
from bocage.rules.omaha.state import State
from tests.rules.omaha.policies import planner

GAMES = 300
THRIFTY = Prices(mine=1.5, charge=1.5)
CHARGE_HAPPY = Prices(mine=2.0, charge=1.0)


@cache
def percent(prices: Prices | None, options: Options = Options()) -> Counter[str]:  # noqa: B008
    """Per cent of games by how they end; ``prices`` None: random play."""
    policy: Policy = planner(prices) if prices else random_choice
    ends: Counter[str] = Counter()
    for number in range(GAMES):
        state = play_out(new_playthrough(GAME, f"difficulty/{number}", options), policy)
        assert isinstance(state, State)
        assert state.result is not None
        ends[state.result.reason] += 1
        ends["last assault"] += state.assault == 4
    return Counter({reason: round(100 * n / GAMES) for reason, n in ends.items()})


def test_the_planner_wins_about_every_third_game() -> None:
    assert 30 <= percent(THRIFTY)["nest_destroyed"] <= 46
    assert 20 <= percent(CHARGE_HAPPY)["nest_destroyed"] <= 40


def test_the_house_prices_are_better_than_either() -> None:
    assert percent(HOUSE)["nest_destroyed"] > max(
        percent(prices)["nest_destroyed"] for prices in (THRIFTY, CHARGE_HAPPY)
    )


def test_how_one_loses_depends_on_style() -> None:
    thrifty, happy = percent(THRIFTY), percent(CHARGE_HAPPY)
    assert thrifty["squad_dead"] > 40 > 20 > thrifty["blocked"]
    assert happy["blocked"] > 40 > 20 > happy["squad_dead"]


def test_nearly_every_planned_game_comes_to_the_last_assault() -> None:
    assert percent(THRIFTY)["last assault"] >= 90
    assert percent(CHARGE_HAPPY)["last assault"] >= 90


def test_random_play_never_wins() -> None:
    assert percent(None)["nest_destroyed"] == 0


@pytest.mark.parametrize(
    ("options", "low", "high"),
    [
        (Options(crawl_fire="never"), 50, 85),
        (Options(crawl_fire="always"), 15, 33),
        (Options(squad_track=8), 50, 70),
        (Options(mines_under_open=True), 15, 33),
        (Options(nest_side="random"), 28, 46),
    ],
)
def test_options_are_as_hard_as_they_say(options: Options, low: int, high: int) -> None:
    assert low <= percent(THRIFTY, options)["nest_destroyed"] <= high
