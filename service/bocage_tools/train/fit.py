"""Fits the worth of each feature of a choice by regression on the results of random choices.

Needs numpy, which only this package uses: ``pip install 'bocage[train]'``.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from typing import Any

import numpy as np

from bocage_tools.train.choice_games import Course

#: Each later evaluation counts this factor of the one before.
LATER = 0.7
#: Ridge penalty; and in how many choices a feature must occur to get a weight.
RIDGE, LEAST_MET = 1500.0, 250
#: Steps of the conjugate gradient. More make no difference.
_STEPS = 20
#: Ridge penalties of the two auxiliary regressions.
_DECAY, _NUISANCE = 1e-4, 20.0

Array = Any


class Choices:
    """The choices of many games as a sparse matrix, with the positions where they were made."""

    def __init__(self) -> None:
        self.names: dict[str, int] = {}
        self._columns, self._values, self._ends = array("i"), array("f"), array("q", [0])
        self._game, self._turn, self._seat = array("i"), array("i"), array("b")
        self._step: list[str] = []
        self._positions: list[bytes] = []
        self._turns: list[bytes] = []
        self._movers, self._starts, self._results = array("b"), array("q", [0]), array("d")

    def add(self, courses: Iterable[Course]) -> None:
        for course in courses:
            for one in course.choices:
                self._columns.extend([self.names.setdefault(name, len(self.names)) for name in one.said])
                self._values.extend(one.said.values())
                self._ends.append(len(self._columns))
                self._game.append(len(self._results))
                self._turn.append(one.turn)
                self._seat.append(one.seat)
                self._step.append(one.step)
                self._positions.append(one.position)
            for mover, packed in course.turns:
                self._movers.append(mover)
                self._turns.append(packed)
            self._starts.append(len(self._turns))
            self._results.append(course.result)

    def __len__(self) -> int:
        return len(self._step)

    def weights(self, ridge: float = RIDGE, least_met: int = LEAST_MET) -> dict[str, float]:
        """The worth of each feature, as a change of the chance of winning."""
        came = self._surprise()
        columns: Array = np.frombuffer(self._columns, dtype=np.int32)
        values: Array = np.frombuffer(self._values, dtype=np.float32)
        count = np.bincount(columns, minlength=len(self.names))
        squares = np.bincount(columns, values.astype(np.float64) ** 2, minlength=len(self.names))
        kept = np.flatnonzero(count >= least_met)
        # The penalty must not favour features with large values.
        scale = np.maximum(1.0, 1.5 * np.sqrt(squares[kept] / count[kept]))
        place = np.full(len(self.names), -1)
        place[kept] = np.arange(len(kept))
        ends: Array = np.frombuffer(self._ends, dtype=np.int64)
        rows = np.repeat(np.arange(len(self)), np.diff(ends))
        met = place[columns] >= 0
        rows, columns, values = rows[met], place[columns][met], values[met]
        found = _solve(rows, columns, values / scale[columns], came, len(kept), ridge) / scale
        names = list(self.names)
        return {names[at]: round(float(one), 4) for at, one in zip(kept, found, strict=True) if abs(one) >= 5e-5}

    def _surprise(self) -> Array:
        """For each choice, how much better the game went on than its position suggested."""
        chances = self._chances()
        starts, turn = np.array(self._starts), np.array(self._turn)
        seat, step = np.array(self._seat), np.array(self._step)
        at = starts[np.array(self._game)] + turn
        came = self._returns(chances)[at]
        came = np.where(seat == 0, came, 1 - came)
        before = np.clip(np.where(seat == 0, chances[at], 1 - chances[at]), 0.005, 0.995)
        positions = _rows(self._positions)
        known = [positions, before[:, None], np.log(before / (1 - before))[:, None], np.ones((len(self), 1))]
        all_known = np.hstack(known)
        for kind in sorted(set(self._step)):
            rows = step == kind
            some = all_known[rows]
            pull = _NUISANCE * np.eye(some.shape[1])
            came[rows] -= some @ np.linalg.solve(some.T @ some + pull, some.T @ came[rows])
        return came

    def _chances(self) -> Array:
        """The chance of seat 0 to win at the beginning of each turn, estimated from these games."""
        known = np.hstack([_rows(self._turns), np.ones((len(self._turns), 1))])
        mover = np.array(self._movers)
        games = np.repeat(np.arange(len(self._results)), np.diff(np.array(self._starts)))
        results = np.array(self._results)[games]
        won = np.where(mover == 0, results, 1 - results)
        pull = _DECAY * len(known)
        weights = np.zeros(known.shape[1])
        for _ in range(8):  # Newton's method
            chance = 1 / (1 + np.exp(-known @ weights))
            curve = (known * (chance * (1 - chance))[:, None]).T @ known + pull * np.eye(known.shape[1])
            weights += np.linalg.solve(curve, known.T @ (won - chance) - pull * weights)
        chance = 1 / (1 + np.exp(-known @ weights))
        return np.where(mover == 0, chance, 1 - chance)

    def _returns(self, chances: Array) -> Array:
        """For each turn, the worth of what followed to seat 0. Later turns count less."""
        found = np.empty(len(chances))
        for game, result in enumerate(self._results):
            first, end = self._starts[game], self._starts[game + 1]
            came = result
            for turn in range(end - 1, first - 1, -1):
                if turn < end - 1:
                    came = (1 - LATER) * chances[turn + 1] + LATER * came
                found[turn] = came
        return found


def _rows(packed: list[bytes]) -> Array:
    """Packed features as a matrix with columns scaled to 1."""
    rows = np.frombuffer(b"".join(packed), dtype=np.float32).reshape(len(packed), -1).astype(np.float64)
    size = np.sqrt((rows**2).mean(0))
    return rows / np.where(size < 1e-6, 1.0, size)


def _solve(rows: Array, columns: Array, values: Array, came: Array, count: int, ridge: float) -> Array:
    """Ridge regression by the conjugate gradient (Hestenes, Stiefel 1952)."""

    def curve(weights: Array) -> Array:
        sums = np.bincount(rows, values * weights[columns], minlength=len(came))
        return np.bincount(columns, values * sums[rows], minlength=count) + ridge * weights

    weights: Array = np.zeros(count)
    left = np.bincount(columns, values * came[rows], minlength=count)
    way: Array = left.copy()
    size = left @ left
    for _ in range(_STEPS):
        if size < 1e-12:
            break
        bent = curve(way)
        step = size / (way @ bent)
        weights += step * way
        left -= step * bent
        size, before = left @ left, size
        way = left + size / before * way
    return weights
