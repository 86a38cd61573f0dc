"""How fair a match with certain options is: games of the engine against itself, with the same skill on both sides.

Nothing here knows the time: the caller plays game after game, shows how far it is, and stops after any of them. The
same options, sides and seed give the same games. A game's module here says which sides there are, and where losses
happen.
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

#: Half of an interval that holds the true value 95 times in 100, in standard errors.
_Z = 1.96


class Field(Protocol):
    """What a game's module has."""

    #: Everything that a seat can lead.
    SIDES: tuple[str, ...]

    def seat_options(self, side: str) -> Any:
        """The options of a seat that leads ``side``."""

    def places(self, state: Any) -> Mapping[str, str]:
        """Where everybody stands: unit → place."""

    def loss(self, event: Event) -> tuple[str, int]:
        """Which unit lost how many; 0: none did."""

    def drawn(self, options: Any, signs: Mapping[str, str], empty: str) -> str:
        """The map as text, with a sign for each place that has one, and ``empty`` for the others."""


class Tally(msgspec.Struct):
    """What games brought. ``won``: by seat; the rest of them were drawn. ``fallen``: place → men.

    ``by_sides``: what both seats lead → games, and half the points of the first seat.
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
        """What the first seat wins, from 0 to 1; a draw is half a win."""
        return (self.games + self.won[0] - self.won[1]) / (2 * self.games)

    @property
    def margin(self) -> float:
        """How far off :attr:`share` may be, 95 times in 100."""
        return margin(self.share, self.games)


def margin(share: float, games: int) -> float:
    """How far off a share of so many games may be, 95 times in 100, by the interval of Agresti and Coull.

    A few games that one side won say little: the plain formula would call that sure.
    """
    counted = games + _Z**2
    middle = (share * games + _Z**2 / 2) / counted
    return _Z * math.sqrt(middle * (1 - middle) / counted)


def field_of(game: str) -> Field | None:
    """What is known of a game; None: nothing can be said of its maps."""
    name = f"{__name__}.{game}"
    return cast(Field, importlib.import_module(name)) if game.isidentifier() and find_spec(name) else None


def play_games(
    game: Game[Any], field: Field, options: msgspec.Struct, sides: Sequence[str], games: int, seed: str
) -> Iterator[Tally]:
    """Play games, every two of ``sides`` against each other in turn. The tally so far, after each game."""
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
    """Place → a digit: 9 where most fell, 0 where less than a tenth of that did."""
    most = max(fallen.values(), default=0)
    return {place: str(min(9, 10 * men // most)) for place, men in fallen.items()}
