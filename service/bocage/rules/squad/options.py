"""Options of a match and of a seat."""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType
from msgspec.structs import force_setattr

from bocage.rules.squad.data import Variant
from bocage.rules.squad.drawn import EXAMPLES, LONGEST, MapError, canonical, parse

#: The creator leaves the nationality to the player, or fixes it (SQ-13).
NationOption: TypeAlias = Literal["open", "us", "de", "uk", "jp", "ru"]
#: A player's choice with their seat.
NationChoice: TypeAlias = Literal["random", "us", "de", "uk", "jp", "ru"]
FurtherNationChoice: TypeAlias = Literal["same", "random", "us", "de", "uk", "jp", "ru"]
#: The home edge of seat 0; that of seat 1 lies opposite (SQ-116).
Edge: TypeAlias = Literal["north", "south", "west", "east", "northwest", "southeast", "northeast", "southwest"]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Options of a match; those of another variant than the one played have no effect."""

    variant: Variant = "base"
    nation_0: NationOption = "open"
    nation_1: NationOption = "open"
    #: SQ-2 and section 7 of the sheet.
    morale_memory: Literal["opponent_turn", "since_last_check"] = "opponent_turn"
    #: Player turns after which the match is a draw (SQ-98).
    turn_cap: Annotated[int, Meta(ge=2, le=1000)] = 200
    #: Flanking variant: SQ-105 or SQ-106.
    flank_side: Literal["same", "opposite"] = "same"
    #: Flanking variant: Flanking Fire may follow a lateral move into the open as well (SQ-103).
    flank_open: bool = False
    #: Flanking variant: the bonus of two or more Flanking Fire cards (SQ-107).
    flank_encircled: Literal["sum", "plus3"] = "sum"
    #: Map variant (SQ-112, SQ-113, SQ-115, SQ-119).
    columns: Annotated[int, Meta(ge=7, le=15)] = 9
    rows: Literal[6, 8, 10, 12, 14] = 8
    squads_per_seat: Literal[1, 2, 3] = 1
    terrain: Literal["mirrored", "random", "drawn"] = "mirrored"
    activation: Literal["phases", "squads"] = "phases"
    #: Map variant (SQ-113, SQ-116). Unset where nothing is chosen, so that logs read as before there was a choice.
    home_edge: Edge | UnsetType = UNSET
    #: A drawn map as text, kept as ``str(Map)`` writes it. Its size is then that of the match.
    map: Annotated[str, Meta(max_length=LONGEST, examples=list(EXAMPLES))] | UnsetType = UNSET

    def __post_init__(self) -> None:
        on_map = self.variant == "map"
        if not on_map or self.home_edge == "north":
            force_setattr(self, "home_edge", UNSET)
        if not on_map or not self.map:
            force_setattr(self, "map", UNSET)
        if not on_map:
            return
        if self.map and self.terrain != "drawn":
            raise MapError("map_unused")
        if self.terrain == "drawn":
            if not self.map:
                raise MapError("map_missing")
            drawn = parse(self.map)
            for name, value in (("map", canonical(self.map)), ("columns", drawn.columns), ("rows", drawn.rows)):
                force_setattr(self, name, value)

    @property
    def edge(self) -> Edge:
        """The home edge of seat 0."""
        return self.home_edge or "north"


class SeatOptions(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A player's options with their seat. A nationality fixed by the match overrides the choice."""

    nation: NationChoice = "random"
    #: Map variant with several squads (SQ-115).
    nation_2: FurtherNationChoice = "same"
    nation_3: FurtherNationChoice = "same"
