"""The registry of games: every package in ``bocage.rules`` that has a ``GAME``, and entry points of others.

A folder is named after the id of its game. A game that must stay playable under older rules keeps them as further
instances in ``OLDER_RULES``. Another distribution names the module of its game in the group ``bocage.games``, under
the id of the game.
"""

from __future__ import annotations

import importlib
import pkgutil
from collections.abc import Mapping
from functools import cache
from importlib.metadata import entry_points
from types import MappingProxyType, ModuleType
from typing import TypeAlias

import bocage.rules
from bocage.rules.kernel.game import AnyGame


class UnknownGameError(LookupError):
    """No game of that id, or not with those rules."""


#: The group of entry points by which other distributions bring games.
GROUP = "bocage.games"

Rules: TypeAlias = Mapping[tuple[str, int], AnyGame]


@cache
def _house_rules() -> Rules:
    found: dict[tuple[str, int], AnyGame] = {}
    for module in pkgutil.iter_modules(bocage.rules.__path__):
        if module.ispkg and module.name != "kernel":
            found |= _rules_in(importlib.import_module(f"bocage.rules.{module.name}"), module.name)
    return MappingProxyType(found)


@cache
def _all_rules() -> Rules:
    found: dict[tuple[str, int], AnyGame] = {}
    for point in entry_points(group=GROUP):
        found |= _rules_in(point.load(), point.name)
    return MappingProxyType({**found, **_house_rules()})


def _rules_in(module: ModuleType, name: str) -> dict[tuple[str, int], AnyGame]:
    current = getattr(module, "GAME", None)
    if current is None:
        return {}
    games = (current, *getattr(module, "OLDER_RULES", ()))
    for game in games:
        if game.id != name:
            raise ValueError(f"{module.__name__} holds the game {game.id!r}, not {name!r}: name both alike")
    return {(game.id, game.rules): game for game in games}


_extra: dict[tuple[str, int], AnyGame] = {}


def register(game: AnyGame) -> None:
    """Add a game that lives outside ``bocage.rules`` (tests, plug-ins)."""
    _extra[game.id, game.rules] = game


def find_game(game_id: str, rules: int | None = None) -> AnyGame:
    """The game of that id, with the given rules version (default: the newest).

    Raises :class:`UnknownGameError`.
    """
    known = {**_all_rules(), **_extra}
    if rules is None:
        rules = max((version for name, version in known if name == game_id), default=0)
    try:
        return known[game_id, rules]
    except KeyError:
        raise UnknownGameError(f"no game {game_id!r} with rules version {rules}") from None


def has_rules(game_id: str, rules: int) -> bool:
    """True if that version of a game's rules is installed."""
    return (game_id, rules) in _extra or (game_id, rules) in _all_rules()


def all_games() -> list[AnyGame]:
    """The newest rules of every game, by id."""
    known = {**_all_rules(), **_extra}
    return [find_game(name) for name in sorted({name for name, _ in known})]


def house_games() -> list[AnyGame]:
    """The newest rules of every game that lives in ``bocage.rules``, by id; registered ones left out."""
    return [game for game in all_games() if (game.id, game.rules) in _house_rules()]
