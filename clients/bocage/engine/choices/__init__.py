"""What choices were found to bring, in games with choices by chance: a heuristic that is corrected by it.

A game's module here describes the legal actions of a decision in named numbers (``describer``). A weighted sum of
them says how much more of a win an action brings than another; the weights lie beside it as JSON, by kind of match.
The module's ``kind`` tells it from the options; its ``ALIKE`` names kinds that are played by the weights of another
one, where they have none of their own. ``bocage_tools.train.choices`` makes weights. The heuristic is overruled
where another action leads by ``least``.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec

FOLDER = Path(__file__).parent

#: Options of a match, as plain data → its kind.
Kind = Callable[[Mapping[str, Any]], str]
#: (viewed document, legal actions, which one the heuristic plays) → for each action its numbers by name.
Describer = Callable[[Any, list[dict[str, Any]], int], list[dict[str, float]]]


class Weights(msgspec.Struct, frozen=True):
    """What each number is worth, in chances of winning, by name; those that are missing are worth nothing.

    ``least``: a lead over the heuristic's choice that counts. ``made``: the command that made the weights.
    """

    weights: dict[str, float]
    least: float
    made: str = ""


class Corrected:
    """Chooses as a heuristic does, unless another action is worth more."""

    def __init__(self, describe: Describer, weights: Mapping[str, Weights], kind: Kind) -> None:
        """``weights``: by kind of match; matches of other kinds are left to the heuristic."""
        self._describe = describe
        self._weights = weights
        self._kind = kind

    def knows(self, document: dict[str, Any]) -> bool:
        """Whether there are weights for the kind of match of a viewed document."""
        return self._kind(document["options"]) in self._weights

    def choose(self, document: dict[str, Any], actions: list[dict[str, Any]], prior: int) -> int:
        """Which action to play, for a viewed document. ``prior``: which one the heuristic plays."""
        weights = self._weights.get(self._kind(document["options"]))
        if weights is None or len(actions) == 1:
            return prior
        worth = self.worth(document, actions, prior)
        best = max(range(len(actions)), key=worth.__getitem__)
        return best if worth[best] - worth[prior] > weights.least else prior

    def worth(self, document: dict[str, Any], actions: list[dict[str, Any]], prior: int) -> list[float]:
        """What each action is worth, in chances of winning; only the differences mean something.

        Raises ``KeyError`` for a kind of match that has no weights.
        """
        weight = self._weights[self._kind(document["options"])].weights.get
        described = self._describe(document, actions, prior)
        return [sum([weight(name, 0.0) * number for name, number in one.items()]) for one in described]


@cache
def choices_of(game: str) -> Corrected | None:
    """What is known of the choices of a game; None: nothing."""
    name, path = f"{__name__}.{game}", FOLDER / f"{game}.json"
    if not game.isidentifier() or not path.exists() or not find_spec(name):
        return None
    module = importlib.import_module(name)
    weights = msgspec.json.decode(path.read_bytes(), type=dict[str, Weights])
    alike = {kind: weights[other] for kind, other in module.ALIKE.items() if other in weights}
    return Corrected(module.describer(), {**alike, **weights}, module.kind)
