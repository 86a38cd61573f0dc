"""Levels of the engine: time to think, adherence to its findings, share of random decisions.

A level changes neither rules nor sight.
"""

from __future__ import annotations

import msgspec


class Level(msgspec.Struct, frozen=True):
    """The parameters of a level.

    ``nodes``: budget of actions executed in imagined worlds, in ``rounds`` or more rounds of at most ``worlds``
    worlds each. ``seconds``: of processor time, after which no further world begins; a safeguard for slow machines.
    ``turns``: with an evaluation, the number of turns after which it judges. ``temperature``: 0 takes the
    significantly best action; above, an action whose chance is lower by this is chosen e times less often.
    ``sure``: standard errors of a significant lead.

    ``corrected``: instead of searching, play the heuristic's action corrected by a trained policy
    (``bocage.engine.choices``), for kinds of match that have one; the other parameters apply to the rest, and to
    hints and reviews. ``searches``: False: play the heuristic's action, which is also the reference of reviews;
    hints and reviews think longer (``bocage.engine.strongest``). ``by_chance``: share of random decisions, 0 to 1,
    with uniform choice. ``unsearched``: the same for decisions whose search is impossible, for lack of time or
    rules, so that a weak level does not play its best just then.
    """

    rounds: int = 6
    worlds: int = 16
    nodes: int = 50_000
    seconds: float = 1.5
    turns: int = 1
    temperature: float = 0.0
    sure: float = 1.5
    corrected: bool = False
    searches: bool = True
    by_chance: float = 0.0
    unsearched: float = 0.0
