"""Trains the weights of choices: ``python -m bocage_tools.train.choices squad``; needs ``bocage[train]``.

The game's own bot plays itself, with some random choices. The bot corrected by what these taught then plays on in
the same way, for as many rounds as ``--rounds`` says. All choices have the same weight.
"""

from __future__ import annotations

import argparse
import importlib
import shlex
from collections.abc import Iterator
from typing import Any

import msgspec

from bocage.bots import find_strategy, strategies_of
from bocage.engine.choices import FOLDER, Corrected, Weights, load, save
from bocage.engine.heuristic import Heuristic
from bocage.engine.values import bare_value_of
from bocage.progress import track
from bocage.rules.kernel.registry import find_game
from bocage_tools.train.choice_games import Player


def train(
    game_id: str, options: dict[str, Any], rounds: list[int], by_chance: float, least: float, seed: str, made: str
) -> dict[str, Weights]:
    """Weights by kind of match. ``rounds``: the number of games in each round."""
    from bocage_tools.train.fit import Choices

    game, value = find_game(game_id), bare_value_of(game_id)
    if value is None:
        raise SystemExit(f"no features are named for {game_id}")
    maker: Any = find_strategy(strategies_of(game_id)[0], game_id)
    module = importlib.import_module(f"bocage.engine.choices.{game_id}")
    describe = module.describer()
    player = Player(game, Heuristic(game, maker.make(dict(game.facts()))), describe, value, by_chance)
    chosen = msgspec.convert(options, game.Options)
    kind: str = module.kind(msgspec.to_builtins(chosen))
    choices, found, corrected = Choices(), Weights({}, least), None
    for number, games in enumerate(rounds):
        seeds = track(_seeds(seed, number, games), f"round {number}, games", games)
        choices.add(player.courses(chosen, seeds, corrected))
        found = Weights(choices.weights(), least, made)
        corrected = Corrected(describe, {kind: found}, module.kind)
        print(f"round {number}: {len(choices)} choices, {len(found.weights)} numbers", flush=True)
    return {kind: found}


def _seeds(seed: str, number: int, games: int) -> Iterator[str]:
    return (f"{seed}{number}/{game}" for game in range(games))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game")
    parser.add_argument("--options", default="{}", help="options that differ from the defaults, as JSON")
    parser.add_argument("--rounds", type=int, nargs="+", default=[20000], help="games of each round")
    parser.add_argument("--by-chance", type=float, default=0.25, help="share of random choices")
    parser.add_argument("--least", type=float, default=0.01, help="a lead that counts, in chances of winning")
    parser.add_argument("--seed", default="r")
    chosen = parser.parse_args()
    made = f"python -m bocage_tools.train.choices {chosen.game} --options {shlex.quote(chosen.options)}"
    made += f" --rounds {' '.join(map(str, chosen.rounds))} --by-chance {chosen.by_chance} --least {chosen.least}"
    made += f" --seed {chosen.seed}"
    options = msgspec.json.decode(chosen.options)
    new = train(chosen.game, options, chosen.rounds, chosen.by_chance, chosen.least, chosen.seed, made)
    path = FOLDER / f"{chosen.game}.json"
    save(path, {**(load(path) if path.exists() else {}), **new})


if __name__ == "__main__":
    main()
