"""Any legal action is as good as another."""

from __future__ import annotations

import random
from typing import Any

from bocage.sdk.bot import Strategy


def make(seed: int | None = None) -> Strategy:
    """A strategy that chooses evenly among the legal actions; the same ``seed`` chooses the same again."""
    rng = random.Random(seed)

    def choose(view: dict[str, Any], actions: list[dict[str, Any]]) -> dict[str, Any]:
        return rng.choice(actions)

    return choose
