"""E1 and E2: how long the engine's levels think, and what that costs everybody else.

E1  decisions with a choice, from games that the level's heuristic plays: how many per second of processor time,
    their mean, 99th percentile and longest. The strongest level is to stay under 300 ms on average and 2 s at most
E2  99th percentile from act to the other player's update, 50 matches at 500 actions/s together, with the strongest
    bot at a match of the same node beside one without it, in turns. Node, Redis and the bot's process share a core
"""

from __future__ import annotations

import time
from random import Random
from statistics import mean
from typing import Any

import msgspec
import psutil

from bocage.bots.registry import find_strategy, heuristic_of, searching_strategies_of
from bocage.engine.heuristic import Heuristic
from bocage.rules.kernel import Context, Game
from bocage.rules.kernel.play import new_playthrough
from bocage.rules.kernel.registry import house_games, register
from bocage.sdk.bot import FromFacts
from tests.bench.loads import MATCHES, Loads
from tests.bench.machine import cores, pin, redis_server, served
from tests.bench.measure import MILLI, Figures, Most, less, p99, run
from tests.tally import TALLY

#: Decisions of each level, and how many of one game at most.
DECISIONS, OF_A_GAME = 60, 6
ROUNDS = 5


def main() -> None:
    """Measure everything and print it."""
    for game in house_games():
        for level in searching_strategies_of(game.id):
            show(game, level, thoughts(game, level, DECISIONS))
    live()


def show(game: Game[Any], level: str, seconds: list[float]) -> None:
    """A line for a level; for the strongest one its targets too."""
    average, longest = mean(seconds) * MILLI, max(seconds) * MILLI
    print(
        f"E1 {game.id} {level:<24} {1 / mean(seconds):>9.1f} /s   mean {average:.1f} ms   p99 {p99(seconds):.0f} ms"
        f"   longest {longest:.0f} ms",
        flush=True,
    )
    if level == searching_strategies_of(game.id)[-1]:
        less(f"E1 {game.id} {level}, mean", average, 300, "ms")
        less(f"E1 {game.id} {level}, longest", longest, 2000, "ms")


def thoughts(game: Game[Any], level: str, decisions: int) -> list[float]:
    """Seconds of processor time of some decisions."""
    heuristic, strategy = heuristic_of(game.id, level), find_strategy(level, game.id)
    assert isinstance(heuristic, FromFacts)
    assert isinstance(strategy, FromFacts)
    facts = dict(game.facts())
    play: Any = heuristic.make(facts)
    think: Any = strategy.make(facts)
    spent: list[float] = []
    number = 0
    while len(spent) < decisions:
        number += 1
        for view, actions in Random(number).sample(
            found := positions(game, play, number), min(OF_A_GAME, len(found))
        ):
            begin = time.process_time()
            think(view, actions)
            spent.append(time.process_time() - begin)
    return spent[:decisions]


def positions(game: Game[Any], play: Any, number: int) -> list[tuple[dict[str, Any], list[dict[str, Any]]]]:
    """What a player sees, and may do, at each decision with a choice of one game."""
    table = new_playthrough(game, f"bench {number}", usual=True)
    state = game.setup(table.options, table.seats, table.dice(0)).state
    options = msgspec.to_builtins(table.options)
    heuristic = Heuristic(game, play)
    met = []
    step = 0
    while (decision := game.decision(state)) is not None:
        if len(decision.actions) > 1:
            seen = game.view(state, decision.seat)
            view = {"options": options, "turn": decision.seat, "decision": decision.kind, "table": seen}
            met.append((view, msgspec.to_builtins(decision.actions)))
        step += 1
        game.reduce(state, heuristic.choose(state, decision, options), Context(table.dice(step)))
    return met


def live() -> None:
    """E2."""
    register(TALLY)
    pin(0, cores()[1])
    figures = Figures()
    with redis_server() as redis:
        loads = Loads(redis)
        for number in range(ROUNDS):
            print(f"round {number + 1} of {ROUNDS}", flush=True)
            for name, how in (("without", "plain"), ("with", "thinking")):
                with served("tests.bench.serve", redis.url, how) as node:
                    run(
                        loads.paced(node)
                    )  # the bot has sat down, and its process has the rules, when it is measured
                    begin, before = time.perf_counter(), _taken_by_bot(node.pid)
                    figures.add(name, p99(run(loads.paced(node))))
                    taken = (_taken_by_bot(node.pid) - before) / (time.perf_counter() - begin)
                    figures.add(f"{name}, bot", 100 * taken)
    print(f"   p99 of {MATCHES} matches                 {figures.text('without', 'ms')}")
    print(f"   with the strongest bot            {figures.text('with', 'ms')}")
    print(f"   which takes of a core             {figures.text('with, bot', '%')}")
    print(figures.row(Most("E2 p99 beside the strongest bot", "with", "without", 2, "of without it")))


def _taken_by_bot(node: int) -> float:
    """Seconds of processor time that a node's worker processes have taken."""
    times = [child.cpu_times() for child in psutil.Process(node).children()]
    return sum(time.user + time.system for time in times)
