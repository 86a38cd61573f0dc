"""Logistic regression: a weighted sum of features as a chance of winning."""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random

import msgspec

#: Examples per training step, and initial learning rate.
_BATCH, _RATE = 64, 0.03
#: Adam's decay rates (Kingma, Ba 2015, https://arxiv.org/abs/1412.6980).
_FIRST, _SECOND = 0.9, 0.999
#: Least number of examples of a feature; fewer would fit the results of a few games.
SELDOM = 50


class Linear(msgspec.Struct, frozen=True):
    """``bias`` plus the weighted sum of features, through the logistic function.

    ``names``: of the features, to explain a sum. ``made``: the command that made the weights.
    """

    names: tuple[str, ...]
    weights: tuple[float, ...]
    bias: float
    made: str = ""

    def chance(self, features: Sequence[float]) -> float:
        """Return the chance of the side to move, 0 to 1."""
        return logistic(self.bias + sum(map(float.__mul__, self.weights, features)))


def logistic(x: float) -> float:
    return 1 / (1 + math.exp(-x)) if x > -700 else 0.0


class Example(msgspec.Struct, frozen=True):
    """A position, and the result for the side to move: 1 won, 0 lost, ½ drawn."""

    features: tuple[float, ...]
    result: float


def fit(
    names: Sequence[str],
    examples: Sequence[Example],
    made: str = "",
    epochs: int = 12,
    decay: float = 1e-4,
) -> Linear:
    """Fit weights by logistic regression, deterministically.

    ``decay`` pulls weak weights towards 0; features with fewer than ``SELDOM`` examples get 0.
    """
    count = len(names)
    met = [sum(one.features[i] != 0 for one in examples) >= SELDOM for i in range(count)]
    scale = [
        math.sqrt(sum(one.features[i] ** 2 for one in examples) / len(examples)) if met[i] else math.inf
        for i in range(count)
    ]
    rows = [([f / s for f, s in zip(one.features, scale, strict=True)] + [1.0], one.result) for one in examples]
    weights, first, second = [0.0] * (count + 1), [0.0] * (count + 1), [0.0] * (count + 1)
    rng, steps = Random("fit"), 0
    for epoch in range(epochs):
        rng.shuffle(rows)
        rate = _RATE * (1 - epoch / epochs)
        for start in range(0, len(rows), _BATCH):
            slope = [decay * weight for weight in weights]
            batch = rows[start : start + _BATCH]
            for row, result in batch:
                error = (logistic(sum(map(float.__mul__, weights, row))) - result) / len(batch)
                for i, value in enumerate(row):
                    slope[i] += error * value
            steps += 1
            grown = rate * math.sqrt(1 - _SECOND**steps) / (1 - _FIRST**steps)
            for i, by in enumerate(slope):
                first[i] += (1 - _FIRST) * (by - first[i])
                second[i] += (1 - _SECOND) * (by * by - second[i])
                weights[i] -= grown * first[i] / (math.sqrt(second[i]) + 1e-8)
    found = tuple(round(weight / s, 5) for weight, s in zip(weights, scale, strict=False))
    return Linear(tuple(names), found, round(weights[-1], 5), made)


def loss(linear: Linear, examples: Sequence[Example]) -> float:
    """Return the mean logarithmic loss; 0.693 is a coin toss."""
    total = 0.0
    for one in examples:
        chance = min(1 - 1e-9, max(1e-9, linear.chance(one.features)))
        total -= one.result * math.log(chance) + (1 - one.result) * math.log(1 - chance)
    return total / len(examples)
