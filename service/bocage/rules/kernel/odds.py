"""Exact chances of dice, for the odds of games."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from fractions import Fraction
from functools import cache
from itertools import product

from bocage.rules.kernel.game import Share

#: Larger denominators help nobody, and would lose digits in a browser.
_MOST_WAYS = 2**40

ALWAYS: Share = (1, 1)


@cache
def totals(dice: int) -> Mapping[int, int]:
    """In how many ways ``dice`` six-sided dice add up to each total."""
    return Counter(sum(faces) for faces in product(range(1, 7), repeat=dice))


#: Difference → its number of ways among the 36 pairs of first and second die.
DIFFERENCES: Mapping[int, int] = Counter(first - second for first, second in product(range(1, 7), repeat=2))


def at_least(ways: Mapping[int, int], least: int) -> Share:
    """The chance that a total is ``least`` or more. ``ways``: total → in how many ways it comes about."""
    return sum(count for total, count in ways.items() if total >= least), sum(ways.values())


def die_at_least(least: int) -> Share:
    """The chance that one die shows ``least`` or more, of 6."""
    return max(0, min(6, 7 - least)), 6


def other(share: Share) -> Share:
    """The complementary chance."""
    return share[1] - share[0], share[1]


def share(chance: Fraction) -> Share:
    """A chance as a pair of small numbers; where that takes more than 2**40 ways, to the nearest billionth."""
    if chance.denominator > _MOST_WAYS:
        chance = chance.limit_denominator(10**9)
    return chance.numerator, chance.denominator
