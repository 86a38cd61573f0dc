"""Ratings of all strategies of an arena on one scale, with 95 % intervals.

A Bradley–Terry model (1952) is fitted to all results at once, so the order of games does not matter: the expected
score of a pairing is the logistic function of the rating difference. The intervals use White's sandwich estimator
(1982) with the pair of games as the unit, as the two games of a pair are not independent.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

import msgspec

from bocage_tools.arena.scores import SCORES, TWO_SIDED_95

#: Elo points per unit of the logistic function.
_ELO = 400 / math.log(10)
_STEPS, _ENOUGH = 100, 1e-9
#: Longest Newton step, in those units. Far from the maximum the curvature is unreliable.
_FAR = 1.0

#: (index, index) of two players → how many of their pairs had each of the five scores.
Counts = Mapping[tuple[int, int], Sequence[int]]


class Rating(msgspec.Struct, frozen=True):
    """A strategy's Elo with its 95 % interval. The mean over the arena is 0."""

    player: str
    elo: float
    low: float
    high: float


def ratings(players: Sequence[str], counts: Counts) -> list[Rating]:
    """The ratings of ``players``, best first. ``counts`` holds the scores of the first player of each pairing.

    One imaginary pair per pairing, half won and half lost, keeps ratings finite when somebody won everything.
    """
    size = len(players)
    whole = {
        (one, other): [count + 0.5 * (score in (0, 1)) for count, score in zip(found, SCORES, strict=True)]
        for (one, other), found in counts.items()
    }
    at = [0.0] * size
    for _ in range(_STEPS):
        slope, bend, _ = _look(at, whole)
        step = _solve(bend, slope)
        most = max(map(abs, step))
        at = [
            value + change * min(1.0, _FAR / most if most else 1.0) for value, change in zip(at, step, strict=True)
        ]
        if most < _ENOUGH:
            break
    _, bend, noise = _look(at, whole)
    inverse = [_solve(bend, [float(row == column) for row in range(size)]) for column in range(size)]
    found = []
    for place, player in enumerate(players):
        row = inverse[place]
        spread = sum(row[i] * noise[i][j] * row[j] for i in range(size) for j in range(size))
        half = TWO_SIDED_95 * math.sqrt(max(0.0, spread))
        found.append(Rating(player, _ELO * at[place], _ELO * (at[place] - half), _ELO * (at[place] + half)))
    return sorted(found, key=lambda one: -one.elo)


def _look(
    at: Sequence[float], counts: Mapping[tuple[int, int], Sequence[float]]
) -> tuple[list[float], list[list[float]], list[list[float]]]:
    """The gradient of the log-likelihood, its negated Hessian, and the covariance of the gradient.

    Fixing the mean at 0 makes the Hessian invertible.
    """
    size = len(at)
    slope = [0.0] * size
    bend = [[1.0] * size for _ in at]
    noise = [[0.0] * size for _ in at]
    for (one, other), found in counts.items():
        expected = 1 / (1 + math.exp(at[other] - at[one]))
        lead = sum(count * (score - expected) for count, score in zip(found, SCORES, strict=True))
        slope[one] += lead
        slope[other] -= lead
        _add(bend, one, other, sum(found) * expected * (1 - expected))
        _add(noise, one, other, sum(n * (score - expected) ** 2 for n, score in zip(found, SCORES, strict=True)))
    return slope, bend, noise


def _add(matrix: list[list[float]], one: int, other: int, value: float) -> None:
    """Add ``value`` for a term in the difference of two ratings."""
    for row, column, sign in ((one, one, 1), (other, other, 1), (one, other, -1), (other, one, -1)):
        matrix[row][column] += sign * value


def _solve(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """Solve linear equations with a positive definite matrix."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    size = len(rows)
    for i in range(size):
        for j in range(size):
            if j != i:
                factor = rows[j][i] / rows[i][i]
                rows[j] = [mine - factor * other for mine, other in zip(rows[j], rows[i], strict=True)]
    return [rows[i][size] / rows[i][i] for i in range(size)]
