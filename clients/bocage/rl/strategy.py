"""Learned policies as strategies for live matches."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from bocage.rl.episode import Setting
from bocage.rules.kernel.legal import parse_action
from bocage.sdk.bot import Strategy

#: Observation and action mask → number of a legal action.
Policy: TypeAlias = Callable[[NDArray[np.float32], NDArray[np.int8]], int]


def strategy_of(game: str, policy: Policy) -> Strategy:
    """Create a strategy for ``bocage bot`` and ``run_bot`` from ``policy``.

    Raises ``LookupError`` for a game that is not installed.
    """
    setting = Setting(game)
    vocabulary, layout = setting.vocabulary, setting.layout

    def choose(view: dict[str, Any], actions: list[dict[str, Any]]) -> dict[str, Any]:
        legal = [parse_action(setting.game, action) for action in actions]
        numbers = vocabulary.numbers(legal)
        seen = np.zeros(layout.size, np.float32)
        layout.encode(seen.data, view["table"], view["turn"], view["turn"], view["decision"])
        mask = np.zeros(len(vocabulary), np.int8)
        mask[numbers] = 1
        return actions[numbers.index(policy(seen, mask))]

    return choose
