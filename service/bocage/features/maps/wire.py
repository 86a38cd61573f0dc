"""Maps in REST. See also GET /api."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, UnsetType

#: Greatest length of the reporter's note.
LONGEST_NOTE = 2000
ID_PATTERN = "^[0-9a-f]{32}$"
#: Games that a player can request for one map, and pairs of sides.
LEAST_GAMES, MOST_GAMES = 10, 400
MOST_PAIRS = 25
#: Decimal places of shares.
DIGITS = 4

MapId = Annotated[str, Meta(description="Hash of the content: 32 hexadecimal digits.")]
MapName = Annotated[
    str,
    Meta(description="Name: not empty, at most map_name_length characters, without `<` and `>`."),
]


Side = Annotated[str, Meta(max_length=40)]


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


class FairnessWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for games of the engine on a map of yours."""

    pairs: Annotated[
        list[tuple[Side, Side]],
        Meta(
            max_length=MOST_PAIRS,
            description="Pairs of sides, such as nations, each played both ways; empty: all pairs.",
        ),
    ] = []
    options: Annotated[
        dict[str, Any],
        Meta(description="Further options of the matches, such as the home edge; those of the map prevail."),
    ] = {}
    games: Annotated[int, Meta(ge=LEAST_GAMES, le=MOST_GAMES, description="Number of games.")] = 200


class SeatShare(msgspec.Struct, frozen=True):
    """A seat's results. ``share`` of points from 0 to 1, a draw is ½; ``margin``: half of its 95 % interval."""

    won: Annotated[int, Meta(description="Games won.")]
    share: Annotated[float, Meta(description="Share of points, from 0 to 1; a draw is ½.")]
    margin: Annotated[float, Meta(description="Half-width of the 95 % interval of the share.")]


class PairShare(msgspec.Struct, frozen=True):
    """The results of a pair of sides."""

    sides: Annotated[list[str], Meta(description="That of the north, and that of the south.")]
    games: int
    share: Annotated[float, Meta(description="Share of points of the north.")]
    margin: Annotated[float, Meta(description="Half-width of its 95 % interval.")]


class FairnessSum(msgspec.Struct, frozen=True):
    """How fair a map is, in short."""

    played: Annotated[int, Meta(description="Games played.")]
    wanted: Annotated[int, Meta(description="Games to be played.")]
    share: Annotated[float, Meta(description="Share of points of the north (seat 0).")]
    margin: Annotated[float, Meta(description="Half-width of its 95 % interval.")]


class MapFairness(msgspec.Struct, frozen=True, omit_defaults=True):
    """How fair a map is: games of the engine against itself. Also while they are played."""

    played: Annotated[int, Meta(description="Games played.")]
    wanted: Annotated[int, Meta(description="Games to be played.")]
    asked: Annotated[int, Meta(description="Time of the request in milliseconds.")]
    options: Annotated[dict[str, Any], Meta(description="Options of these games besides those of the map.")]
    engine: Annotated[str, Meta(description="Version of the engine; results differ between versions.")]
    north: Annotated[SeatShare, Meta(description="Seat 0, which begins in the north unless `options` say else.")]
    south: Annotated[SeatShare, Meta(description="Seat 1.")]
    drawn: Annotated[int, Meta(description="Games without a winner.")]
    turns: Annotated[float, Meta(description="Mean number of turns.")]
    cover: Annotated[float, Meta(description="Share of hexes from which cover is at most one hex away.")]
    fallen: Annotated[
        list[tuple[str, int]],
        Meta(description="Hexes and the men that fell there in all games, most first."),
    ]
    pairs: list[PairShare]
    meet: Annotated[
        list[tuple[str, str]],
        Meta(description="Sides of both seats that meet, in turn, in all games to be played."),
    ]
    done: Annotated[bool, Meta(description="No more games will be played.")] = False
    failed: Annotated[bool, Meta(description="The engine could not play on it.")] = False
    waiting: Annotated[int, Meta(description="Number of maps whose games are played before these.")] = 0
    paused: Annotated[
        bool, Meta(description="No game was played for a minute: the machine is busy. They go on by themselves.")
    ] = False


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
    fairness: Annotated[FairnessSum | None, Meta(description="How fair it is; absent: nobody asked.")] = None
    owner_program: Annotated[bool, Meta(description="That player is a program.")] = False


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
