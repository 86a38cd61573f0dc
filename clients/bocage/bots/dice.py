"""What dice promise: the expectations that the bots weigh."""

from __future__ import annotations

from functools import cache
from itertools import product

_DIE = range(1, 7)


@cache
def mean_difference(modifier: int, most: int) -> float:
    """How many men ``1D6 - 1D6 + modifier`` kills on average, at least none and at most ``most``."""
    return sum(min(most, max(0, first - second + modifier)) for first, second in product(_DIE, _DIE)) / 36


@cache
def chance_of_difference(modifier: int) -> float:
    """How likely ``1D6 - 1D6 + modifier`` is 1 or more."""
    return sum(first - second + modifier > 0 for first, second in product(_DIE, _DIE)) / 36


def chance_of_die(least: float, modifier: float) -> float:
    """How likely ``1D6 + modifier`` is ``least`` or more; a broken modifier is one that is itself an average."""
    return min(1.0, max(0.0, (7 - least + modifier) / 6))


@cache
def chance_of_two(least: int, modifier: int = 0) -> float:
    """How likely ``2D6 + modifier`` is ``least`` or more."""
    return sum(first + second + modifier >= least for first, second in product(_DIE, _DIE)) / 36
