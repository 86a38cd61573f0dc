"""Glicko-2: how strong a player is, and how sure that is. https://www.glicko.net/glicko/glicko2.pdf

A strength lies on the scale of Glicko-2: 0 is where everybody begins, which is also called an average player.
One who is stronger by x wins against them with probability 1 / (1 + exp(-x)).
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import msgspec

#: How much volatility may change; small, as results of games with dice are often surprising.
TAU = 0.5
#: What is known of somebody who never played: nothing.
WIDEST = 350 / 173.7178
#: How much a player's strength changes from period to period, at first.
VOLATILITY = 0.06
#: Of the standard normal distribution: 95 % lie within so many deviations.
TWO_SIDED_95 = 1.959964
#: The change of volatility is computed as exactly as this.
CLOSE = 1e-6
#: Digits that are kept: what machines compute differently lies behind them.
DIGITS = 9


class Strength(msgspec.Struct, frozen=True):
    """A player's strength, its standard deviation, and its volatility."""

    mean: float = 0.0
    deviation: float = WIDEST
    volatility: float = VOLATILITY


def aged(strength: Strength, periods: float) -> Strength:
    """The same player after so many periods without a game: less is known of them."""
    deviation = math.hypot(strength.deviation, strength.volatility * math.sqrt(periods))
    return msgspec.structs.replace(strength, deviation=min(WIDEST, deviation))


def after(strength: Strength, games: Sequence[tuple[Strength, float]], periods: float = 1.0) -> Strength:
    """The strength after ``games`` (opponent, score: 1 won, ½ drawn, 0 lost), ``periods`` after it was known."""
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
    """The expected score against an average player, and the ends of its 95 % interval."""
    margin = TWO_SIDED_95 * strength.deviation
    return _chance(strength.mean), _chance(strength.mean - margin), _chance(strength.mean + margin)


def _chance(lead: float) -> float:
    return 1 / (1 + math.exp(-lead))


def _weight(deviation: float) -> float:
    """How much a game against somebody counts, of whom that is known."""
    return 1 / math.sqrt(1 + 3 * deviation * deviation / (math.pi * math.pi))


def _volatility(strength: Strength, variance: float, delta: float) -> float:
    """Step 5 of the paper: the root of f, by the Illinois algorithm."""
    square, start = strength.deviation**2, math.log(strength.volatility**2)

    def f(x: float) -> float:
        both = square + variance + math.exp(x)
        return math.exp(x) * (delta * delta - both) / (2 * both * both) - (x - start) / (TAU * TAU)

    low = start
    # Where the first part of f is 0, or, if it is so nowhere, where f is above 0 as TAU is below 2: that part is
    # never below -1/2, and the second one is 1 / TAU there.
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
