"""Finds the games: every package in ``bocage.rules`` that has a ``GAME``.

A folder is named after the id of its game. A game that must stay playable under older rules keeps them as further
instances in ``OLDER_RULES``.
"""

from __future__ import annotations

import importlib
import pkgutil
from functools import cache
from types import MappingProxyType

import bocage.rules
from bocage.rules.kernel.game import AnyGame


class UnknownGameError(LookupError):
    """No game of that id, or not with those rules."""


@cache
def _all_rules() -> MappingProxyType[tuple[str, int], AnyGame]:
    found: dict[tuple[str, int], AnyGame] = {}
    for module in pkgutil.iter_modules(bocage.rules.__path__):
        if not module.ispkg or module.name == "kernel":
            continue
        package = importlib.import_module(f"bocage.rules.{module.name}")
        current = getattr(package, "GAME", None)
        if current is None:
            continue
        for game in (current, *getattr(package, "OLDER_RULES", ())):
            if game.id != module.name:
                raise ValueError(f"service/bocage/rules/{module.name} holds the game {game.id!r}: name both alike")
            found[game.id, game.rules] = game
    return MappingProxyType(found)


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
    """Whether that version of a game's rules is installed."""
    return (game_id, rules) in _extra or (game_id, rules) in _all_rules()


def all_games() -> list[AnyGame]:
    """The newest rules of every game, by id."""
    known = {**_all_rules(), **_extra}
    return [find_game(name) for name in sorted({name for name, _ in known})]


def house_games() -> list[AnyGame]:
    """The newest rules of every game that lives in ``bocage.rules``, by id; registered ones left out."""
    return [game for game in all_games() if (game.id, game.rules) in _all_rules()]
