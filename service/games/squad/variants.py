"""Which ground a match is played on."""

from __future__ import annotations

from service.games.squad.data import Variant
from service.games.squad.ground import Ground
from service.games.squad.hexmap import HexMap
from service.games.squad.scale import FlankingScale, Scale
from service.games.squad.state import State

GROUNDS: dict[Variant, Ground] = {"base": Scale(), "flanking": FlankingScale(), "map": HexMap()}


def ground_of(state: State) -> Ground:
    """The ground of the variant that ``state`` is played in."""
    return GROUNDS[state.options.variant]
