"""Expectations of dice rolls."""

from __future__ import annotations

from functools import cache
from itertools import product

_DIE = range(1, 7)


@cache
def mean_difference(modifier: int, most: int) -> float:
    """Mean number of men killed by ``1D6 - 1D6 + modifier``, between 0 and ``most``."""
    return sum(min(most, max(0, first - second + modifier)) for first, second in product(_DIE, _DIE)) / 36


@cache
def chance_of_difference(modifier: int) -> float:
    """Chance that ``1D6 - 1D6 + modifier`` is 1 or more."""
    return sum(first - second + modifier > 0 for first, second in product(_DIE, _DIE)) / 36


def chance_of_die(least: float, modifier: float) -> float:
    """Chance that ``1D6 + modifier`` is ``least`` or more. A fractional modifier is an average."""
    return min(1.0, max(0.0, (7 - least + modifier) / 6))


@cache
def chance_of_two(least: int, modifier: int = 0) -> float:
    """Chance that ``2D6 + modifier`` is ``least`` or more."""
    return sum(first + second + modifier >= least for first, second in product(_DIE, _DIE)) / 36
