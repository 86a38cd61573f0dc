"""How far chances of winning would have to be stretched so that they mean what they say: Platt scaling.

Between two players there is no bias, because the chances of both must add up to 1.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

#: Chances closer than this to 0 and 1 count as so far away: no sample of worlds is surer.
_EDGE = 0.002
_STEPS = 30
#: Draws the fit towards what is there, as so many examples would.
_DOUBT = 1.0


class Calibration(msgspec.Struct, frozen=True):
    """Chance → chance: the log-odds, times ``slope``, plus ``bias``."""

    slope: float = 1.0
    bias: float = 0.0

    def __call__(self, chance: float) -> float:
        """The calibrated chance."""
        if (self.slope, self.bias) == (1.0, 0.0):
            return chance
        return 1 / (1 + math.exp(-self.bias - self.slope * log_odds(chance)))


def log_odds(chance: float) -> float:
    """The logarithm of the odds, within bounds."""
    inside = min(1 - _EDGE, max(_EDGE, chance))
    return math.log(inside / (1 - inside))


class Judged(msgspec.Struct, frozen=True):
    """A position of a game: the chance that was said, and how the game ended (1 won, 0 lost, ½ drawn)."""

    game: int
    chance: float
    result: float


def fitted(judged: Sequence[Judged], with_bias: bool) -> Calibration:
    """The calibration under which the results are likeliest (Newton's method); the same from the same examples."""
    slope, bias = 1.0, 0.0
    for _ in range(_STEPS):
        by_slope, by_bias = _DOUBT * (slope - 1), _DOUBT * bias
        ss, sb, bb = _DOUBT, 0.0, _DOUBT
        for one in judged:
            x = log_odds(one.chance)
            p = 1 / (1 + math.exp(-bias - slope * x))
            error, weight = p - one.result, p * (1 - p)
            by_slope += error * x
            by_bias += error
            ss, sb, bb = ss + weight * x * x, sb + weight * x, bb + weight
        if with_bias:
            determinant = ss * bb - sb * sb
            slope -= (bb * by_slope - sb * by_bias) / determinant
            bias -= (ss * by_bias - sb * by_slope) / determinant
        else:
            slope -= by_slope / ss
    return Calibration(round(slope, 3), round(bias, 3))


def log_loss(judged: Sequence[Judged], calibration: Calibration) -> float:
    """Mean logarithmic loss: what is lost by predicting so; 0.693 is a coin."""
    total = 0.0
    for one in judged:
        p = min(1 - _EDGE, max(_EDGE, calibration(one.chance)))
        total -= one.result * math.log(p) + (1 - one.result) * math.log(1 - p)
    return total / len(judged)
