"""Evaluations: how likely a seat wins, judged from a whole state at the beginning of a player's turn.

Weights lie beside the features as JSON, one file per game: kind of match → weights. ``clients.engine.train`` makes
them. A game without an evaluation is played to its end instead.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import msgspec

from clients.engine.values import company_commander, squad
from clients.engine.values.linear import Linear

FOLDER = Path(__file__).parent


class Value(msgspec.Struct, frozen=True):
    """How to judge positions of one game.

    ``features(state, seat)`` where ``seat`` is to move; ``kind(state)``: which weights, the first ones where there
    are none of its own; ``turn(state)`` and
    ``mover(state)``: the number of the player's turn, and whose it is.
    """

    names: tuple[str, ...]
    features: Callable[[Any, int], list[float]]
    kind: Callable[[Any], str]
    turn: Callable[[Any], int]
    mover: Callable[[Any], int]
    weights: dict[str, Linear]

    def chance(self, state: Any, seat: int) -> float:
        """How likely ``seat`` wins from the beginning of this turn, 0 to 1."""
        mover = self.mover(state)
        linear = self.weights.get(self.kind(state)) or next(iter(self.weights.values()))
        chance = linear.chance(self.features(state, mover))
        return chance if seat == mover else 1 - chance


#: Game → its value, without weights.
BARE = {
    "squad": Value(
        squad.NAMES, squad.features, squad.kind, lambda state: state.turn, lambda state: state.active, {}
    ),
    "company_commander": Value(
        company_commander.NAMES,
        company_commander.features,
        company_commander.kind,
        lambda state: state.turn,
        lambda state: state.seat(state.active),
        {},
    ),
}


@cache
def value_of(game: str) -> Value | None:
    """The evaluation of a game; None: it has none."""
    path = FOLDER / f"{game}.json"
    if game not in BARE or not path.exists():
        return None
    weights = msgspec.json.decode(path.read_bytes(), type=dict[str, Linear])
    return msgspec.structs.replace(BARE[game], weights=weights)
