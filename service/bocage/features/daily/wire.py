"""Deals of the day: what REST tells of them, and of their boards. See also GET /api."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from bocage.protocol.rest import Nonce

#: A day as it is written.
DAY_PATTERN = "[0-9]{4}-[0-9]{2}-[0-9]{2}"
Day = Annotated[
    str,
    Meta(
        max_length=10,
        description="A day (UTC), such as `2026-11-22`.",
        extra_json_schema={"pattern": f"^({DAY_PATTERN})?$"},
    ),
]


class DealWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody wants to play the deal of a day."""

    game: Annotated[str, Meta(max_length=100, description="Id of the game.")]
    day: Annotated[Day, Meta(description="Left out: today. Earlier days are for practice.")] = ""
    nonce: Nonce = ""


class DealStarted(msgspec.Struct, frozen=True, omit_defaults=True):
    """A match of a deal, in which you sit."""

    match: Annotated[str, Meta(description="Its id.")]
    counted: Annotated[bool, Meta(description="It is your one attempt; absent: practice.")] = False


class DealInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """A deal: one game on one day."""

    game: Annotated[str, Meta(description="Id of the game.")]
    day: Day
    options: Annotated[dict[str, Any], Meta(description="Options that differ from their defaults.")]
    commitment: Annotated[
        str, Meta(description="SHA-256 of its secret: entry 1 of every match of it says the same.")
    ]
    committed: Annotated[int, Meta(description="When it was made, in milliseconds.")]
    secret: Annotated[str, Meta(description="Its secret, hexadecimal, when the day is over.")] = ""
    players: Annotated[int, Meta(description="How many have finished their attempt.")] = 0
    match: Annotated[str, Meta(description="Your attempt: id of the match; absent: you have not begun.")] = ""
    score: Annotated[int | None, Meta(description="Your points; absent: not finished.")] = None
    place: Annotated[int, Meta(description="Your place on the board of that day; absent: none.")] = 0
    symbols: Annotated[str, Meta(description="Your result as a row of signs that gives nothing away.")] = ""


class DailyTable(msgspec.Struct, frozen=True):
    """The deals of a day, and what is committed to for the next one."""

    day: Day
    now: Annotated[int, Meta(description="The service's clock, in milliseconds.")]
    until: Annotated[int, Meta(description="When the day is over, in milliseconds.")]
    deals: list[DealInfo]
    next: Annotated[list[DealInfo], Meta(description="The deals of the day after, as far as they may be known.")]
    days: Annotated[list[str], Meta(description="All days there were, the newest first.")]


class BoardRow(msgspec.Struct, frozen=True):
    """Somebody on a board. Equal points share a place."""

    place: int
    player: Annotated[str, Meta(description="Id of the player.")]
    name: Annotated[str, Meta(description="What they are called now.")]
    score: int


class Board(msgspec.Struct, frozen=True, omit_defaults=True):
    """The best of a day, a week, or all time."""

    game: str
    span: Annotated[str, Meta(description="A day, a week such as `2026-W47`, or `all`.")]
    players: Annotated[int, Meta(description="How many there are in all.")]
    rows: list[BoardRow]
    mine: Annotated[BoardRow | None, Meta(description="You, wherever you stand.")] = None
