"""Options of a match; a seat has none."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

import msgspec

from bocage.rules.kernel import NoOptions as SeatOptions


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The readings of the rules that players may choose between; defaults first."""

    crawl_fire: Literal["icon", "never", "always"] = "icon"  # OM-9
    squad_track: Literal[7, 8] = 7  # OM-1
    nest_side: Literal["player", "random"] = "player"  # OM-16
    mines_under_open: bool = False  # OM-14


#: The deals of the days, Monday first.
DAILY: tuple[Mapping[str, object], ...] = (
    {},
    {"crawl_fire": "never"},
    {"squad_track": 8},
    {"nest_side": "random"},
    {"mines_under_open": True},
    {"crawl_fire": "always", "squad_track": 8},
    {},
)

__all__ = ["DAILY", "Options", "SeatOptions"]
