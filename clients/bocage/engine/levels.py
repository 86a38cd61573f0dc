"""How long the engine thinks, how closely it follows what it finds, how often chance decides.

A level changes neither rules nor sight.
"""

from __future__ import annotations

import msgspec


class Level(msgspec.Struct, frozen=True):
    """A budget and a temperature.

    ``nodes``: about so many actions are carried out in imagined worlds, in ``rounds`` or more rounds of at most
    ``worlds`` worlds each. ``seconds``: of processor time, after which no world is begun any more; it is there for
    slow machines, and out of reach elsewhere. ``turns``: in a game with an evaluation, it judges when so many
    player's turns have ended. ``temperature``: 0 takes what is best for sure; above, an action whose chance of
    winning is worse by so much is chosen e times less often. ``sure``: a lead counts when it is above so many
    standard errors. ``corrected``: instead of all that, the heuristic's choice is played, corrected by what choices
    were found to bring (``bocage.engine.choices``), in matches of a kind of which that is known; the rest is for
    the others, and for hints and reviews. ``searches``: without it the heuristic's choice is played, and reviews
    compare with it; hints and reviews think longer (``bocage.engine.strongest``). ``by_chance``: the share of
    decisions that are taken by chance, 0 to 1; any legal action then, each as likely. ``unsearched``: the same, of
    decisions that ought to be searched and cannot be, because nobody has time for it or the rules are others: so
    that a weak level does not play its best just then.
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
