"""How fast environments are, in steps per second of one core: ours beside PettingZoo's card games and OpenSpiel's.

    make learning-bench

A step: a random legal action, and the observation and the mask of whoever decides next. Rules: the same games
without the adapter, an action and the legal list after it. All take turns in one run. OpenSpiel's games make their
information state and the list of legal actions; leduc_poker and liars_dice are C++, the others Python.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any

import numpy as np

from bocage.rl import Batch, Setting, TableEnv
from bocage.rules.dice import Dice, Key
from bocage.rules.kernel import Context
from bocage.rules.kernel.registry import house_games
from tests.bench.measure import Rate, middle, timed

ROUNDS, STEPS, MATCHES = 3, 4_000, 64
CARDS = ("leduc_holdem_v4", "texas_holdem_v4", "texas_holdem_no_limit_v6")
SPIEL = ("leduc_poker", "liars_dice", "python_liars_poker", "python_kuhn_poker")


def rules(game: str, steps: int) -> int:
    """The rules alone."""
    setting, rng, done, number = Setting(game), Random(1), 0, 0
    while done < steps:
        key, number, entry = Key(number.to_bytes(32, "big")), number + 1, 1
        state = setting.game.setup(setting.options, setting.seats, Dice(key, 1)).state
        while (decision := setting.game.decision(state)) is not None:
            entry += 1
            action = decision.actions[int(rng.random() * len(decision.actions))]
            setting.game.reduce(state, action, Context(Dice(key, entry)))
            done += 1
    return done


def batch(game: str, steps: int) -> int:
    """Many matches at once."""
    made, rng, done = Batch(game, MATCHES), Random(1), 0
    made.reset(1)
    while done < steps:
        legal = [made.legal(at) or [0] for at in range(MATCHES)]
        made.step([one[int(rng.random() * len(one))] for one in legal])
        done += MATCHES
    return done


def aec(make: Callable[[], Any], steps: int) -> int:
    """An environment of PettingZoo, agent by agent."""
    env, rng, done = make(), np.random.default_rng(1), 0
    while done < steps:
        env.reset(seed=done)
        for _ in env.agent_iter():
            seen, _, over, cut, _ = env.last()
            env.step(None if over or cut else int(rng.choice(np.flatnonzero(seen["action_mask"]))))
            done += 1
    return done


def spiel(name: str, steps: int) -> int:
    """A game of OpenSpiel."""
    game, rng, done = importlib.import_module("pyspiel").load_game(name), Random(1), 0
    while done < steps:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, odds = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(rng.choices(outcomes, odds)[0])
                continue
            if game.get_type().provides_information_state_tensor:
                state.information_state_tensor(state.current_player())
            state.apply_action(rng.choice(state.legal_actions()))
            done += 1
    return done


def contestants() -> dict[str, Callable[[int], int]]:
    """Name → what plays so many steps."""
    importlib.import_module("open_spiel.python.games")
    found: dict[str, Callable[[int], int]] = {}
    for game in house_games():
        found[f"{game.id}: rules"] = partial(rules, game.id)
        found[f"{game.id}: batch"] = partial(batch, game.id)
        if game.seats > 1:
            found[f"{game.id}: AEC"] = partial(aec, partial(TableEnv, game.id))
    for name in CARDS:
        module = importlib.import_module(f"pettingzoo.classic.{name}")
        found[f"PettingZoo {name}"] = partial(aec, module.raw_env)
    for name in SPIEL:
        found[f"OpenSpiel {name}"] = partial(spiel, name)
    return found


def main() -> None:
    """Print the table."""
    playing = contestants()
    rates: dict[str, list[Rate]] = {name: [] for name in playing}
    for _ in range(ROUNDS):
        for name, play in playing.items():
            rates[name].append(timed(partial(play, STEPS)))
    for name, found in rates.items():
        print(f"{name:<32} {middle(found):>9,.0f} steps/s", flush=True)


if __name__ == "__main__":
    main()
