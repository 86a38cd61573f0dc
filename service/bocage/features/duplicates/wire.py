"""Duplicates: two players play the same deals, each for themselves, so that the better plan wins.

See also GET /api.
"""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from bocage.protocol.rest import Nonce


class NewDuplicate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody wants to play the same deals as somebody else."""

    game: Annotated[str, Meta(max_length=100, description="Id of the game.")]
    options: Annotated[dict[str, Any], Meta(description="Its options, as far as they are not as usual.")] = {}
    opponent: Annotated[
        str, Meta(max_length=100, description="Strategy of the house bot that both play against, in games of two.")
    ] = ""


class DuplicateMade(msgspec.Struct, frozen=True):
    """A new duplicate. Who has its id can be the second player: send it to nobody else."""

    duplicate: str
    until: Annotated[int, Meta(description="Until when matches count, in milliseconds.")]


class PlayDuplicate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody wants to play a round: its deal, in its seat. The first who does so is the second player."""

    round: Annotated[int, Meta(ge=0, le=1, description="From 0; in games of two it is the seat, too.")] = 0
    nonce: Nonce = ""


class DuplicateStarted(msgspec.Struct, frozen=True):
    """Your match of a round; asked again, the same."""

    match: Annotated[str, Meta(description="Its id.")]


class DuplicatePlayer(msgspec.Struct, frozen=True):
    """One of the two."""

    player: str
    name: Annotated[str, Meta(description="What they are called now.")]


class DuplicateResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a match of a duplicate ended. Told of the other player when nobody plays any more."""

    match: str
    player: Annotated[int, Meta(description="0: the first player, 1: the second.")]
    round: int
    points: Annotated[
        int, Meta(description="Of a game of one player its points; else 2 won, 1 drawn, 0 lost or not counted.")
    ]
    reason: Annotated[str, Meta(description="How it ended; empty: not in time; it counts nothing.")] = ""


class DuplicateMatch(msgspec.Struct, frozen=True):
    """A match of yours."""

    match: str
    round: int
    ended: bool


class DuplicateInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """A duplicate, as you may see it."""

    duplicate: str
    game: Annotated[str, Meta(description="Id of the game.")]
    options: dict[str, Any]
    rounds: Annotated[int, Meta(description="How many deals both play; in games of two one per seat.")]
    commitment: Annotated[str, Meta(description="SHA-256 of its secret: entry 1 of all its matches says the same.")]
    made: Annotated[int, Meta(description="When it was made, in milliseconds.")]
    until: Annotated[int, Meta(description="Until when matches count, in milliseconds.")]
    players: list[DuplicatePlayer]
    opponent: Annotated[str, Meta(description="Strategy of the house bot in games of two.")] = ""
    you: Annotated[int | None, Meta(description="Which of the two you are; absent: neither.")] = None
    mine: Annotated[list[DuplicateMatch], Meta(description="Your own matches.")] = []
    over: Annotated[bool, Meta(description="Nobody plays any more; results are told, and the secret.")] = False
    results: list[DuplicateResult] = []
