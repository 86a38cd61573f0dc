"""The strongest level of a game, for reviews and hints."""

from __future__ import annotations

import math
from functools import cache
from typing import Any

import msgspec

from bocage.bots.registry import find_strategy, heuristic_of, searching_strategies_of
from bocage.engine.choices import Corrected, choices_of
from bocage.engine.heuristic import Heuristic, Play
from bocage.engine.levels import Level
from bocage.engine.lookahead import Lookahead
from bocage.engine.search import Search
from bocage.engine.values import hint_nodes_of, levels_of, value_of
from bocage.engine.values.value import Value
from bocage.rules.kernel import Game
from bocage.rules.kernel.registry import find_game
from bocage.sdk.bot import FromFacts

#: Rounds of a search.
ROUNDS = 6


class NoEngineError(LookupError):
    """There is no engine for the game."""


class CorrectedHeuristic(Heuristic):
    """A heuristic corrected by a trained policy, in kinds of match that have one."""

    def __init__(self, game: Game[Any], play: Play, corrected: Corrected) -> None:
        super().__init__(game, play)
        self._corrected = corrected

    def index(self, document: dict[str, Any], actions: list[Any]) -> int:
        """Return the index of the action for a viewed document."""
        prior = super().index(document, actions)
        return self._corrected.choose(document, msgspec.to_builtins(actions), prior)


class Strongest:
    """A game's strongest level with a larger budget than in play, as people rely on its advice.

    The budget counts actions instead of seconds, so that results are the same on every machine. It is the only
    limit: small differences need many worlds.
    """

    def __init__(self, game: Game[Any]) -> None:
        """Raises :class:`NoEngineError`."""
        names = searching_strategies_of(game.id)
        if not names:
            raise NoEngineError(f"there is no engine for {game.id}")
        maker = heuristic_of(game.id, names[-1]) or find_strategy(names[-1], game.id)
        play: Any = maker.make(dict(game.facts())) if isinstance(maker, FromFacts) else maker
        self.game = game
        self.heuristic = Heuristic(game, play)
        self.value: Value | None = value_of(game.id)
        nodes = hint_nodes_of(game.id)
        self.level: Level = msgspec.structs.replace(
            levels_of(game.id)[names[-1]], seconds=math.inf, nodes=nodes, worlds=nodes, rounds=ROUNDS
        )
        self.ahead = Lookahead(game, self.heuristic, self.value)
        corrected = choices_of(game.id) if self.level.corrected else None
        # Policies were trained with the current rules.
        today = game.rules == find_game(game.id).rules
        self.prior = CorrectedHeuristic(game, play, corrected) if corrected and today else self.heuristic

    def search(self, nodes: int = 0) -> Search:
        """Create a search. ``nodes``: budget of actions; 0: that of the level."""
        level = msgspec.structs.replace(self.level, nodes=nodes) if nodes else self.level
        return Search(self.game, self.heuristic, level, self.value, self.prior)

    def unsearched(self) -> Search:
        """Create a search without a budget, which returns the heuristic's action."""
        return Search(
            self.game, self.heuristic, msgspec.structs.replace(self.level, nodes=0), self.value, self.prior
        )


@cache
def strongest(game: Game[Any]) -> Strongest:
    """Return the cached strongest level of a game. Raises :class:`NoEngineError`."""
    return Strongest(game)
