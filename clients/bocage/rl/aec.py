"""Games of two players as PettingZoo AEC environments."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from bocage.rl.episode import Episode, Setting
from bocage.rl.render import METADATA, render
from bocage.rl.solo import mask_of, observation_of, spaces_of


class TableEnv(AECEnv):  # type: ignore[misc]
    """One match. Observations are ``{"observation", "action_mask"}``; the agents are ``player_0`` and ``player_1``.

    The deciding agent is selected, possibly several times in a row. Rewards are 0 until the end of the match, then
    1 for the winner and -1 for the other, or 0 for both.
    """

    def __init__(
        self,
        game: str,
        version: int | None = None,
        *,
        render_mode: str | None = None,
        max_cycles: int | None = None,
        seats: Sequence[Mapping[str, Any]] = (),
        **options: Any,
    ) -> None:
        """``max_cycles``: maximum number of actions before truncation (default: none).

        ``options``: of the match, as in the lobby; ``seats``: of each seat; ``version``: of the rules (default: the
        newest). Raises ``LookupError`` for a game that is not installed, ``ValueError`` for invalid options.
        """
        super().__init__()
        self.setting = Setting(game, version, options, seats)
        name = f"{game}_v{self.setting.game.rules}"
        self.metadata = {**METADATA, "name": name, "is_parallelizable": False}
        self.render_mode = render_mode
        self.max_cycles = max_cycles
        self.possible_agents = [f"player_{seat}" for seat in range(self.setting.game.seats)]
        self.agents: list[str] = []
        seen, acted = spaces_of(self.setting)
        #: Space of :meth:`state`.
        self.state_space = seen
        mask = spaces.Box(0, 1, (len(self.setting.vocabulary),), np.int8)
        self._observations = {
            agent: spaces.Dict({"observation": seen, "action_mask": mask}) for agent in self.possible_agents
        }
        self._actions = {agent: spaces.Discrete(int(acted.n)) for agent in self.possible_agents}
        self._random, _ = seeding.np_random()
        self._episode: Episode | None = None

    @property
    def episode(self) -> Episode:
        """The match. Raises ``RuntimeError`` before the first ``reset``."""
        if self._episode is None:
            raise RuntimeError("call reset first")
        return self._episode

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Return the observation space of ``agent``."""
        return self._observations[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Return the action space, the same for all agents."""
        return self._actions[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Start a match. The same ``seed`` gives the same cards and dice; ``options`` is ignored."""
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        self._episode = Episode(self.setting, self._random.bytes(32))
        self.agents = [*self.possible_agents]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._skip_agent_selection = None
        self.agent_selection = self.possible_agents[self._episode.turn]

    def step(self, action: Any) -> None:
        """Play an action of the selected agent by its number; None after the end of the match.

        Raises ``RefusedError`` for an illegal action; ``env()`` ends the match instead.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        episode = self.episode
        episode.play(int(action))
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.possible_agents, episode.rewards(), strict=True))
        over = episode.decision is None
        cut = not over and episode.steps == self.max_cycles
        self.terminations = dict.fromkeys(self.agents, over)
        self.truncations = dict.fromkeys(self.agents, cut)
        self._accumulate_rewards()
        if over or cut:
            self._deads_step_first()
        else:
            self.agent_selection = self.possible_agents[episode.turn]
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, NDArray[Any]]:
        """Return the observation and action mask of ``agent``; no action is legal while another agent decides."""
        seat = self.possible_agents.index(agent)
        episode = self.episode
        if episode.turn == seat and self.agents:
            mask = mask_of(episode)
        else:
            mask = np.zeros(len(self.setting.vocabulary), np.int8)
        return {"observation": observation_of(episode, seat), "action_mask": mask}

    def state(self) -> NDArray[np.float32]:
        """Return everything, including hands and face-down pieces. For critics in training, not for agents."""
        everything = np.zeros(self.setting.layout.size, np.float32)
        self.episode.encode_everything(everything.data)
        return everything

    def document(self, agent: str) -> dict[str, Any]:
        """Return the document of ``agent`` as sent to clients of the service."""
        return self.episode.document(self.possible_agents.index(agent))

    def render(self) -> Any:
        """Render the view of the deciding agent: text for ``ansi``, a drawing for ``svg``."""
        return render(self.episode, self.render_mode)


class Module:
    """The interface of a PettingZoo module: ``squad_v1.env()``, ``squad_v1.raw_env()``."""

    def __init__(self, game: str, version: int) -> None:
        self.game = game
        self.version = version

    def raw_env(self, **options: Any) -> TableEnv:
        """Create an environment that raises ``RefusedError`` for an illegal action."""
        return TableEnv(self.game, self.version, **options)

    def env(self, **options: Any) -> AECEnv:
        """Create an environment with PettingZoo's wrappers: an illegal action loses the match."""
        guarded = wrappers.TerminateIllegalWrapper(self.raw_env(**options), illegal_reward=-1)
        return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(guarded))
