"""What may be true of a unit or a front, as bits, with the names that views and cards use."""

from __future__ import annotations

from functools import cache
from typing import Final

# Units: lasting
OUT_OF_AMMO: Final = 1 << 0
BROKEN_DOWN: Final = 1 << 1
# Units: until the end of the active player's turn. CC-76
MOVED: Final = 1 << 2
MOVE_TRIED: Final = 1 << 3
ON_MISSION: Final = 1 << 4
SUPPRESSED: Final = 1 << 5
ASSAULTED: Final = 1 << 6
GREEN: Final = 1 << 7
AWAITING_ORDERS: Final = 1 << 8
ROADS: Final = 1 << 9
VETERAN: Final = 1 << 10
MAY_SUPPRESS: Final = 1 << 11
ANTI_TANK: Final = 1 << 12
HELPED: Final = 1 << 13
RALLY_TRIED: Final = 1 << 14
SHAKEN: Final = 1 << 15
WITHDRAWN: Final = 1 << 16
STAYS_OUT: Final = 1 << 17

LASTING: Final = OUT_OF_AMMO | BROKEN_DOWN

# Fronts: until the end of the active player's turn
FOGGED: Final = 1 << 0
DISORDERED: Final = 1 << 1
ATTACKED: Final = 1 << 2

UNIT_FLAGS: Final = (
    "out_of_ammo",
    "broken_down",
    "moved",
    "move_tried",
    "on_mission",
    "suppressed",
    "assaulted",
    "green",
    "awaiting_orders",
    "roads",
    "veteran",
    "may_suppress",
    "anti_tank",
    "helped",
    "rally_tried",
    "shaken",
    "withdrawn",
    "stays_out",
)
FRONT_FLAGS: Final = ("fogged", "disordered", "attacked")


@cache
def unit_flags(bits: int) -> tuple[str, ...]:
    """The names of the bits that are set, for units."""
    return tuple(name for i, name in enumerate(UNIT_FLAGS) if bits >> i & 1)


@cache
def front_flags(bits: int) -> tuple[str, ...]:
    """The names of the bits that are set, for fronts."""
    return tuple(name for i, name in enumerate(FRONT_FLAGS) if bits >> i & 1)
