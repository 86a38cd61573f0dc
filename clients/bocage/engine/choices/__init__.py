"""Trained policies: a heuristic corrected by the measured effect of choices.

A game's module in this package describes the legal actions of a decision by named numbers (``describer``). Their
weighted sum estimates how much more of a win an action brings than another. Weights are in a JSON file beside it,
by kind of match. The module's ``kind`` derives the kind from the options; ``ALIKE`` names kinds that use the
weights of another one, unless they have their own. ``bocage_tools.train.choices`` makes weights. The heuristic is
overruled if another action leads by ``least``.
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import msgspec

FOLDER = Path(__file__).parent

#: Options of a match, as plain data → its kind.
Kind = Callable[[Mapping[str, Any]], str]
#: (viewed document, legal actions, index of the heuristic's action) → numbers by name, for each action.
Describer = Callable[[Any, list[dict[str, Any]], int], list[dict[str, float]]]


class Weights(msgspec.Struct, frozen=True):
    """Weights in chances of winning, by name of the number; missing ones are 0.

    ``least``: least lead over the heuristic's action that overrules it. ``made``: the command that made the
    weights.
    """

    weights: dict[str, float]
    least: float
    made: str = ""


class Corrected:
    """Chooses like a heuristic, unless another action has a higher value."""

    def __init__(self, describe: Describer, weights: Mapping[str, Weights], kind: Kind) -> None:
        """``weights``: by kind of match; other kinds use the heuristic."""
        self._describe = describe
        self._weights = weights
        self._kind = kind

    def knows(self, document: dict[str, Any]) -> bool:
        """True if there are weights for the kind of match of a viewed document."""
        return self._kind(document["options"]) in self._weights

    def choose(self, document: dict[str, Any], actions: list[dict[str, Any]], prior: int) -> int:
        """Return the index of the action to play. ``prior``: index of the heuristic's action."""
        weights = self._weights.get(self._kind(document["options"]))
        if weights is None or len(actions) == 1:
            return prior
        worth = self.worth(document, actions, prior)
        best = max(range(len(actions)), key=worth.__getitem__)
        return best if worth[best] - worth[prior] > weights.least else prior

    def worth(self, document: dict[str, Any], actions: list[dict[str, Any]], prior: int) -> list[float]:
        """Return the value of each action in chances of winning; only differences are meaningful.

        Raises ``KeyError`` for a kind of match without weights.
        """
        weight = self._weights[self._kind(document["options"])].weights.get
        described = self._describe(document, actions, prior)
        return [sum([weight(name, 0.0) * number for name, number in one.items()]) for one in described]


#: Weights are stored as integers, in units of 1 / _SCALE.
_SCALE = 10_000


class _Stored(msgspec.Struct, frozen=True):
    """Weights in a file: a tree of names with common first words."""

    weights: dict[str, Any]
    least: float
    made: str = ""


def load(path: Path) -> dict[str, Weights]:
    """Read the weights of a game by kind of match."""
    stored = msgspec.json.decode(path.read_bytes(), type=dict[str, _Stored])
    return {kind: Weights(dict(_named(one.weights)), one.least, one.made) for kind, one in stored.items()}


def save(path: Path, weights: Mapping[str, Weights]) -> None:
    """Write the weights of a game, rounded to a ten-thousandth, one branch a line for legible differences."""
    stored = {kind: _Stored(_tree(one.weights), one.least, one.made) for kind, one in weights.items()}
    text = msgspec.json.encode(stored).decode()
    path.write_text(text.replace("},", "},\n") + "\n", encoding="utf-8")


def _named(tree: Mapping[str, Any], start: str = "") -> Iterator[tuple[str, float]]:
    for words, below in tree.items():
        if isinstance(below, dict):
            yield from _named(below, start + words)
        else:
            yield start + words, below / _SCALE


def _tree(weights: Mapping[str, float]) -> dict[str, Any]:
    tree: dict[str, Any] = {}
    for name, weight in weights.items():
        node = tree
        # A word keeps its trailing space, so that no name is a prefix of another.
        *words, last = re.split("(?<= )", name)
        for word in words:
            node = node.setdefault(word, {})
        node[last] = round(weight * _SCALE)
    return _joined(tree)


def _joined(tree: dict[str, Any]) -> dict[str, Any]:
    """Merge branches with a single child."""
    joined = {}
    for words, below in tree.items():
        while isinstance(below, dict) and len(below) == 1:
            [(word, below)] = below.items()
            words += word
        joined[words] = _joined(below) if isinstance(below, dict) else below
    return joined


@cache
def choices_of(game: str) -> Corrected | None:
    """Return the policy of a game; None: there is none."""
    name, path = f"{__name__}.{game}", FOLDER / f"{game}.json"
    if not game.isidentifier() or not path.exists() or not find_spec(name):
        return None
    module = importlib.import_module(name)
    weights = load(path)
    alike = {kind: weights[other] for kind, other in module.ALIKE.items() if other in weights}
    return Corrected(module.describer(), {**alike, **weights}, module.kind)
