"""Sums that say whether something comes as often as it should, with a bound that chance does not reach."""

from __future__ import annotations

from math import log

import msgspec

#: The chance that a fair sum goes beyond the bound is below two in e to this power: two in a thousand million.
_RARE = 20.7


class Tally(msgspec.Struct):
    """What was counted in independent trials, what was expected, and the variance of the count."""

    trials: int = 0
    count: float = 0.0
    expected: float = 0.0
    variance: float = 0.0

    def add(self, came: bool, chance: float) -> None:
        """One trial: whether it came, and with which chance it should."""
        self.trials += 1
        self.count += came
        self.expected += chance
        self.variance += chance * (1 - chance)

    def is_uneven(self) -> bool:
        """Whether the count is farther from what is expected than chance brings it.

        The closer one of Bernstein's and Hoeffding's inequalities is taken.
        """
        apart = abs(self.count - self.expected)
        if not apart:
            return False
        bernstein = apart * apart / (2 * (self.variance + apart / 3))
        hoeffding = self.trials * _divergence(self.count / self.trials, self.expected / self.trials)
        return max(bernstein, hoeffding) > _RARE


def _divergence(share: float, expected: float) -> float:
    """How far apart two chances are (Kullback and Leibler)."""
    return sum(one * log(one / other) for one, other in ((share, expected), (1 - share, 1 - expected)) if one)
