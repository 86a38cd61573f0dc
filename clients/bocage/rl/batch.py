"""Batches of matches, in arrays that are written in place."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium.utils import seeding
from numpy.typing import NDArray

from bocage.rl.episode import Episode, Setting


class Batch:
    """``count`` matches of one game. :meth:`reset` and :meth:`step` write into arrays that stay the same objects.

    ``observations`` (count x numbers): of the deciding seats. ``masks`` (count x actions): 1 for legal actions.
    ``turns``: the deciding seats; -1: the match is over, and the observation is that of the first seat. ``rewards``
    (count x seats): of the last step. ``over``: the match has ended; the next step ignores its action and starts a
    new match.
    """

    def __init__(
        self,
        game: str,
        count: int,
        version: int | None = None,
        *,
        seats: Sequence[Mapping[str, Any]] = (),
        **options: Any,
    ) -> None:
        """Raises ``LookupError`` for a game that is not installed, ``ValueError`` for invalid options."""
        self.setting = setting = Setting(game, version, options, seats)
        self.count = count
        self.observations: NDArray[np.float32] = np.zeros((count, setting.layout.size), np.float32)
        self.masks: NDArray[np.int8] = np.zeros((count, len(setting.vocabulary)), np.int8)
        self.turns: NDArray[np.int8] = np.full(count, -1, np.int8)
        self.rewards: NDArray[np.float32] = np.zeros((count, setting.game.seats), np.float32)
        self.over: NDArray[np.bool_] = np.zeros(count, np.bool_)
        self._rows = [row.data for row in self.observations]
        self._random, _ = seeding.np_random()
        self.episodes: list[Episode] = []

    def reset(self, seed: int | None = None) -> None:
        """Start all matches. The same ``seed`` gives the same cards and dice."""
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        self.episodes = [Episode(self.setting, self._random.bytes(32)) for _ in range(self.count)]
        self.rewards.fill(0)
        self.over.fill(False)
        self.observations.fill(0)
        self.masks.fill(0)
        for at in range(self.count):
            self._show(at)

    def legal(self, at: int) -> list[int]:
        """Return the numbers of the legal actions of match ``at``."""
        return self.episodes[at].legal

    def step(self, actions: Sequence[int] | NDArray[Any]) -> None:
        """Play one action in each match.

        Raises ``RefusedError`` for an illegal one, after earlier matches of the batch have advanced.
        """
        self.rewards.fill(0)
        for at, action in enumerate(actions.tolist() if isinstance(actions, np.ndarray) else actions):
            if self.over[at]:
                self.episodes[at] = Episode(self.setting, self._random.bytes(32))
                self.over[at] = False
            else:
                episode = self.episodes[at]
                self.masks[at, episode.legal] = 0
                episode.play(action)
                if episode.turn < 0:
                    self.rewards[at] = episode.rewards()
                    self.over[at] = True
            self.observations[at].fill(0)
            self._show(at)

    def _show(self, at: int) -> None:
        episode = self.episodes[at]
        self.turns[at] = turn = episode.turn
        episode.encode(self._rows[at], max(0, turn))
        self.masks[at, episode.legal] = 1
