"""What can be chosen when a match is created; the player chooses nothing for their seat."""

from __future__ import annotations

from typing import Literal

import msgspec

from service.games.kernel import NoOptions as SeatOptions


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The readings of the rules that players may choose between; defaults first."""

    crawl_fire: Literal["icon", "never", "always"] = "icon"  # OM-9
    squad_track: Literal[7, 8] = 7  # OM-1
    nest_side: Literal["player", "random"] = "player"  # OM-16
    mines_under_open: bool = False  # OM-14


__all__ = ["Options", "SeatOptions"]
