"""The value of every legal action, for data sets.

Every action gets the same number of worlds. A search (``bocage.engine.search``) gives more to promising ones, which
is better for finding the best action, and favours lucky ones when values are compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from bocage.engine.evaluate import seed_of
from bocage.engine.strongest import strongest
from bocage.rules.kernel import Game, Seen


def choice_values(game: Game[Any], seen: Seen, actions: Sequence[Any], nodes: int) -> tuple[list[float], int]:
    """Return the viewer's chance of winning after each of the legal ``actions``, and the number of worlds.

    In every world that fits ``seen``, each action is played with the same dice, and the heuristic plays on for all
    seats. Further worlds are imagined until ``nodes`` actions were executed. Deterministic.

    Raises ``NoEngineError``, ``UnimaginableError``.
    """
    best = strongest(game)
    options = msgspec.to_builtins(seen.options)
    seed = f"{seed_of({'table': seen.table}, 0)}/{seen.viewer}/values"
    sums = [0.0] * len(actions)
    worlds = executed = 0
    while executed < nodes or not worlds:
        world = best.ahead.imagine(seen, f"{seed}/{worlds}/world")
        dice = f"{seed}/{worlds}/dice"
        for at, action in enumerate(actions):
            chance, steps = best.ahead.play_on(world, options, seen.viewer, dice, best.level.turns, action)
            sums[at] += chance
            executed += steps
        worlds += 1
    return [round(each / worlds, 4) for each in sums], worlds
