"""Confidence intervals, and a sequential test over pairs of games.

A pair is two games with the same cards and dice. Its two results are not independent, so the unit is the pair, with
a score of 0, ¼, ½, ¾ or 1. The test is the generalised sequential probability ratio test: for each of two
hypotheses about the mean score, the most likely distribution over the five values is found; the test stops when the
log-likelihood ratio leaves Wald's interval for the permitted error rates. See M. Van den Bergh, "A practical
introduction to the GSPRT".
"""

from __future__ import annotations

import math
from collections.abc import Sequence

#: The possible scores of a pair.
SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
#: 95 % quantile of the standard normal distribution, two-sided.
TWO_SIDED_95 = 1.959964
#: Used in place of a count of 0: what has not happened yet is not impossible.
_HARDLY = 1e-3
_HALVINGS = 100


def score_of(elo: float) -> float:
    """The expected score of a player who is stronger by ``elo``."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(score: float) -> float:
    """The Elo difference for an expected score; ±∞ at 0 and 1."""
    if score in (0.0, 1.0):
        return math.inf if score else -math.inf
    return 400 * math.log10(score / (1 - score))


def bounds(alpha: float = 0.05, beta: float = 0.05) -> tuple[float, float]:
    """The test accepts H0 below the first bound and H1 above the second.

    ``alpha`` and ``beta`` are the probabilities of wrongly accepting H1 and H0.
    """
    return math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha)


def log_likelihood_ratio(counts: Sequence[int], low: float, high: float) -> float:
    """The log-likelihood ratio of ``counts`` for the mean scores ``high`` and ``low``."""
    if not any(counts):
        return 0.0
    seen = [count or _HARDLY for count in counts]
    first, second = _tilt(seen, low), _tilt(seen, high)
    return sum(
        count * math.log((1 + first * (score - low)) / (1 + second * (score - high)))
        for count, score in zip(seen, SCORES, strict=True)
    )


def _tilt(seen: Sequence[float], mean: float) -> float:
    """The Lagrange multiplier of the most likely distribution with that mean.

    The distribution is p[i] = seen[i] / (1 + tilt * (SCORES[i] - mean)). The multiplier is found by bisection: the
    equation for the mean falls from +∞ to -∞ between the two poles.
    """
    low, high = -1 / (SCORES[-1] - mean), -1 / (SCORES[0] - mean)
    for _ in range(_HALVINGS):
        middle = (low + high) / 2
        slope = sum(
            count * (score - mean) / (1 + middle * (score - mean))
            for count, score in zip(seen, SCORES, strict=True)
        )
        low, high = (middle, high) if slope > 0 else (low, middle)
    return (low + high) / 2


def mean_interval(counts: Sequence[int]) -> tuple[float, float, float]:
    """The mean score of the pairs with its 95 % interval."""
    pairs = sum(counts)
    if not pairs:
        return 0.5, 0.0, 1.0
    mean = sum(count * score for count, score in zip(counts, SCORES, strict=True)) / pairs
    spread = sum(count * (score - mean) ** 2 for count, score in zip(counts, SCORES, strict=True))
    half = TWO_SIDED_95 * math.sqrt(spread / max(1, pairs - 1) / pairs)
    return mean, max(0.0, mean - half), min(1.0, mean + half)


def share_interval(won: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval for the win probability, given ``won`` of ``games``."""
    if not games:
        return 0.0, 1.0
    share, square = won / games, TWO_SIDED_95**2
    middle = (share + square / (2 * games)) / (1 + square / games)
    half = TWO_SIDED_95 * math.sqrt(share * (1 - share) / games + square / (4 * games**2)) / (1 + square / games)
    return max(0.0, middle - half), min(1.0, middle + half)
