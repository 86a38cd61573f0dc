"""The engine as a strategy of the SDK: (viewed document, legal actions) → one of them."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from bocage.engine.choices import choices_of
from bocage.engine.evaluate import seed_of, seen_in
from bocage.engine.heuristic import Heuristic, Play
from bocage.engine.levels import Level
from bocage.engine.search import Search, Verdict
from bocage.engine.values import value_of
from bocage.rules.kernel.registry import find_game


class Engine:
    """Plays one game at a level: by search, a trained policy, or the heuristic.

    Depends on the document and the seed only.
    """

    def __init__(self, game: str, play: Play, level: Level, seed: int = 0) -> None:
        """``play``: the heuristic, itself a strategy. Raises ``UnknownGameError`` for an unknown game."""
        self._game = find_game(game)
        self._search = Search(self._game, Heuristic(self._game, play), level, value_of(game))
        self._level = level
        self._corrected = choices_of(game) if level.corrected else None
        self._play = play
        self._seed = seed

    def __call__(self, view: dict[str, Any], actions: list[dict[str, Any]]) -> dict[str, Any]:
        """Return the action to play. Matches with other rules are not searched."""
        if len(actions) == 1:
            return actions[0]
        level = self._level
        same = view.get("rules", self._game.rules) == self._game.rules
        if same and self._corrected is not None and self._corrected.knows(view):
            stray = self._stray(view, actions, level.by_chance)
            return stray or actions[self._corrected.choose(view, actions, self._prior(view, actions))]
        if not same or not level.searches:
            return self.unsearched(view, actions)
        if stray := self._stray(view, actions, level.by_chance):
            return stray
        verdict = self.consider(view, actions)
        return actions[self._parse(actions).index(verdict.action)]

    def unsearched(self, view: dict[str, Any], actions: list[dict[str, Any]]) -> dict[str, Any]:
        """Return the action to play without time to search: the heuristic's, or a random one."""
        level = self._level
        share = max(level.by_chance, level.unsearched) if level.searches else level.by_chance
        return self._stray(view, actions, share) or self._play(view, actions)

    def _stray(self, view: dict[str, Any], actions: list[dict[str, Any]], share: float) -> dict[str, Any] | None:
        """Return a random action in a ``share`` of decisions; else None."""
        rng = Random(f"{seed_of(view, self._seed)}/by chance") if share else None
        return rng.choice(actions) if rng is not None and rng.random() < share else None

    def consider(self, view: dict[str, Any], actions: list[dict[str, Any]]) -> Verdict:
        """Return the complete result of the search."""
        parsed = self._parse(actions)
        seen = seen_in(self._game, view, view["turn"], parsed)
        return self._search.choose(seen, view, parsed, seed_of(view, self._seed))

    def _prior(self, view: dict[str, Any], actions: list[dict[str, Any]]) -> int:
        """Return the index of the heuristic's action."""
        chosen = self._play(view, actions)
        return next(at for at, one in enumerate(actions) if one is chosen or one == chosen)

    def _parse(self, actions: list[dict[str, Any]]) -> list[Any]:
        return msgspec.convert(actions, list[self._game.Actions])  # type: ignore[name-defined]


def engine(game: str, play: Play, level: Level, seed: int = 0) -> Engine:
    """Return a strategy for ``game`` at a level, with ``play`` as its heuristic; see :class:`Engine`."""
    return Engine(game, play, level, seed)
