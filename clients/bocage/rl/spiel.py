"""The games for OpenSpiel, registered by importing this module.

    import bocage.rl.spiel
    import pyspiel
    game = pyspiel.load_game("bocage_squad", {"variant": "map", "deals": 100})

A match begins with a chance node that picks one of ``deals`` deals with the same probability; cards and dice of
a deal are fixed. The other parameters are the options of the lobby.

Source: the interface of games in Python, as in ``open_spiel.python.games.kuhn_poker``.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

import msgspec
import numpy as np
import pyspiel
from numpy.typing import NDArray

from bocage.rl.episode import Episode, Setting
from bocage.rl.render import text
from bocage.rl.solo import observation_of
from bocage.rules.kernel import Game
from bocage.rules.kernel.registry import all_games

#: Number of different deals unless the parameter ``deals`` says otherwise.
DEALS = 1000
#: Most actions of a match; OpenSpiel wants a bound.
LONGEST = 100_000


class SpielGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its options."""

    def __init__(self, kind: pyspiel.GameType, game: Game[Any], params: Mapping[str, Any]) -> None:
        """``params``: ``deals``, and options. Raises ``ValueError`` for a value that the game does not offer."""
        self.deals = int(params.get("deals", DEALS))
        if self.deals < 1:
            raise ValueError("deals is at least 1")
        options = {name: value for name, value in params.items() if name != "deals"}
        self.setting = Setting(game.id, game.rules, options)
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.setting.vocabulary),
            max_chance_outcomes=self.deals,
            num_players=game.seats,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0 if game.seats > 1 else None,
            max_game_length=LONGEST,
        )
        super().__init__(kind, info, dict(params))

    def new_initial_state(self) -> SpielState:
        """Return a match before its deal."""
        return SpielState(self)

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: Mapping[str, Any] | None = None
    ) -> SpielObserver:
        """Return an observer. Raises ``ValueError`` for ``params``, of which there are none."""
        if params:
            raise ValueError(f"observers have no parameters: {params}")
        return SpielObserver(self.setting, iig_obs_type)


class Match:
    """A match that OpenSpiel can copy and pickle; before the deal it has no episode."""

    def __init__(self, setting: Setting) -> None:
        self.setting = setting
        self.deal = -1
        self.episode: Episode | None = None
        #: Seats and numbers of their actions.
        self.answers: list[tuple[int, int]] = []

    def play(self, action: int) -> None:
        """Pick the deal, or play an action. Raises ``RefusedError`` for an illegal one."""
        if self.episode is None:
            self.deal = action
            name = f"{self.setting.game.id}/{self.setting.game.rules}/{action}"
            self.episode = Episode(self.setting, hashlib.sha256(name.encode()).digest())
            return
        seat = self.episode.turn
        self.episode.play(action)
        self.answers.append((seat, action))

    def __deepcopy__(self, memo: object) -> Match:
        other = Match(self.setting)
        other.deal, other.answers = self.deal, [*self.answers]
        other.episode = self.episode and self.episode.copy()
        return other

    def __reduce__(self) -> tuple[Any, ...]:
        game, options = self.setting.game, msgspec.to_builtins(self.setting.options)
        played = [self.deal, *(action for _, action in self.answers)] if self.episode else []
        return _played_again, (game.id, game.rules, options, played)


def _played_again(game: str, rules: int, options: dict[str, Any], played: list[int]) -> Match:
    match = Match(Setting(game, rules, options))
    for action in played:
        match.play(action)
    return match


class SpielState(pyspiel.State):  # type: ignore[misc]
    """A position of a match."""

    def __init__(self, game: SpielGame) -> None:
        super().__init__(game)
        self._match = Match(game.setting)

    @property
    def episode(self) -> Episode:
        """The match. Raises ``RuntimeError`` before the deal."""
        if self._match.episode is None:
            raise RuntimeError("no deal has been picked yet")
        return self._match.episode

    def current_player(self) -> int:
        """Return the deciding seat, or OpenSpiel's numbers for chance and the end."""
        if self._match.episode is None:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.is_terminal() else self.episode.turn

    def is_terminal(self) -> bool:
        """Return whether the match is over."""
        return self._match.episode is not None and self._match.episode.decision is None

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self.episode.legal) if player == self.episode.turn else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """Return the deals with their probabilities."""
        deals = self.get_game().deals
        return [(deal, 1 / deals) for deal in range(deals)]

    def _apply_action(self, action: int) -> None:
        self._match.play(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"deal {action}"
        return msgspec.json.encode(self.get_game().setting.vocabulary.actions[action]).decode()

    def returns(self) -> list[float]:
        """Return the reward of each seat: 0 before the end."""
        if self._match.episode is None:
            return [0.0] * int(self.get_game().num_players())
        return self.episode.rewards()

    def seen(self, seat: int) -> str:
        """Return the view of a seat as JSON; empty before the deal."""
        return "" if self._match.episode is None else msgspec.json.encode(self.episode.document(seat)).decode()

    def remembered(self, seat: int) -> str:
        """Return all a seat has seen and done as JSON: its view, its actions, and the events sent to it."""
        if self._match.episode is None:
            return ""
        done = [action for at, action in self._match.answers if at == seat]
        return msgspec.json.encode([self.episode.document(seat), done, self.episode.events(seat)]).decode()

    def __str__(self) -> str:
        return "deal" if self._match.episode is None else text(self.episode)


class SpielObserver:
    """The observation of a seat: a tensor as in ``docs/planes``, and a text.

    With perfect recall the text contains past events and actions; there is no such tensor.
    """

    def __init__(self, setting: Setting, kind: pyspiel.IIGObservationType | None) -> None:
        self._recalls = kind is not None and kind.perfect_recall
        self._size = setting.layout.size
        self.tensor: NDArray[np.float32] | None = None if self._recalls else np.zeros(self._size, np.float32)
        self.dict = {} if self.tensor is None else {"observation": self.tensor}

    def set_from(self, state: SpielState, player: int) -> None:
        """Fill the tensor with the observation of ``player``; zeros before the deal."""
        if self.tensor is None:
            return
        self.tensor.fill(0)
        if not state.is_chance_node():
            self.tensor[:] = observation_of(state.episode, player)

    def string_from(self, state: SpielState, player: int) -> str:
        """Return the observation of ``player`` as text."""
        return state.remembered(player) if self._recalls else state.seen(player)


def _kind(game: Game[Any]) -> pyspiel.GameType:
    defaults: dict[str, Any] = msgspec.to_builtins(game.Options())
    return pyspiel.GameType(
        short_name=f"bocage_{game.id}",
        long_name=game.text["en"]["game.name"],
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM if game.seats > 1 else pyspiel.GameType.Utility.GENERAL_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.seats,
        min_num_players=game.seats,
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        provides_factored_observation_string=False,
        parameter_specification={"deals": DEALS, **defaults},
    )


def _register(game: Game[Any]) -> None:
    kind = _kind(game)

    class Registered(SpielGame):
        def __init__(self, params: Mapping[str, Any] | None = None) -> None:
            super().__init__(kind, game, params or {})

    pyspiel.register_game(kind, Registered)


for _game in all_games():
    _register(_game)
