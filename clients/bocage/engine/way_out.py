"""Exhaustive search for a win that the heuristic does not find, in imagined worlds.

The heuristic prefers what is cheap on average, so a narrow but certain win can escape it, and a player who is told
that all is lost resigns. For solo games, whose last moves are few.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec

from bocage.engine.chance import WorldDice
from bocage.engine.lookahead import Lookahead
from bocage.rules.kernel import Context, Game, Seen

#: Worlds searched, and actions executed in each.
WORLDS = 4
NODES = 3_000
#: Sampled worlds in which the action must win before it is reported.
ENOUGH = 2


def way_out(game: Game[Any], ahead: Lookahead, seen: Seen, actions: list[Any], seed: str) -> Any:
    """Return the first action of wins in several worlds, one win for each; None: there is none.

    Raises ``UnimaginableError``.
    """
    if game.seats > 1:
        return None
    found: Counter[bytes] = Counter()
    for number in range(WORLDS):
        first = _search(game, ahead.imagine(seen, f"{seed}/{number}/world"), seen.viewer, f"{seed}/{number}/dice")
        if first is not None:
            found[msgspec.json.encode(first)] += 1
    return next((one for one in actions if found[msgspec.json.encode(one)] >= ENOUGH), None)


def _search(game: Game[Any], world: Any, seat: int, seed: str) -> Any:
    """Return the first action of a win in this world, with these dice; None: none found within the budget."""
    met: set[bytes] = set()
    open_ends: list[tuple[Any, Any, int]] = [(world, None, 0)]
    nodes = 0
    while open_ends:
        state, first, depth = open_ends.pop()
        decision = game.decision(state)
        if decision is None:
            outcome = game.outcome(state)
            if outcome is not None and seat in outcome.winners:
                return first
            continue
        for action in decision.actions:
            if nodes >= NODES:
                return None
            nodes += 1
            after = game.copy(state)
            game.reduce(after, action, Context(WorldDice(f"{seed}/{depth}")))
            mark = msgspec.msgpack.encode(after)
            if mark not in met:
                met.add(mark)
                open_ends.append((after, action if first is None else first, depth + 1))
    return None
