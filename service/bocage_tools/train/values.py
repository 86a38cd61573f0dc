"""Trains the weights of an evaluation: ``python -m bocage_tools.train.values squad --games 2000``.

A strategy plays itself with seeded dice and occasional random actions. Every position at the beginning of a turn is
an example; its label is the result of the game. A tenth of the games is held back to measure how well the weights
predict.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from bocage.bots import find_strategy, strategies_of
from bocage.engine.chance import WorldDice
from bocage.engine.heuristic import Heuristic, Play
from bocage.engine.lookahead import result_for
from bocage.engine.values import FOLDER, bare_value_of, value_of
from bocage.engine.values.linear import Example, Linear, fit, loss
from bocage.engine.values.value import Value
from bocage.progress import track
from bocage.rules.kernel import Context, Game
from bocage.rules.kernel.play import new_playthrough
from bocage.rules.kernel.registry import find_game
from bocage.sdk.bot import FromFacts

#: Share of random actions; and one in how many games is held back.
_STRAY, _HELD = 0.02, 10


def positions(
    game: Game[Any], value: Value, heuristic: Heuristic, options: Any, seed: str
) -> Iterator[tuple[str, Example]]:
    """The examples of one game, with their kind."""
    playthrough = new_playthrough(game, seed, options, usual=True)
    rng = Random(f"{seed}/stray")
    plain = msgspec.to_builtins(playthrough.options)
    context = Context(WorldDice(f"{seed}/dice"))
    state = game.setup(playthrough.options, playthrough.seats, playthrough.dice(0)).state
    met: list[tuple[int, tuple[float, ...]]] = []
    turn = 0
    while (decision := game.decision(state)) is not None:
        if value.turn(state) != turn:
            turn = value.turn(state)
            mover = value.mover(state)
            met.append((mover, tuple(value.features(state, mover))))
        stray = rng.random() < _STRAY
        action = rng.choice(decision.actions) if stray else heuristic.choose(state, decision, plain)
        game.reduce(state, action, context)
    kind = value.kind(state)
    for mover, features in met:
        yield kind, Example(features, result_for(game, state, mover))


def train(game_id: str, games: int, options: dict[str, Any], seed: str, made: str) -> dict[str, Linear]:
    """Weights by kind of match. Prints how well they predict."""
    game, value = find_game(game_id), bare_value_of(game_id)
    if value is None:
        raise SystemExit(f"no features are named for {game_id}")
    found = find_strategy(strategies_of(game_id)[0], game_id)
    play: Play = found.make(dict(game.facts())) if isinstance(found, FromFacts) else found  # type: ignore[assignment]
    heuristic = Heuristic(game, play)
    chosen = msgspec.convert(options, game.Options)
    examples: dict[str, tuple[list[Example], list[Example]]] = {}
    for number in track(range(games), "games", games):
        for kind, example in positions(game, value, heuristic, chosen, f"{seed}/{number}"):
            examples.setdefault(kind, ([], []))[number % _HELD == 0].append(example)
    weights = {}
    for kind, (seen, held) in examples.items():
        weights[kind] = fit(value.names, seen, made)
        known, unknown = loss(weights[kind], seen), loss(weights[kind], held)
        print(f"{kind}: {len(seen)} examples, loss {known:.4f}, held back {unknown:.4f}")
    return weights


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--games", type=int, default=2000)
    parser.add_argument("--options", default="{}", help="options that differ from the defaults, as JSON")
    parser.add_argument("--seed", default="train")
    chosen = parser.parse_args()
    made = f"python -m bocage_tools.train.values {chosen.game} --games {chosen.games} --options '{chosen.options}'"
    made += f" --seed {chosen.seed}"
    new = train(chosen.game, chosen.games, msgspec.json.decode(chosen.options), chosen.seed, made)
    old = value_of(chosen.game)
    weights = {**(old.weights if old else {}), **new}
    path = FOLDER / f"{chosen.game}.json"
    path.write_bytes(msgspec.json.format(msgspec.json.encode(weights), indent=1) + b"\n")


if __name__ == "__main__":
    main()
