"""Flags of units and fronts: bits in the state, names in views, in the same order."""

from __future__ import annotations

from functools import cache
from typing import Final, TypedDict, cast

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


class UnitFlags(TypedDict, total=False):
    """Flags of a unit, each a text ``flag.<name>``; false ones are left out."""

    out_of_ammo: bool
    broken_down: bool
    moved: bool
    move_tried: bool
    on_mission: bool
    suppressed: bool
    assaulted: bool
    green: bool
    awaiting_orders: bool
    roads: bool
    veteran: bool
    may_suppress: bool
    anti_tank: bool
    helped: bool
    rally_tried: bool
    shaken: bool
    withdrawn: bool
    stays_out: bool


class FrontFlags(TypedDict, total=False):
    """Flags of a front, each a text ``flag.<name>``; false ones are left out."""

    fogged: bool
    disordered: bool
    attacked: bool


UNIT_FLAGS: Final = tuple(UnitFlags.__annotations__)
FRONT_FLAGS: Final = tuple(FrontFlags.__annotations__)


@cache
def unit_flags(bits: int) -> UnitFlags:
    """The flags of a unit by name. ``move_tried`` shows only where ``moved`` does not say it already."""
    if bits & MOVED:
        bits &= ~MOVE_TRIED
    return cast(UnitFlags, {name: True for i, name in enumerate(UNIT_FLAGS) if bits >> i & 1})


@cache
def front_flags(bits: int) -> FrontFlags:
    """The flags of a front by name."""
    return cast(FrontFlags, {name: True for i, name in enumerate(FRONT_FLAGS) if bits >> i & 1})
