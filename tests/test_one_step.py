"""What a search of one step gains, told from results that are known."""

from __future__ import annotations

from random import Random

import pytest

from bocage.engine.levels import Level
from bocage.rules.kernel.registry import find_game
from tests.one_step import best, choose, gain, looked_at, place

LEVEL = Level(rounds=2, worlds=10)
#: The second action wins every third world more, the third action loses every second one.
KNOWN = [[float(one % 4 == 0), float(one % 4 == 0 or one % 3 == 0), 0.0] for one in range(120)]


def test_a_clearly_better_action_is_chosen_and_its_gain_told() -> None:
    assert choose(KNOWN, LEVEL) == 1
    assert choose(KNOWN, Level(rounds=2, worlds=10, sure=50.0)) == 0
    won, other = gain(KNOWN, LEVEL, Random("gain"))
    assert won == pytest.approx(0.25, abs=0.05)
    assert other == pytest.approx(1.0, abs=0.2)
    found = best(KNOWN)
    assert (place(found), found.worlds) == (1, 120)
    assert found.lead == pytest.approx(0.25)


def test_what_never_differs_is_not_chosen() -> None:
    same = [[1.0, 1.0], [0.0, 0.0]] * 20
    assert choose(same, LEVEL) == 0
    assert gain(same, LEVEL, Random("gain")) == (0.0, 0.0)


def test_worlds_follow_from_the_seed() -> None:
    met, again = (looked_at(find_game("zombies"), "test", 3) for _ in range(2))
    for _ in range(3):
        results = next(met)
        assert len(results) == 3
        assert len({len(row) for row in results}) == 1
        assert {value for row in results for value in row} <= {0.0, 1.0}
        assert results == next(again)
