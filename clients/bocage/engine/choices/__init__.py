"""What choices were found to bring, in games with choices by chance: a heuristic that is corrected by it.

A game's module here describes the legal actions of a decision in named numbers (``describer``). A weighted sum of
them says how much more of a win an action brings than another; the weights lie beside it as JSON, by kind of match.
The module's ``kind`` tells it from the options; its ``ALIKE`` names kinds that are played by the weights of another
one, where they have none of their own. ``bocage_tools.train.choices`` makes weights. The heuristic is overruled
where another action leads by ``least``.
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
#: (viewed document, legal actions, which one the heuristic plays) → for each action its numbers by name.
Describer = Callable[[Any, list[dict[str, Any]], int], list[dict[str, float]]]


class Weights(msgspec.Struct, frozen=True):
    """The value of each number in chances of winning, by name; 0 where a name is missing.

    ``least``: the lead over the heuristic's choice from which it is overruled. ``made``: the command that made
    the weights.
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


#: Weights are stored as whole multiples of a ten-thousandth.
_SCALE = 10_000


class _Stored(msgspec.Struct, frozen=True):
    """Weights as they lie in a file: names with the same first words share them."""

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
        # A word keeps the space behind it, so that no name is also the start of another one.
        *words, last = re.split("(?<= )", name)
        for word in words:
            node = node.setdefault(word, {})
        node[last] = round(weight * _SCALE)
    return _joined(tree)


def _joined(tree: dict[str, Any]) -> dict[str, Any]:
    """The tree without branches that hold a single one."""
    joined = {}
    for words, below in tree.items():
        while isinstance(below, dict) and len(below) == 1:
            [(word, below)] = below.items()
            words += word
        joined[words] = _joined(below) if isinstance(below, dict) else below
    return joined


@cache
def choices_of(game: str) -> Corrected | None:
    """What is known of the choices of a game; None: nothing."""
    name, path = f"{__name__}.{game}", FOLDER / f"{game}.json"
    if not game.isidentifier() or not path.exists() or not find_spec(name):
        return None
    module = importlib.import_module(name)
    weights = load(path)
    alike = {kind: weights[other] for kind, other in module.ALIKE.items() if other in weights}
    return Corrected(module.describer(), {**alike, **weights}, module.kind)
