"""The parts of an evaluation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from bocage.engine.values.linear import Linear


class Value(msgspec.Struct, frozen=True):
    """The evaluation of one game.

    ``features(state, seat)``, where ``seat`` is to move; ``kind(state)``: selects the weights, by default the
    first; ``turn(state)`` and ``mover(state)``: number of the turn, and its player.
    """

    names: tuple[str, ...]
    features: Callable[[Any, int], list[float]]
    kind: Callable[[Any], str]
    turn: Callable[[Any], int]
    mover: Callable[[Any], int]
    weights: dict[str, Linear]

    def chance(self, state: Any, seat: int) -> float:
        """Return the chance of ``seat`` from the beginning of this turn, 0 to 1."""
        mover = self.mover(state)
        linear = self.weights.get(self.kind(state)) or next(iter(self.weights.values()))
        chance = linear.chance(self.features(state, mover))
        return chance if seat == mover else 1 - chance
