"""Evaluations: how likely a seat wins, judged from a whole state at the beginning of a player's turn.

A game's module here exports ``LEVELS``, the weakest first, and, where it has an evaluation, ``VALUE``,
without weights. ``HINT_NODES``, ``REVIEW_NODES``: how many actions a hint, and the review of a match, carry out.
``REVIEW_SEARCH``: which share of these is for the search.
``idle``: which actions can do nothing.
Weights lie beside it as JSON: kind of match → weights. ``bocage_tools.train.values`` makes them. A game without an
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
#: For games that do not say how much a hint or a review may think.
_HINT_NODES = 10_000
_REVIEW_NODES = 100_000
#: The share of a choice's budget in a review that is for the search, where a game does not say another.
_REVIEW_SEARCH = 0.45


@cache
def _module(game: str) -> ModuleType | None:
    """What is known of a game; None: nothing."""
    name = f"{__name__}.{game}"
    return importlib.import_module(name) if game.isidentifier() and find_spec(name) else None


def levels_of(game: str) -> dict[str, Level]:
    """The levels at which a game is played, the weakest first."""
    levels: dict[str, Level] = getattr(_module(game), "LEVELS", {})
    return levels


def hint_nodes_of(game: str) -> int:
    """How many actions the search of a hint carries out: about half a second of one core."""
    nodes: int = getattr(_module(game), "HINT_NODES", _HINT_NODES)
    return nodes


def review_nodes_of(game: str) -> int:
    """How many actions the review of a match carries out: at most three quarters of a minute of one core."""
    nodes: int = getattr(_module(game), "REVIEW_NODES", _REVIEW_NODES)
    return nodes


def review_search_of(game: str) -> float:
    """Which share of a choice's budget a review gives to the search for something better, 0 to 1."""
    share: float = getattr(_module(game), "REVIEW_SEARCH", _REVIEW_SEARCH)
    return share


def idle_of(game: str) -> Callable[[Seen, Any], bool] | None:
    """What says whether an action can do nothing; None: in this game all can do something."""
    idle: Callable[[Seen, Any], bool] | None = getattr(_module(game), "idle", None)
    return idle


def bare_value_of(game: str) -> Value | None:
    """The evaluation of a game without its weights; None: it has none."""
    value: Value | None = getattr(_module(game), "VALUE", None)
    return value


@cache
def value_of(game: str) -> Value | None:
    """The evaluation of a game; None: it has none."""
    path, bare = FOLDER / f"{game}.json", bare_value_of(game)
    if bare is None or not path.exists():
        return None
    weights = msgspec.json.decode(path.read_bytes(), type=dict[str, Linear])
    return msgspec.structs.replace(bare, weights=weights)
