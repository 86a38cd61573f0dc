"""Measures how fair a match with certain options is: the engine plays itself with equal skill on both sides.

The same options, sides and seed give the same games. The caller runs them one by one, and may report progress or
stop after each. A module per game defines the sides and the places of losses.
"""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping, Sequence
from importlib.util import find_spec
from typing import Any, Protocol, cast

import msgspec

from bocage.engine.heuristic import Heuristic
from bocage.engine.strongest import Strongest
from bocage.protocol.fairness import FairnessAnswer, FairnessQuestion, Tally
from bocage.rules.kernel import Context, Event, Game
from bocage.rules.kernel.play import new_playthrough
from bocage.rules.kernel.registry import find_game


class Field(Protocol):
    """The contents of a game's module."""

    #: Sides that a seat can play.
    SIDES: tuple[str, ...]

    def freed(self, options: Any) -> Any:
        """Return the options without what fixes the sides of seats."""

    def seat_options(self, side: str) -> Any:
        """Return the seat options for ``side``."""

    def places(self, state: Any) -> Mapping[str, str]:
        """Return unit → place."""

    def loss(self, event: Event) -> tuple[str, int]:
        """Return the unit with losses, and their number; 0: no losses."""

    def drawn(self, options: Any, signs: Mapping[str, str], empty: str) -> str:
        """Draw the map as text, with ``signs`` by place, and ``empty`` elsewhere."""

    def cover(self, options: Any) -> float:
        """Return the share of places of a drawn map from which cover is at most one place away."""


def field_of(game: str) -> Field | None:
    """Return the module of a game; None if it has none."""
    name = f"{__name__}.{game}"
    return cast(Field, importlib.import_module(name)) if game.isidentifier() and find_spec(name) else None


def play_games(
    game: Game[Any],
    field: Field,
    options: msgspec.Struct,
    pairs: Sequence[tuple[str, str]],
    games: int,
    seed: str,
    begun: Tally | None = None,
) -> Iterator[Tally]:
    """Play games up to a number, with ``pairs`` of sides in turn. Yields the tally after each game.

    ``begun``: of the games before, with the same arguments.
    """
    heuristic, options = Strongest(game).prior, field.freed(options)
    tally = Tally() if begun is None else begun
    for number in range(tally.games, games):
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


def play(question: FairnessQuestion) -> FairnessAnswer:
    """Answer a question. Raises ``LookupError`` for a game that has no module or is not installed."""
    game, field = find_game(question.game), field_of(question.game)
    if field is None:
        raise LookupError(f"no sides of {question.game}")
    options, tally = msgspec.convert(question.options, game.Options), question.tally
    for _ in play_games(game, field, options, question.pairs, question.games, question.seed, tally):
        pass
    return FairnessAnswer(tally, field.cover(options))
