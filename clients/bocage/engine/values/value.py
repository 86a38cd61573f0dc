"""What an evaluation of one game is made of."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from bocage.engine.values.linear import Linear


class Value(msgspec.Struct, frozen=True):
    """How to judge positions of one game.

    ``features(state, seat)`` where ``seat`` is to move; ``kind(state)``: which weights, the first ones where there
    are none of its own; ``turn(state)`` and
    ``mover(state)``: the number of the player's turn, and whose it is.
    """

    names: tuple[str, ...]
    features: Callable[[Any, int], list[float]]
    kind: Callable[[Any], str]
    turn: Callable[[Any], int]
    mover: Callable[[Any], int]
    weights: dict[str, Linear]

    def chance(self, state: Any, seat: int) -> float:
        """How likely ``seat`` wins from the beginning of this turn, 0 to 1."""
        mover = self.mover(state)
        linear = self.weights.get(self.kind(state)) or next(iter(self.weights.values()))
        chance = linear.chance(self.features(state, mover))
        return chance if seat == mover else 1 - chance
