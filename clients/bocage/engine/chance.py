"""Dice of imagined worlds: fast, and the same again from the same seed."""

from __future__ import annotations

from collections.abc import MutableSequence, Sequence
from random import Random
from typing import TypeVar

T = TypeVar("T")


class WorldDice:
    """Chance for rules (``bocage.rules.dice.Chance``) out of one stream of random numbers."""

    __slots__ = ("_random",)

    def __init__(self, seed: str) -> None:
        """Dice that follow from ``seed`` alone, on every machine."""
        self._random = Random(seed).random

    def below(self, bound: int) -> int:
        """A number from 0 to ``bound - 1``."""
        return int(self._random() * bound)

    def d6(self) -> int:
        """One six-sided die, 1 to 6."""
        return int(self._random() * 6) + 1

    def roll(self, count: int) -> list[int]:
        """``count`` six-sided dice, in the order rolled."""
        return [int(self._random() * 6) + 1 for _ in range(count)]

    def pick(self, items: Sequence[T]) -> T:
        """One of ``items``; draws nothing when there is only one."""
        return items[0] if len(items) == 1 else items[int(self._random() * len(items))]

    def weighted(self, weights: Sequence[float]) -> int:
        """An index, each in proportion to its weight."""
        left = self._random() * sum(weights)
        for at, weight in enumerate(weights):
            left -= weight
            if left < 0:
                return at
        return len(weights) - 1

    def shuffle(self, items: MutableSequence[T]) -> None:
        """Every order of ``items`` alike, in place."""
        for i in range(len(items) - 1, 0, -1):
            j = int(self._random() * (i + 1))
            items[i], items[j] = items[j], items[i]
