"""What dice promise, counted out."""

from __future__ import annotations

from itertools import product

import pytest

from bocage.bots.dice import chance_of_die, chance_of_difference, chance_of_two, mean_difference

FACES = range(1, 7)
PAIRS = list(product(FACES, FACES))


@pytest.mark.parametrize("modifier", range(-7, 8))
def test_a_difference_of_two_dice(modifier: int) -> None:
    totals = [first - second + modifier for first, second in PAIRS]
    for most in (1, 3, 10):
        killed = sum(min(most, total) for total in totals if total > 0)
        assert mean_difference(modifier, most) == pytest.approx(killed / 36)
    assert chance_of_difference(modifier) == pytest.approx(sum(total >= 1 for total in totals) / 36)


@pytest.mark.parametrize("modifier", range(-3, 4))
def test_a_least_total(modifier: int) -> None:
    for least in range(1, 13):
        assert chance_of_die(least, modifier) == pytest.approx(sum(face + modifier >= least for face in FACES) / 6)
        two = sum(first + second + modifier >= least for first, second in PAIRS)
        assert chance_of_two(least, modifier) == pytest.approx(two / 36)
