"""Options of a match (sheet, section 6)."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import force_setattr

from bocage.rules.company_commander.position import EXAMPLES, LONGEST, PositionError, canonical
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
    #: The table before the first turn. CC-2. Unset where nothing is chosen, so that logs read as before there was a
    #: choice.
    opening: Literal["empty", "placed"] | UnsetType = UNSET
    #: The units that lie there, as ``position.canonical`` writes them.
    units: Annotated[str, Meta(max_length=LONGEST, examples=list(EXAMPLES))] | UnsetType = UNSET

    def __post_init__(self) -> None:
        if self.opening == "placed":
            if not self.units:
                raise PositionError("position_missing")
            force_setattr(self, "units", canonical(self.units))
            return
        if self.units:
            raise PositionError("position_unused")
        force_setattr(self, "opening", UNSET)
        force_setattr(self, "units", UNSET)


__all__ = ["Options", "SeatOptions"]
