"""Maps in REST. See also GET /api."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

#: Greatest length of the reporter's note.
LONGEST_NOTE = 2000
ID_PATTERN = "^[0-9a-f]{32}$"

MapId = Annotated[str, Meta(pattern=ID_PATTERN, description="Hash of the content: 32 hexadecimal digits.")]
MapName = Annotated[
    str,
    Meta(description="Name: not empty, at most map_name_length characters, without `<` and `>`."),
]


class NewMap(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A map to keep."""

    text: Annotated[str, Meta(description="The map, as the game writes maps; comments are not kept.")]
    name: MapName
    shared: Annotated[bool, Meta(description="Show it to everybody, with your name.")] = False
    forked_from: Annotated[
        str,
        Meta(pattern=f"^$|{ID_PATTERN}", description="Id of the map that it was drawn from; empty: none."),
    ] = ""
    game: Annotated[
        str,
        Meta(max_length=100, description="Id of the game; empty: the game that has maps."),
    ] = ""


class MapChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Changes to a map of yours. Absent fields stay as they are."""

    name: MapName | UnsetType = UNSET
    shared: Annotated[bool, Meta(description="Show it to everybody, with your name.")] | UnsetType = UNSET


class MapInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """A map. Players who drew the same map see their own name for it."""

    id: MapId
    game: Annotated[str, Meta(description="Id of the game.")]
    name: MapName
    owner: Annotated[str, Meta(description="Id of the player who keeps it under this name.")]
    owner_name: Annotated[str, Meta(description="Current name of that player.")]
    created: Annotated[int, Meta(description="Time since when they keep it, in milliseconds.")]
    text: Annotated[str, Meta(description="Its canonical text.")]
    options: Annotated[
        dict[str, Any],
        Meta(description="Options of a match on it, for `POST /api/matches`: with its text and its size."),
    ]
    shared: Annotated[bool, Meta(description="Visible to everybody.")] = False
    forked_from: Annotated[str, Meta(description="Id of the map that it was drawn from; absent: none.")] = ""


class MapPage(msgspec.Struct, frozen=True, omit_defaults=True):
    """A page of maps, newest first."""

    maps: list[MapInfo]
    next: Annotated[
        str, Meta(description="Cursor of the next page, to send as `after`. Absent: this is the last page.")
    ] = ""


class MapDeleted(msgspec.Struct, frozen=True):
    """You do not keep this map any more."""

    id: MapId


class MapReport(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A report about a shared map."""

    reason: Literal["name", "other"]
    note: Annotated[str, Meta(max_length=LONGEST_NOTE, description="Your description.")] = ""


class MapReported(msgspec.Struct, frozen=True):
    """The report is stored for the operator."""

    id: MapId


class KeptCopy(msgspec.Struct, frozen=True):
    """A map that a player keeps, as exported with their data."""

    id: str
    game: str
    name: str
    shared: bool
    created: int
    text: str
    forked_from: str
