"""Games with random choices and their results: the training data for weights of choices."""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

import msgspec

from bocage.engine.chance import WorldDice
from bocage.engine.choices import Corrected, Describer
from bocage.engine.heuristic import Heuristic
from bocage.engine.lookahead import result_for
from bocage.engine.values.value import Value
from bocage.rules.kernel import Context, Game
from bocage.rules.kernel.play import new_playthrough


class Chosen(NamedTuple):
    """A random choice. ``turn``: how many turns the game had begun before this one.

    ``said``: the features of the action minus the mean over all legal ones. ``position``: the features of the
    position, for the seat that chose.
    """

    turn: int
    seat: int
    step: str
    said: dict[str, float]
    position: bytes


class Course(NamedTuple):
    """A game: per turn who moved and the features of the position at its beginning; the random choices; the result
    for seat 0. Features are packed as 32-bit floats.
    """

    turns: list[tuple[int, bytes]]
    choices: list[Chosen]
    result: float


class Player:
    """Plays a heuristic against itself, corrected or not, with some random choices."""

    def __init__(
        self, game: Game[Any], heuristic: Heuristic, describe: Describer, value: Value, by_chance: float
    ) -> None:
        """``by_chance``: the share of decisions that are random."""
        self._game, self._heuristic, self._describe, self._value = game, heuristic, describe, value
        self._by_chance = by_chance

    def courses(self, options: Any, seeds: Iterator[str], corrected: Corrected | None = None) -> Iterator[Course]:
        """One game for each of ``seeds``, with these options."""
        for seed in seeds:
            yield self._course(options, seed, corrected)

    def _course(self, options: Any, seed: str, corrected: Corrected | None) -> Course:
        game, value = self._game, self._value
        playthrough = new_playthrough(game, seed, options, usual=True)
        rng, context = Random(f"{seed}/stray"), Context(WorldDice(f"{seed}/dice"))
        plain = msgspec.to_builtins(options)
        state = game.setup(playthrough.options, playthrough.seats, playthrough.dice(0)).state
        turns: list[tuple[int, bytes]] = []
        choices: list[Chosen] = []
        turn = 0
        while (decision := game.decision(state)) is not None:
            if value.turn(state) != turn:
                turn = value.turn(state)
                mover = value.mover(state)
                turns.append((mover, _packed(value, state, mover)))
            at, actions = 0, decision.actions
            if len(actions) > 1:
                document = {"table": game.view(state, decision.seat), "options": plain}
                legal = msgspec.to_builtins(actions)
                prior = self._heuristic.index(document, actions)
                if rng.random() < self._by_chance:
                    at = int(rng.random() * len(actions))
                    said = centred(self._describe(document, legal, prior), at)
                    packed = _packed(value, state, decision.seat)
                    choices.append(Chosen(len(turns) - 1, decision.seat, decision.kind, said, packed))
                else:
                    at = corrected.choose(document, legal, prior) if corrected else prior
            game.reduce(state, actions[at], context)
        return Course(turns, choices, result_for(game, state, 0))


def centred(described: list[dict[str, float]], at: int) -> dict[str, float]:
    """The features of action ``at`` minus the mean over all, without zeros."""
    share = 1 / len(described)
    row: dict[str, float] = {}
    for number, one in enumerate(described):
        for name, value in one.items():
            row[name] = row.get(name, 0.0) + ((value if number == at else 0.0) - share * value)
    return {name: value for name, value in row.items() if abs(value) > 1e-9}


def _packed(value: Value, state: Any, seat: int) -> bytes:
    return array("f", value.features(state, seat)).tobytes()
