"""What choices were found to bring, in games with choices by chance: a heuristic that is corrected by it.

A game's module here describes the legal actions of a decision in named numbers (``describer``). A weighted sum of
them says how much more of a win an action brings than another; the weights lie beside it as JSON, by kind of match.
``clients.engine.choices.train`` makes them. The heuristic is overruled where another action leads by ``least``.
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

    def __init__(self, describe: Describer, weights: Mapping[str, Weights]) -> None:
        """``weights``: by kind of match; matches of other kinds are left to the heuristic."""
        self._describe = describe
        self._weights = weights

    def knows(self, document: dict[str, Any]) -> bool:
        """Whether there are weights for the kind of match of a viewed document."""
        return _kind(document) in self._weights

    def choose(self, document: dict[str, Any], actions: list[dict[str, Any]], prior: int) -> int:
        """Which action to play, for a viewed document. ``prior``: which one the heuristic plays."""
        weights = self._weights.get(_kind(document))
        if weights is None or len(actions) == 1:
            return prior
        worth = self.worth(document, actions, prior)
        best = max(range(len(actions)), key=worth.__getitem__)
        return best if worth[best] - worth[prior] > weights.least else prior

    def worth(self, document: dict[str, Any], actions: list[dict[str, Any]], prior: int) -> list[float]:
        """What each action is worth, in chances of winning; only the differences mean something.

        Raises ``KeyError`` for a kind of match that has no weights.
        """
        weight = self._weights[_kind(document)].weights.get
        described = self._describe(document, actions, prior)
        return [sum([weight(name, 0.0) * number for name, number in one.items()]) for one in described]


def _kind(document: dict[str, Any]) -> str:
    """The kind of match: the games that have weights tell it by this option."""
    return str(document["options"].get("variant", ""))


@cache
def choices_of(game: str) -> Corrected | None:
    """What is known of the choices of a game; None: nothing."""
    name, path = f"{__name__}.{game}", FOLDER / f"{game}.json"
    if not game.isidentifier() or not path.exists() or not find_spec(name):
        return None
    module = importlib.import_module(name)
    return Corrected(module.describer(), msgspec.json.decode(path.read_bytes(), type=dict[str, Weights]))
