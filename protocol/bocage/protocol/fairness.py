"""How fair a match with certain options is: the service's question to the engine, and the results of its games."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any

import msgspec

#: Half-width of a 95 % interval, in standard errors.
_Z = 1.96


def margin(share: float, games: int) -> float:
    """Return the half-width of the 95 % interval of a share (Agresti, Coull 1998).

    Unlike the plain formula, it is not 0 if one side won a few games.
    """
    counted = games + _Z**2
    middle = (share * games + _Z**2 / 2) / counted
    return _Z * math.sqrt(middle * (1 - middle) / counted)


class Tally(msgspec.Struct):
    """Results of games. ``won``: by seat; the others were draws. ``fallen``: place → men lost.

    ``by_sides``: sides of both seats → number of games, points of the first seat (½ for a draw).
    """

    games: int = 0
    won: list[int] = msgspec.field(default_factory=lambda: [0, 0])
    turns: int = 0
    fallen: dict[str, int] = msgspec.field(default_factory=dict)
    by_sides: dict[str, tuple[int, float]] = msgspec.field(default_factory=dict)

    def add(self, sides: Sequence[str], winners: Sequence[int], turns: int) -> None:
        """Count one game."""
        self.games += 1
        self.turns += turns
        for seat in winners:
            self.won[seat] += 1
        key = "-".join(sides)
        games, points = self.by_sides.get(key, (0, 0.0))
        self.by_sides[key] = (games + 1, points + ((0 in winners) if winners else 0.5))

    @property
    def share(self) -> float:
        """The share of points of the first seat, from 0 to 1; a draw is ½, as is no game."""
        return (self.games + self.won[0] - self.won[1]) / (2 * self.games) if self.games else 0.5

    @property
    def margin(self) -> float:
        """Half-width of the 95 % interval of :attr:`share`."""
        return margin(self.share, self.games)


class FairnessQuestion(msgspec.Struct, frozen=True):
    """Games to play: up to ``games``, going on from ``tally``. ``pairs``: sides of both seats, played in turn."""

    game: str
    options: dict[str, Any]
    pairs: list[tuple[str, str]]
    games: int
    seed: str
    tally: Tally


class FairnessAnswer(msgspec.Struct, frozen=True):
    """``tally``: of all games. ``cover``: share of places from which cover is at most one place away."""

    tally: Tally
    cover: float
