"""How hard the game is: both bots win about as often as the ruling sheet measured (its section 7).

Seeds are fixed, so the figures are too; the bands leave room for other bots, not for another game. The figures of
many more games stand in docs/games/zombies.md.
"""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from bocage.rules.kernel.conformance import Policy, play_out, random_choice
from bocage.rules.kernel.play import new_playthrough
from bocage.rules.zombies import GAME
from bocage.rules.zombies.options import Options
from bocage.rules.zombies.state import State
from tests.rules.zombies.policies import SCOUT, SHOOT

GAMES = 200
STANDARD = Options()


@cache
def percent(policy: Policy, options: Options = STANDARD) -> Counter[str]:
    """Per cent of games by how they end, and of games won."""
    ends: Counter[str] = Counter()
    for number in range(GAMES):
        state = play_out(new_playthrough(GAME, f"difficulty/{number}", options), policy)
        assert isinstance(state, State)
        result = state.result
        assert result is not None
        ends[result.reason] += 1
        ends["won"] += bool(result.winners)
    return Counter({reason: round(100 * n / GAMES) for reason, n in ends.items()})


@pytest.mark.parametrize(
    ("options", "scout", "shoot"),
    [
        (STANDARD, 40, 47),
        (Options(equal_kills=True), 60, 68),
        (Options(simple_breakdowns=True), 52, 67),
        (Options(equal_kills=True, simple_breakdowns=True), 70, 88),
    ],
)
def test_zb_2_zombie_numbers_keep_the_measured_difficulty(options: Options, scout: int, shoot: int) -> None:
    assert abs(percent(SCOUT, options)["won"] - scout) <= 9
    assert abs(percent(SHOOT, options)["won"] - shoot) <= 9


@pytest.mark.parametrize(("rescue", "scout"), [(1, 25), (2, 15)])
def test_zb_70_rescuing_is_hard(rescue: int, scout: int) -> None:
    options = Options(rescue=rescue)  # type: ignore[arg-type]
    assert abs(percent(SCOUT, options)["won"] - scout) <= 8


def test_how_one_loses() -> None:
    """About a third by damage; scouts are overrun now and then, shooters hardly ever."""
    scout, shoot = percent(SCOUT), percent(SHOOT)
    assert 28 <= scout["tank_destroyed"] <= 44
    assert 28 <= shoot["tank_destroyed"] <= 44
    assert scout["overrun"] > 4 > shoot["overrun"]


def test_random_play_hardly_ever_wins() -> None:
    assert percent(random_choice)["won"] <= 5
