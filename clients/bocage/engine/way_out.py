"""Looking for a way to win where the heuristic finds none: all that can be done, in worlds that are imagined.

The heuristic plays for what is cheap on average; a narrow way that is certain can escape it, and a player who is
told that all is lost gives up. For games of one player, whose last moves are few.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec

from bocage.engine.chance import WorldDice
from bocage.engine.lookahead import Lookahead
from bocage.rules.kernel import Context, Game, Seen

#: Worlds that are searched, and how many actions are carried out in each.
WORLDS = 4
NODES = 3_000
#: In so many of them the same action must begin a way: in one, luck may have made it.
ENOUGH = 2


def way_out(game: Game[Any], ahead: Lookahead, seen: Seen, actions: list[Any], seed: str) -> Any:
    """An action with which ways to win begin in several worlds, one way for each; None: there is none.

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
    """The first action of a way that wins in this world, with these dice; None: none within so many actions."""
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
