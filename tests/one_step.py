"""``python -m tests.one_step zombies``: what a search of one step could gain over the heuristic, and what it gains.

At some decisions of the heuristic's own games every action is played in the same imagined worlds, to the end of the
game, the heuristic playing on. From these results follows how much better than the heuristic's the best action is,
and what searches with fewer worlds would choose: each draws its worlds out of them, and is judged by the others.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from random import Random
from typing import Any, cast

import msgspec

from bocage.bots.registry import heuristic_of
from bocage.engine.heuristic import Heuristic
from bocage.engine.levels import Level
from bocage.engine.lookahead import Lookahead
from bocage.engine.search import DROP, KEEP, Candidate
from bocage.rules.kernel import Context, Game, Seen
from bocage.rules.kernel.play import new_playthrough
from bocage.rules.kernel.registry import find_game

#: Part of the decisions with a choice that is looked at, and how often each search is drawn.
SHARE, DRAWS = 0.1, 20

#: World → action (the heuristic's first) → what it came to.
Results = list[list[float]]


def looked_at(game: Game[Any], seed: str, worlds: int) -> Iterator[Results]:
    """Results at decisions of one game after the other, without end."""
    found = heuristic_of(game.id, "veteran")
    assert found is not None
    heuristic = Heuristic(game, found.make(dict(game.facts())))  # type: ignore[arg-type]
    ahead, rng, number = Lookahead(game, heuristic), Random(seed), 0
    while True:
        playthrough = new_playthrough(game, f"{seed}/{number}", game.Options(), usual=True)
        options, number, steps = msgspec.to_builtins(playthrough.options), number + 1, 0
        step = game.setup(playthrough.options, playthrough.seats, playthrough.dice(0))
        state, told = step.state, list(step.events)
        while (decision := game.decision(state)) is not None:
            choice = heuristic.choose(state, decision, options)
            if len(decision.actions) > 1 and rng.random() < SHARE:
                table = msgspec.json.decode(msgspec.json.encode(game.view(state, decision.seat)))
                heard = tuple(event.to(decision.seat) for event in told)
                seen = Seen(table, playthrough.options, decision.seat, heard, decision)
                actions = [choice, *(action for action in decision.actions if action != choice)]
                at = f"{seed}/{number}/{steps}"
                yield [
                    [
                        ahead.play_on(world, options, decision.seat, f"{at}/{one}/d", 1, action)[0]
                        for action in actions
                    ]
                    for one in range(worlds)
                    if (world := ahead.imagine(seen, f"{at}/{one}"))
                ]
            steps += 1
            context = Context(playthrough.dice(steps))
            game.reduce(state, choice, context)
            told += context.events


def place(candidate: Candidate) -> int:
    """Which action of a row of results a candidate stands for."""
    return cast(int, candidate.action)


def choose(results: Results, level: Level) -> int:
    """Which action the engine's rounds choose, by the first worlds of ``results``; 0 is the heuristic's."""
    live = candidates = [Candidate(cast(Any, action)) for action in range(1, len(results[0]))]
    for number in range(level.rounds):
        for row in results[number * level.worlds : (number + 1) * level.worlds]:
            for one in live:
                one.add(row[place(one)] - row[0])
        live = [one for one in live if one.lead + DROP * one.error > 0]
        live = sorted(live, key=lambda one: -one.lead)[: max(KEEP, (len(live) + 1) // 2)]
    sure = [one for one in live if one.lead > level.sure * one.error]
    return place(max(sure, key=lambda one: one.lead)) if candidates and sure else 0


def gain(results: Results, level: Level, rng: Random) -> tuple[float, float]:
    """What a level wins more than the heuristic by its choice here, and how often it chooses otherwise."""
    used, total, other = level.rounds * level.worlds, 0.0, 0
    for _ in range(DRAWS):
        drawn = rng.sample(results, len(results))
        action = choose(drawn, level)
        other += action > 0
        total += sum(row[action] - row[0] for row in drawn[used:]) / (len(drawn) - used)
    return total / DRAWS, other / DRAWS


def best(results: Results) -> Candidate:
    """The action with the most certain lead over the heuristic's."""
    candidates = [Candidate(cast(Any, action)) for action in range(1, len(results[0]))]
    for row in results:
        for one in candidates:
            one.add(row[place(one)] - row[0])
    return max(candidates, key=lambda one: one.lead / one.error if one.error else 0.0)


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("game", help="one without an evaluation")
    parser.add_argument("--decisions", type=int, default=98)
    parser.add_argument("--worlds", type=int, default=600, help="more than 288 of them")
    parser.add_argument("--seed", default="z1")
    chosen = parser.parse_args()
    source = looked_at(find_game(chosen.game), chosen.seed, chosen.worlds)
    met = [next(source) for _ in range(chosen.decisions)]
    leads = sorted((one.lead for one in map(best, met) if one.error and one.lead > 2 * one.error), reverse=True)
    print(f"{len(met)} decisions; a lead above two standard errors at {len(leads)}:", *(f"{n:+.3f}" for n in leads))
    print("| worlds | sure | other choice | gain per decision | 95 % interval |\n|---|---|---|---|---|")
    for worlds in (16, 32, 48):
        for sure in (0.5, 1.0, 1.5, 2.0):
            rng, level = Random(f"{worlds}/{sure}"), Level(worlds=worlds, sure=sure)
            gains, others = zip(*(gain(results, level, rng) for results in met), strict=True)
            mean = sum(gains) / len(gains)
            half = 1.96 * (sum((one - mean) ** 2 for one in gains) / (len(gains) - 1) / len(gains)) ** 0.5
            share = 100 * sum(others) / len(others)
            print(
                f"| {level.rounds * worlds} | {sure:g} | {share:.0f} % "
                f"| {100 * mean:+.2f} % | {100 * (mean - half):+.2f} % – {100 * (mean + half):+.2f} % |"
            )


if __name__ == "__main__":
    main()
