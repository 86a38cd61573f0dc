"""How sure a result is: intervals, and a sequential test over pairs of games.

A pair is two games with the same cards and dice, so its two results are not independent, and the pair is what
counts: its score is 0, ¼, ½, ¾ or 1. The test is the generalised sequential probability ratio test: for each of two
hypotheses on the mean score, the most likely distribution over the five values is found; the test stops when the
logarithm of the ratio of the two likelihoods leaves the interval that Wald gives for the allowed errors. The
derivation is in M. Van den Bergh, "A practical introduction to the GSPRT".
"""

from __future__ import annotations

import math
from collections.abc import Sequence

#: The values of a pair's score.
SCORES = (0.0, 0.25, 0.5, 0.75, 1.0)
#: Of the standard normal distribution: 95 % lie within so many deviations.
TWO_SIDED_95 = 1.959964
#: Stands for a count of 0: what did not happen yet is not impossible.
_HARDLY = 1e-3
_HALVINGS = 100


def score_of(elo: float) -> float:
    """The expected score of a player who is stronger by ``elo``."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(score: float) -> float:
    """By how much a player with that expected score is stronger; ±∞ at 0 and 1."""
    if score in (0.0, 1.0):
        return math.inf if score else -math.inf
    return 400 * math.log10(score / (1 - score))


def bounds(alpha: float = 0.05, beta: float = 0.05) -> tuple[float, float]:
    """Where the test stops: below the first H0 is accepted, above the second H1.

    ``alpha`` and ``beta``: how often H1 is accepted although H0 is true, and the other way round.
    """
    return math.log(beta / (1 - alpha)), math.log((1 - beta) / alpha)


def log_likelihood_ratio(counts: Sequence[int], low: float, high: float) -> float:
    """How much likelier ``counts`` of the five scores are with mean ``high`` than with ``low``, as a logarithm."""
    if not any(counts):
        return 0.0
    seen = [count or _HARDLY for count in counts]
    first, second = _tilt(seen, low), _tilt(seen, high)
    return sum(
        count * math.log((1 + first * (score - low)) / (1 + second * (score - high)))
        for count, score in zip(seen, SCORES, strict=True)
    )


def _tilt(seen: Sequence[float], mean: float) -> float:
    """The Lagrange multiplier of the likeliest distribution with that mean.

    It is p[i] = seen[i] / (1 + tilt * (SCORES[i] - mean)). Found by bisection: the equation of the mean falls from
    +∞ to -∞ between the two poles.
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
    """The mean score of pairs, and its 95 % interval."""
    pairs = sum(counts)
    if not pairs:
        return 0.5, 0.0, 1.0
    mean = sum(count * score for count, score in zip(counts, SCORES, strict=True)) / pairs
    spread = sum(count * (score - mean) ** 2 for count, score in zip(counts, SCORES, strict=True))
    half = TWO_SIDED_95 * math.sqrt(spread / max(1, pairs - 1) / pairs)
    return mean, max(0.0, mean - half), min(1.0, mean + half)


def share_interval(won: float, games: int) -> tuple[float, float]:
    """Wilson's 95 % interval of the chance behind ``won`` of ``games``."""
    if not games:
        return 0.0, 1.0
    share, square = won / games, TWO_SIDED_95**2
    middle = (share + square / (2 * games)) / (1 + square / games)
    half = TWO_SIDED_95 * math.sqrt(share * (1 - share) / games + square / (4 * games**2)) / (1 + square / games)
    return max(0.0, middle - half), min(1.0, middle + half)
