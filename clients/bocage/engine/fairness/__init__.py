"""Measures how fair a match with certain options is: the engine plays itself with equal skill on both sides.

The same options, sides and seed give the same games. The caller runs them one by one, and may report progress or
stop after each. A module per game defines the sides and the places of losses.
"""

from __future__ import annotations

import importlib
import math
from collections.abc import Iterator, Mapping, Sequence
from importlib.util import find_spec
from itertools import product
from typing import Any, Protocol, cast

import msgspec

from bocage.engine.heuristic import Heuristic
from bocage.engine.strongest import Strongest
from bocage.rules.kernel import Context, Event, Game
from bocage.rules.kernel.play import new_playthrough

#: Half-width of a 95 % interval, in standard errors.
_Z = 1.96


class Field(Protocol):
    """The contents of a game's module."""

    #: Sides that a seat can play.
    SIDES: tuple[str, ...]

    def seat_options(self, side: str) -> Any:
        """Return the seat options for ``side``."""

    def places(self, state: Any) -> Mapping[str, str]:
        """Return unit → place."""

    def loss(self, event: Event) -> tuple[str, int]:
        """Return the unit with losses, and their number; 0: no losses."""

    def drawn(self, options: Any, signs: Mapping[str, str], empty: str) -> str:
        """Draw the map as text, with ``signs`` by place, and ``empty`` elsewhere."""


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
        """The share of points of the first seat, from 0 to 1; a draw is ½."""
        return (self.games + self.won[0] - self.won[1]) / (2 * self.games)

    @property
    def margin(self) -> float:
        """Half-width of the 95 % interval of :attr:`share`."""
        return margin(self.share, self.games)


def margin(share: float, games: int) -> float:
    """Return the half-width of the 95 % interval of a share (Agresti, Coull 1998).

    Unlike the plain formula, it is not 0 if one side won a few games.
    """
    counted = games + _Z**2
    middle = (share * games + _Z**2 / 2) / counted
    return _Z * math.sqrt(middle * (1 - middle) / counted)


def field_of(game: str) -> Field | None:
    """Return the module of a game; None if it has none."""
    name = f"{__name__}.{game}"
    return cast(Field, importlib.import_module(name)) if game.isidentifier() and find_spec(name) else None


def play_games(
    game: Game[Any], field: Field, options: msgspec.Struct, sides: Sequence[str], games: int, seed: str
) -> Iterator[Tally]:
    """Play games, with all pairs of ``sides`` in turn. Yields the tally after each game."""
    heuristic = Strongest(game).prior
    pairs = list(product(sides, repeat=2))
    tally = Tally()
    for number in range(games):
        _play(game, field, heuristic, options, pairs[number % len(pairs)], f"{seed}/{number}", tally)
        yield tally


def _play(
    game: Game[Any],
    field: Field,
    heuristic: Heuristic,
    options: msgspec.Struct,
    sides: Sequence[str],
    seed: str,
    tally: Tally,
) -> None:
    playthrough = new_playthrough(game, seed, options, [field.seat_options(side) for side in sides])
    plain = msgspec.to_builtins(options)
    state = game.setup(playthrough.options, playthrough.seats, playthrough.dice(0)).state
    steps = 0
    while (decision := game.decision(state)) is not None:
        action = heuristic.choose(state, decision, plain)
        steps += 1
        places = field.places(state)
        context = Context(playthrough.dice(steps))
        game.reduce(state, action, context)
        for told in context.events:
            unit, men = field.loss(told.public)
            if men:
                tally.fallen[places[unit]] = tally.fallen.get(places[unit], 0) + men
    outcome = game.outcome(state)
    assert outcome is not None
    tally.add(sides, outcome.winners, game.turns(state) or 0)


def heat(fallen: Mapping[str, int]) -> dict[str, str]:
    """Return place → digit: 9 for the most losses, 0 for less than a tenth of that."""
    most = max(fallen.values(), default=0)
    return {place: str(min(9, 10 * men // most)) for place, men in fallen.items()}
