"""House bots as fixed points of the programs' ladders: their strengths do not follow results.

In natural logits of the score; ``regular`` is 0. They follow from the points that house bots made against others
on the same deals, in the table of docs/bots.md. A strategy without an entry is rated as any program.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path

import msgspec

from bocage.features.ratings.glicko import Strength


@cache
def anchors() -> Mapping[str, Mapping[str, float]]:
    """Return the strengths of house bots by game and strategy."""
    stored = Path(__file__).with_name("anchors.json").read_bytes()
    return msgspec.json.decode(stored, type=dict[str, dict[str, float]])


def anchor(game: str, strategy: str) -> Strength | None:
    """Return the fixed strength of a house bot; None: it has none, or there is no such bot."""
    mean = anchors().get(game, {}).get(strategy)
    return None if mean is None else Strength(mean, 0.0, 0.0)
