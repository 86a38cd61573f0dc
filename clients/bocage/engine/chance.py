"""Fast, repeatable dice of imagined worlds."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


class WorldDice:
    """Chance for the rules (``bocage.rules.dice.Chance``) from one stream of random numbers."""

    __slots__ = ("_random",)

    def __init__(self, seed: str) -> None:
        """Dice that depend on ``seed`` alone, on every machine."""
        self._random = Random(seed).random

    def below(self, bound: int) -> int:
        """Draw a number from 0 to ``bound - 1``."""
        return int(self._random() * bound)

    def d6(self) -> int:
        """Roll one six-sided die, 1 to 6."""
        return int(self._random() * 6) + 1

    def roll(self, count: int) -> list[int]:
        """Roll ``count`` six-sided dice, in order."""
        return [int(self._random() * 6) + 1 for _ in range(count)]

    def pick(self, items: Sequence[T]) -> T:
        """Draw one of ``items``; a single item takes no draw."""
        return items[0] if len(items) == 1 else items[int(self._random() * len(items))]

    def weighted(self, weights: Sequence[float]) -> int:
        """Draw an index in proportion to its weight."""
        left = self._random() * sum(weights)
        for at, weight in enumerate(weights):
            left -= weight
            if left < 0:
                return at
        return len(weights) - 1

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Shuffle ``items`` in place, uniformly."""
        for i in range(len(items) - 1, 0, -1):
            j = int(self._random() * (i + 1))
            items[i], items[j] = items[j], items[i]
