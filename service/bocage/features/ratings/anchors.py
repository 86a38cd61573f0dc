"""House bots as fixed points of the programs' ladders: their strengths do not follow results.

In natural logits of the score; ``regular`` is 0. They follow from the points that house bots made against others
on the same deals, in the table of docs/bots.md. A strategy without an entry is rated as any program.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from bocage.features.ratings.glicko import Strength

ANCHORS: Mapping[tuple[str, str], float] = MappingProxyType(
    {
        ("squad", "random"): -1.8,
        ("squad", "recruit"): -0.92,
        ("squad", "regular"): 0.0,
        ("squad", "sergeant"): 0.86,
        ("squad", "veteran"): 1.15,
        ("company_commander", "random"): -4.4,
        ("company_commander", "recruit"): -1.3,
        ("company_commander", "regular"): 0.0,
        ("company_commander", "captain"): 1.37,
        ("company_commander", "veteran"): 1.37,
    }
)


def anchor(game: str, strategy: str) -> Strength | None:
    """Return the fixed strength of a house bot; None: it has none, or there is no such bot."""
    mean = ANCHORS.get((game, strategy))
    return None if mean is None else Strength(mean, 0.0, 0.0)
