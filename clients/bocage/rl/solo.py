"""Games of one player as Gymnasium environments."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from bocage.protocol.refusal import RefusedError
from bocage.rl.episode import Episode, Setting
from bocage.rl.render import METADATA, render


def spaces_of(setting: Setting) -> tuple[spaces.Box, spaces.Discrete[Any]]:
    """Return the observation and action spaces of a game."""
    return spaces.Box(0, 1, (setting.layout.size,), np.float32), spaces.Discrete(len(setting.vocabulary))


def mask_of(episode: Episode) -> NDArray[np.int8]:
    """Return an array with 1 for each legal action."""
    mask = np.zeros(len(episode.setting.vocabulary), np.int8)
    mask[episode.legal] = 1
    return mask


def observation_of(episode: Episode, seat: int) -> NDArray[np.float32]:
    """Return the observation of a seat."""
    seen = np.zeros(episode.setting.layout.size, np.float32)
    episode.encode(seen.data, seat)
    return seen


class SoloEnv(gymnasium.Env[NDArray[np.float32], Any]):
    """One match of a solo game. ``info["action_mask"]``: the legal actions.

    An illegal action ends the episode with the reward of a defeat, and sets ``info["illegal"]``. At the end of the
    match ``info["score"]`` has the points, and ``info["reason"]`` the reason of the outcome.
    """

    metadata = METADATA

    def __init__(
        self, game: str, version: int | None = None, *, render_mode: str | None = None, **options: Any
    ) -> None:
        """``options``: of the match, as in the lobby; ``version``: of the rules (default: the newest).

        Raises ``LookupError`` for a game that is not installed, ``ValueError`` for invalid options and for
        a two-player game.
        """
        self.setting = Setting(game, version, options)
        if self.setting.game.seats != 1:
            raise ValueError(f"{game} is for two players: see bocage.rl.{game}_v{self.setting.game.rules}")
        self.render_mode = render_mode
        seen, acted = spaces_of(self.setting)
        self.observation_space: spaces.Space[Any] = seen
        self.action_space: spaces.Space[Any] = acted
        self._episode: Episode | None = None

    @property
    def episode(self) -> Episode:
        """The match. Raises ``RuntimeError`` before the first ``reset``."""
        if self._episode is None:
            raise RuntimeError("call reset first")
        return self._episode

    def reset(
        self, *, seed: int | None = None, options: Mapping[str, Any] | None = None
    ) -> tuple[NDArray[np.float32], dict[str, Any]]:
        """Start a match. The same ``seed`` gives the same cards and dice; ``options`` is ignored."""
        super().reset(seed=seed)
        self._episode = Episode(self.setting, self.np_random.bytes(32))
        self._print()
        return observation_of(self._episode, 0), self._info()

    def step(self, action: Any) -> tuple[NDArray[np.float32], float, bool, bool, dict[str, Any]]:
        """Play an action by its number."""
        episode = self.episode
        try:
            episode.play(int(action))
        except RefusedError:
            return observation_of(episode, 0), -1.0, True, False, {**self._info(), "illegal": True}
        self._print()
        return observation_of(episode, 0), episode.rewards()[0], episode.decision is None, False, self._info()

    def action_masks(self) -> NDArray[np.bool_]:
        """Return the action mask, under the name that maskable learners call."""
        return mask_of(self.episode).astype(np.bool_)

    def render(self) -> Any:
        """Render the position: text for ``ansi``, a drawing for ``svg``."""
        return render(self.episode, self.render_mode)

    def _print(self) -> None:
        # Gymnasium: human mode needs no calls of render.
        if self.render_mode == "human":
            self.render()

    def _info(self) -> dict[str, Any]:
        episode = self.episode
        info: dict[str, Any] = {"action_mask": mask_of(episode)}
        outcome = self.setting.game.outcome(episode.state)
        if outcome is not None:
            info |= {"score": episode.score() or 0, "reason": outcome.reason}
        return info
