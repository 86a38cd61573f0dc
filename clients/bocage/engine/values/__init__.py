"""Evaluations: the chance of a seat to win, judged from a whole state at the beginning of a turn.

A game's module in this package exports ``LEVELS``, weakest first, and, if it has an evaluation, ``VALUE`` without
weights. ``HINT_NODES``, ``REVIEW_NODES``: budgets in actions of a hint, and of a review. ``REVIEW_SEARCH``: share
of the latter for searching. ``idle``: recognises actions without effect.

Weights are in a JSON file beside it, by kind of match. ``bocage_tools.train.values`` makes them. A game without an
evaluation is played to its end instead.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec

from bocage.engine.levels import Level
from bocage.engine.values.linear import Linear
from bocage.engine.values.value import Value
from bocage.rules.kernel import Seen

FOLDER = Path(__file__).parent
#: Defaults for games without their own budgets.
_HINT_NODES = 10_000
_REVIEW_NODES = 100_000
#: Default share of a choice's budget in a review for searching.
_REVIEW_SEARCH = 0.45


@cache
def _module(game: str) -> ModuleType | None:
    """Return the module of a game; None: there is none."""
    name = f"{__name__}.{game}"
    return importlib.import_module(name) if game.isidentifier() and find_spec(name) else None


def levels_of(game: str) -> dict[str, Level]:
    """Return the levels of a game, weakest first."""
    levels: dict[str, Level] = getattr(_module(game), "LEVELS", {})
    return levels


def hint_nodes_of(game: str) -> int:
    """Return the budget of a hint in actions: about half a second of one core."""
    nodes: int = getattr(_module(game), "HINT_NODES", _HINT_NODES)
    return nodes


def review_nodes_of(game: str) -> int:
    """Return the budget of a review in actions: at most three quarters of a minute of one core."""
    nodes: int = getattr(_module(game), "REVIEW_NODES", _REVIEW_NODES)
    return nodes


def review_search_of(game: str) -> float:
    """Return the share of a choice's budget in a review for searching, 0 to 1."""
    share: float = getattr(_module(game), "REVIEW_SEARCH", _REVIEW_SEARCH)
    return share


def idle_of(game: str) -> Callable[[Seen, Any], bool] | None:
    """Return the test for actions without effect; None: the game has none."""
    idle: Callable[[Seen, Any], bool] | None = getattr(_module(game), "idle", None)
    return idle


def bare_value_of(game: str) -> Value | None:
    """Return the evaluation of a game without its weights; None: it has none."""
    value: Value | None = getattr(_module(game), "VALUE", None)
    return value


@cache
def value_of(game: str) -> Value | None:
    """Return the evaluation of a game; None: it has none."""
    path, bare = FOLDER / f"{game}.json", bare_value_of(game)
    if bare is None or not path.exists():
        return None
    weights = msgspec.json.decode(path.read_bytes(), type=dict[str, Linear])
    return msgspec.structs.replace(bare, weights=weights)
