"""A policy in arrays plays at a table."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from bocage.rl import Episode, Setting
from bocage.rl.solo import mask_of, observation_of
from bocage.rl.strategy import strategy_of


@pytest.mark.parametrize("game", ["omaha", "squad"])
def test_a_strategy_shows_its_policy_what_an_environment_shows(game: str) -> None:
    seen: list[tuple[bytes, bytes]] = []

    def last(observation: NDArray[np.float32], mask: NDArray[np.int8]) -> int:
        seen.append((observation.tobytes(), mask.tobytes()))
        return int(np.flatnonzero(mask)[-1])

    strategy = strategy_of(game, last)
    episode = Episode(Setting(game), bytes(32))
    for _ in range(8):
        seat, actions = episode.turn, episode.actions()
        chosen = strategy(episode.document(seat), actions)
        assert isinstance(chosen, dict)
        assert seen.pop() == (observation_of(episode, seat).tobytes(), mask_of(episode).tobytes())
        number = episode.legal[actions.index(chosen)]
        assert number == max(episode.legal)
        episode.play(number)
