"""Positions of games that were played to their ends, with the chances that the engine gives."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec

from bocage.engine.chance import WorldDice
from bocage.engine.evaluate import seen_in
from bocage.engine.lookahead import result_for
from bocage.engine.strongest import Strongest, strongest
from bocage.rules.kernel import OPEN, Decision, Game
from bocage.rules.kernel.play import new_playthrough
from bocage.rules.kernel.registry import find_game
from tests.calibrate.platt import Judged

#: How a chance is judged: by what the seat that decides sees, or with all hands open.
KINDS = ("seen", "open")


def chance_seen(best: Strongest, state: Any, decision: Decision, options: Any, seed: str, worlds: int) -> float:
    """Of the seat that decides, by what it sees, as ``bocage.engine.Evaluator`` judges."""
    game, seat = best.game, decision.seat
    document = {"options": options, "turn": seat, "decision": decision.kind, "table": game.view(state, seat)}
    seen = seen_in(game, msgspec.json.decode(msgspec.json.encode(document)), seat, decision.actions)
    found = 0.0
    for number in range(worlds):
        world = best.ahead.imagine(seen, f"{seed}/{number}/world")
        found += best.ahead.play_on(world, options, seat, f"{seed}/{number}/dice", best.level.turns)[0]
    return found / worlds


def chance_open(best: Strongest, state: Any, decision: Decision, options: Any, seed: str, worlds: int) -> float:
    """Of the seat that decides, with all hands open, as a review judges."""
    found = 0.0
    for number in range(worlds):
        world = best.game.resample(state, OPEN, WorldDice(f"{seed}/{number}/world"))
        found += best.ahead.play_on(world, options, decision.seat, f"{seed}/{number}/dice", best.level.turns)[0]
    return found / worlds


def played(best: Strongest, seed: str) -> tuple[list[tuple[Any, Decision]], Any, Any]:
    """A game of the bot that the engine starts from, against itself: decisions with a choice, the end, options."""
    game: Game[Any] = best.game
    playthrough = new_playthrough(game, seed, usual=True)
    options = msgspec.to_builtins(playthrough.options)
    state = game.setup(playthrough.options, playthrough.seats, playthrough.dice(0)).state
    met, number = [], 0
    while (decision := game.decision(state)) is not None:
        if len(decision.actions) > 1:
            met.append((state, decision))
        number += 1
        state = game.apply(state, best.heuristic.choose(state, decision, options), playthrough.dice(number)).state
    return met, state, options


def judged(game: str, games: int, share: float, worlds: int, seed: str) -> Iterator[tuple[str, Judged]]:
    """Kind and example of a ``share`` of the decisions in ``games`` games.

    Each decision is taken by chance, whatever came after it. As many from each game would be wrong: games that are
    lost early are short, and their few decisions would count more than those of the games that went on.
    """
    best = strongest(find_game(game))
    for number in range(games):
        name = f"{seed}/{game}/{number}"
        met, end, options = played(best, name)
        for at, (state, decision) in enumerate(met):
            if Random(f"{name}/{at}").random() >= share:
                continue
            result = result_for(best.game, end, decision.seat)
            for kind, chance in zip(KINDS, (chance_seen, chance_open), strict=True):
                said = chance(best, state, decision, options, f"{name}/{at}/{kind}", worlds)
                yield kind, Judged(number, said, result)
