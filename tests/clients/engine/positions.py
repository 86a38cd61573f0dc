"""Positions for the engine to think about, as a client sees them."""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random
from typing import Any

import msgspec

from bocage.bots.registry import heuristic_of
from bocage.engine import Level
from bocage.rules.kernel import Game, Told
from bocage.rules.kernel.play import new_playthrough, random_choice

#: Thinks little, so that many decisions can be looked at.
QUICK = Level(rounds=2, worlds=4, nodes=300, seconds=math.inf)


def heuristic(game: Game[Any]) -> Any:
    found = heuristic_of(game.id, "veteran")
    assert found is not None
    return found.make(dict(game.facts()))


def document(game: Game[Any], state: Any, told: Sequence[Told] | None = None) -> dict[str, Any]:
    """What the player's client sees, as it comes over the wire; with ``told``, all that it was told."""
    decision = game.decision(state)
    assert decision is not None
    seen = {
        "rules": game.rules,
        "options": msgspec.to_builtins(state.options),
        "turn": decision.seat,
        "decision": decision.kind,
        "table": game.view(state, decision.seat),
    }
    if told is not None:
        seen["told"] = msgspec.to_builtins([event.to(decision.seat) for event in told])
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(seen))
    return plain


def positions(game: Game[Any], games: int, first: int = 0, each: int = 1) -> list[tuple[Any, Any]]:
    """(state, decision) of ``each`` decisions with a choice from some random games, from game ``first`` on."""
    return [(state, decision) for state, decision, _ in heard_positions(game, games, first, each)]


def heard_positions(
    game: Game[Any], games: int, first: int = 0, each: int = 1
) -> list[tuple[Any, Any, tuple[Told, ...]]]:
    """The same positions, with all that was told until then."""
    found = []
    for number in range(first, first + games):
        playthrough = new_playthrough(game, f"engine/{number}")
        rng = Random(f"engine/{number}")
        step = game.setup(playthrough.options, playthrough.seats, playthrough.dice(0))
        state, told = step.state, tuple(step.events)
        met = []
        while (decision := game.decision(state)) is not None:
            if len(decision.actions) > 1:
                met.append((state, decision, told))
            playthrough.actions.append(action := random_choice(game, state, decision, rng))
            step = game.apply(state, action, playthrough.dice(len(playthrough.actions)))
            state, told = step.state, (*told, *step.events)
        found += rng.sample(met, min(each, len(met)))
    return found
