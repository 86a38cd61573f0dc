"""Frequency tests with a bound that chance does not reach."""

from __future__ import annotations

from math import log

import msgspec

#: The chance that a fair sum goes beyond the bound is below two in e to this power: two in a thousand million.
_RARE = 20.7


class Tally(msgspec.Struct):
    """Independent trials: the count, its expectation and its variance."""

    trials: int = 0
    count: float = 0.0
    expected: float = 0.0
    variance: float = 0.0

    def add(self, came: bool, chance: float) -> None:
        """Add one trial: its result and its expected probability."""
        self.trials += 1
        self.count += came
        self.expected += chance
        self.variance += chance * (1 - chance)

    def is_uneven(self) -> bool:
        """True if the count is farther from its expectation than chance allows.

        The tighter of Bernstein's and Hoeffding's inequalities is used.
        """
        apart = abs(self.count - self.expected)
        if not apart:
            return False
        bernstein = apart * apart / (2 * (self.variance + apart / 3))
        hoeffding = self.trials * _divergence(self.count / self.trials, self.expected / self.trials)
        return max(bernstein, hoeffding) > _RARE


def _divergence(share: float, expected: float) -> float:
    """Kullback-Leibler divergence of two probabilities."""
    return sum(one * log(one / other) for one, other in ((share, expected), (1 - share, 1 - expected)) if one)
