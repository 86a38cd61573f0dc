"""The ground of a match, by variant."""

from __future__ import annotations

from bocage.rules.squad.data import Variant
from bocage.rules.squad.ground import Ground
from bocage.rules.squad.hexmap import HexMap
from bocage.rules.squad.scale import FlankingScale, Scale
from bocage.rules.squad.state import State

GROUNDS: dict[Variant, Ground] = {"base": Scale(), "flanking": FlankingScale(), "map": HexMap()}


def ground_of(state: State) -> Ground:
    """The ground of the variant that ``state`` is played in."""
    return GROUNDS[state.options.variant]
