"""Options of a match and of a seat."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec

from bocage.rules.squad.data import Variant

#: The creator leaves the nationality to the player, or fixes it (SQ-13).
NationOption: TypeAlias = Literal["open", "us", "de", "uk", "jp", "ru"]
#: A player's choice with their seat.
NationChoice: TypeAlias = Literal["random", "us", "de", "uk", "jp", "ru"]
FurtherNationChoice: TypeAlias = Literal["same", "random", "us", "de", "uk", "jp", "ru"]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Options of a match; those of another variant than the one played have no effect."""

    variant: Variant = "base"
    nation_0: NationOption = "open"
    nation_1: NationOption = "open"
    #: SQ-2 and section 7 of the sheet.
    morale_memory: Literal["opponent_turn", "since_last_check"] = "opponent_turn"
    #: Player turns after which the match is a draw (SQ-98).
    turn_cap: Annotated[int, msgspec.Meta(ge=2, le=1000)] = 200
    #: Flanking variant: SQ-105 or SQ-106.
    flank_side: Literal["same", "opposite"] = "same"
    #: Flanking variant: Flanking Fire may follow a lateral move into the open as well (SQ-103).
    flank_open: bool = False
    #: Flanking variant: the bonus of two or more Flanking Fire cards (SQ-107).
    flank_encircled: Literal["sum", "plus3"] = "sum"
    #: Map variant (SQ-112, SQ-113, SQ-115, SQ-119).
    columns: Annotated[int, msgspec.Meta(ge=7, le=15)] = 9
    rows: Literal[6, 8, 10, 12, 14] = 8
    squads_per_seat: Literal[1, 2, 3] = 1
    terrain: Literal["mirrored", "random"] = "mirrored"
    activation: Literal["phases", "squads"] = "phases"


class SeatOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player's options with their seat. A nationality fixed by the match overrides the choice."""

    nation: NationChoice = "random"
    #: Map variant with several squads (SQ-115).
    nation_2: FurtherNationChoice = "same"
    nation_3: FurtherNationChoice = "same"
