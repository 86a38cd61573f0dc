"""Options of a match; a seat has none."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from bocage.rules.kernel import NoOptions as SeatOptions


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Independent switches (4.1, 8.0). ``rescue``: infantry that must be aboard at the moment of victory."""

    rescue: Literal[0, 1, 2] = 0
    equal_kills: bool = False
    simple_breakdowns: bool = False


#: The deals of the days, Monday first.
DAILY: tuple[Mapping[str, object], ...] = (
    {},
    {"simple_breakdowns": True},
    {"rescue": 1},
    {"equal_kills": True},
    {"rescue": 2, "equal_kills": True},
    {},
    {"rescue": 1, "simple_breakdowns": True},
)

__all__ = ["DAILY", "Options", "SeatOptions"]
