"""Options of a match (sheet, section 6)."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from bocage.rules.kernel import NoOptions as SeatOptions


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Defaults are the game as ruled; see 5.1 of the sheet."""

    #: The side of seat 0, who created the match; the other seat gets the other side.
    creator_side: Literal["random", "us", "de"] = "random"
    #: The translator's proposal: formations act where a commander stands. CC-O1 to CC-O13
    commander: bool = False
    #: A support card's n suppression rolls: n times 2D6, or one total of n D6. CC-18
    support: Literal["independent", "sum"] = "independent"
    #: Units that an HQ may help to rally. CC-52
    hq_help: Literal["any_front", "same_front"] = "any_front"
    #: The first player-turn at whose end three fronts against one win. CC-71
    auto_from_turn: Annotated[int, msgspec.Meta(ge=1, le=20)] = 4
    #: The player-turn after which the match is adjudicated. CC-74
    turn_cap: Annotated[int, msgspec.Meta(ge=10, le=100)] = 60


__all__ = ["Options", "SeatOptions"]
