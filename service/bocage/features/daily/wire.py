"""Daily deals and their boards in REST. See also GET /api."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from bocage.protocol.rest import IsProgram, Nonce
from bocage.rules.kernel.scenario import InBoth

#: Pattern of a day.
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
    """A request to play a daily deal."""

    game: Annotated[str, Meta(max_length=100, description="Id of the game.")]
    day: Annotated[Day, Meta(description="Default: today. Earlier days are practice.")] = ""
    nonce: Nonce = ""


class DealStarted(msgspec.Struct, frozen=True, omit_defaults=True):
    """Your match of a deal."""

    match: Annotated[str, Meta(description="Its id.")]
    counted: Annotated[bool, Meta(description="It is your one attempt; absent: practice.")] = False


class DealScenario(msgspec.Struct, frozen=True):
    """The scenario that a deal is played with; its own dice and cards are not used."""

    id: Annotated[str, Meta(description="Its id, as in `GET /api/scenarios`.")]
    name: InBoth
    text: InBoth


class DealInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """A deal: one game on one day."""

    game: Annotated[str, Meta(description="Id of the game.")]
    day: Day
    options: Annotated[dict[str, Any], Meta(description="Options that differ from their defaults.")]
    commitment: Annotated[str, Meta(description="SHA-256 of its secret, as in entry 1 of all its matches.")]
    committed: Annotated[int, Meta(description="Time of the commitment in milliseconds.")]
    secret: Annotated[str, Meta(description="Its secret, hexadecimal, after the day.")] = ""
    scenario: Annotated[
        DealScenario | None, Meta(description="On Sundays: the scenario whose options these are.")
    ] = None
    players: Annotated[int, Meta(description="Number of finished attempts.")] = 0
    match: Annotated[str, Meta(description="Match of your attempt; absent: not begun.")] = ""
    score: Annotated[int | None, Meta(description="Your points; absent: not finished.")] = None
    place: Annotated[int, Meta(description="Your place on the board of that day; absent: none.")] = 0
    symbols: Annotated[str, Meta(description="Your result as symbols without spoilers.")] = ""


class DailyTable(msgspec.Struct, frozen=True):
    """The deals of a day, and the commitments for the next one."""

    day: Day
    now: Annotated[int, Meta(description="The service's clock, in milliseconds.")]
    until: Annotated[int, Meta(description="End of the day in milliseconds.")]
    deals: list[DealInfo]
    next: Annotated[list[DealInfo], Meta(description="The public part of the next day's deals.")]
    days: Annotated[list[str], Meta(description="All days so far, newest first.")]


class BoardRow(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player on a board. Equal points share a place."""

    place: int
    player: Annotated[str, Meta(description="Id of the player.")]
    name: Annotated[str, Meta(description="Current name.")]
    score: int
    program: IsProgram = False


class Board(msgspec.Struct, frozen=True, omit_defaults=True):
    """The best of a day, a week, or all time."""

    game: str
    span: Annotated[str, Meta(description="A day, a week such as `2026-W47`, or `all`.")]
    players: Annotated[int, Meta(description="Number of players on the board.")]
    rows: list[BoardRow]
    mine: Annotated[BoardRow | None, Meta(description="Your own row.")] = None
