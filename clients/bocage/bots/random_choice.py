"""The random strategy."""

from __future__ import annotations

import random
from typing import Any

from bocage.sdk.bot import Strategy


def make(seed: int | None = None) -> Strategy:
    """Create a strategy that chooses uniformly among the legal actions, repeatable with ``seed``."""
    rng = random.Random(seed)

    def choose(view: dict[str, Any], actions: list[dict[str, Any]]) -> dict[str, Any]:
        return rng.choice(actions)

    return choose
