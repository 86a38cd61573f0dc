"""Batches of solo matches as a Gymnasium vector environment."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from bocage.rl.batch import Batch
from bocage.rl.solo import spaces_of


class SoloVectorEnv(VectorEnv[NDArray[np.float32], NDArray[np.int64], NDArray[Any]]):
    """``num_envs`` matches in one process. The step after the end of a match starts a new one.

    ``copy``: return copies (default); otherwise arrays that the next step overwrites.
    """

    metadata = {"autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012

    def __init__(
        self, game: str, version: int | None = None, num_envs: int = 1, *, copy: bool = True, **options: Any
    ) -> None:
        """``options``: of the match, as in the lobby; raises as ``SoloEnv`` does."""
        self.batch = Batch(game, num_envs, version, **options)
        if self.batch.setting.game.seats != 1:
            raise ValueError(f"{game} is for two players")
        self.num_envs = num_envs
        self.single_observation_space, self.single_action_space = spaces_of(self.batch.setting)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)
        self._copy = copy

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Start all matches. ``seed``: one number for all of them. ``options`` is ignored."""
        if isinstance(seed, list):
            raise ValueError("the matches of a batch share one seed")
        self.batch.reset(seed)
        return self._given(self.batch.observations), self._info()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[NDArray[np.float32], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """Play an action in each match. Raises ``RefusedError`` for an illegal one."""
        batch = self.batch
        batch.step(actions)
        rewards, over, cut = batch.rewards[:, 0], batch.over, np.zeros_like(batch.over)
        return self._given(batch.observations), self._given(rewards), self._given(over), cut, self._info()

    def _given(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy() if self._copy else array

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._given(self.batch.masks)}
