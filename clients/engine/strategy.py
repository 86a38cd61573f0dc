"""The engine as a strategy of the SDK: (viewed document, legal actions) → one of them."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from clients.engine.choices import choices_of
from clients.engine.evaluate import seed_of, seen_in
from clients.engine.heuristic import Heuristic, Play
from clients.engine.levels import Level
from clients.engine.search import Search, Verdict
from clients.engine.values import value_of
from service.games.kernel.registry import find_game


class Engine:
    """Plays one game for one player as a level says: by searching, from a heuristic, or as the heuristic does.

    It knows what the document says and nothing else; the same document and the same seed give the same answer.
    """

    def __init__(self, game: str, play: Play, level: Level, seed: int = 0) -> None:
        """``play``: the heuristic, itself a strategy. Raises ``UnknownGameError`` for a game that is missing."""
        self._game = find_game(game)
        self._search = Search(self._game, Heuristic(self._game, play), level, value_of(game))
        self._level = level
        self._corrected = choices_of(game) if level.corrected else None
        self._play = play
        self._seed = seed

    def __call__(self, view: dict[str, Any], actions: list[dict[str, Any]]) -> dict[str, Any]:
        """The action to play. Where the match has rules that are not these, it is the heuristic's."""
        if len(actions) == 1:
            return actions[0]
        if view.get("rules", self._game.rules) != self._game.rules:
            return self._play(view, actions)
        if self._level.by_chance:
            rng = Random(f"{seed_of(view, self._seed)}/by chance")
            if rng.random() < self._level.by_chance:
                return rng.choice(actions)
        if self._corrected is not None and self._corrected.knows(view):
            return actions[self._corrected.choose(view, actions, self._prior(view, actions))]
        if not self._level.searches:
            return self._play(view, actions)
        verdict = self.consider(view, actions)
        return actions[self._parse(actions).index(verdict.action)]

    def consider(self, view: dict[str, Any], actions: list[dict[str, Any]]) -> Verdict:
        """What the search found, for whoever wants to know more than the action."""
        parsed = self._parse(actions)
        seen = seen_in(self._game, view, view["turn"], parsed)
        return self._search.choose(seen, view, parsed, seed_of(view, self._seed))

    def _prior(self, view: dict[str, Any], actions: list[dict[str, Any]]) -> int:
        """Which of ``actions`` the heuristic plays."""
        chosen = self._play(view, actions)
        return next(at for at, one in enumerate(actions) if one is chosen or one == chosen)

    def _parse(self, actions: list[dict[str, Any]]) -> list[Any]:
        return msgspec.convert(actions, list[self._game.Actions])  # type: ignore[name-defined]


def engine(game: str, play: Play, level: Level, seed: int = 0) -> Engine:
    """A strategy for ``game`` at a level, with ``play`` as its heuristic; see :class:`Engine`."""
    return Engine(game, play, level, seed)
