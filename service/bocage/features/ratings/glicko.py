"""Glicko-2: the strength of a player, and its uncertainty. https://www.glicko.net/glicko/glicko2.pdf

Strengths are on the scale of Glicko-2, where 0 is a new or average player. A player whose strength exceeds that of
an opponent by x wins with probability 1 / (1 + exp(-x)).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

#: Constrains the change of volatility; small, because results of games with dice are often surprising.
TAU = 0.5
#: Deviation of a player without games.
WIDEST = 350 / 173.7178
#: Volatility of a player without games.
VOLATILITY = 0.06
#: Half the width of the central 95 % of the standard normal distribution.
TWO_SIDED_95 = 1.959964
#: Convergence tolerance of the volatility.
CLOSE = 1e-6
#: Digits kept; machines may differ in later ones.
DIGITS = 9


class Strength(msgspec.Struct, frozen=True):
    """A player's strength, its standard deviation, and its volatility."""

    mean: float = 0.0
    deviation: float = WIDEST
    volatility: float = VOLATILITY


def aged(strength: Strength, periods: float) -> Strength:
    """Return the strength after ``periods`` rating periods without a game: its deviation grows."""
    deviation = math.hypot(strength.deviation, strength.volatility * math.sqrt(periods))
    return msgspec.structs.replace(strength, deviation=min(WIDEST, deviation))


def after(strength: Strength, games: Sequence[tuple[Strength, float]], periods: float = 1.0) -> Strength:
    """Return the strength after ``games`` (opponent, score: 1 won, ½ drawn, 0 lost) and ``periods`` rating
    periods.
    """
    information = surprise = 0.0
    for opponent, score in games:
        weight = _weight(opponent.deviation)
        expected = _chance(weight * (strength.mean - opponent.mean))
        information += weight * weight * expected * (1 - expected)
        surprise += weight * (score - expected)
    variance = 1 / information
    volatility = _volatility(strength, variance, variance * surprise)
    before = math.hypot(strength.deviation, volatility * math.sqrt(periods))
    deviation = 1 / math.sqrt(1 / (before * before) + information)
    mean = strength.mean + deviation * deviation * surprise
    return Strength(round(mean, DIGITS), round(min(WIDEST, deviation), DIGITS), round(volatility, DIGITS))


def expected(strength: Strength) -> tuple[float, float, float]:
    """Return the expected score against an average player, and the ends of its 95 % interval."""
    margin = TWO_SIDED_95 * strength.deviation
    return _chance(strength.mean), _chance(strength.mean - margin), _chance(strength.mean + margin)


def _chance(lead: float) -> float:
    return 1 / (1 + math.exp(-lead))


def _weight(deviation: float) -> float:
    """Return the weight of a game against an opponent with this deviation (g in the paper)."""
    return 1 / math.sqrt(1 + 3 * deviation * deviation / (math.pi * math.pi))


def _volatility(strength: Strength, variance: float, delta: float) -> float:
    """Step 5 of the paper: the root of f, by the Illinois algorithm."""
    square, start = strength.deviation**2, math.log(strength.volatility**2)

    def f(x: float) -> float:
        both = square + variance + math.exp(x)
        return math.exp(x) * (delta * delta - both) / (2 * both * both) - (x - start) / (TAU * TAU)

    low = start
    # Upper bracket: the zero of the first part of f; else a point with f > 0, as the first part is at least -1/2,
    # and the second is 1 / TAU there, which is more since TAU < 2.
    beyond = delta * delta - square - variance
    high = math.log(beyond) if beyond > 0 else start - TAU
    at_low, at_high = f(low), f(high)
    while abs(high - low) > CLOSE:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = f(middle)
        if at_middle * at_high <= 0:
            low, at_low = high, at_high
        else:
            at_low /= 2
        high, at_high = middle, at_middle
    return math.exp(low / 2)
