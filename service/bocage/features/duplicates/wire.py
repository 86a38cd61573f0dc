"""Duplicates in REST. See also GET /api."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from bocage.protocol.rest import IsProgram, Nonce


class NewDuplicate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A duplicate to create."""

    game: Annotated[str, Meta(max_length=100, description="Id of the game.")]
    options: Annotated[dict[str, Any], Meta(description="Options that differ from their defaults.")] = {}
    opponent: Annotated[
        str,
        Meta(max_length=100, description="Strategy of the house bot that both play against, in two-player games."),
    ] = ""


class DuplicateMade(msgspec.Struct, frozen=True):
    """A new duplicate. Anyone with its id can be the second player, so send it to nobody else."""

    duplicate: str
    until: Annotated[int, Meta(description="Deadline for matches in milliseconds.")]


class PlayDuplicate(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request to play a round: its deal, in its seat. The first one by another player makes them the second."""

    round: Annotated[int, Meta(ge=0, le=1, description="From 0; in two-player games also the seat.")] = 0
    nonce: Nonce = ""


class DuplicateStarted(msgspec.Struct, frozen=True):
    """Your match of a round. Idempotent."""

    match: Annotated[str, Meta(description="Its id.")]


class DuplicatePlayer(msgspec.Struct, frozen=True, omit_defaults=True):
    """A player of a duplicate."""

    player: str
    name: Annotated[str, Meta(description="Current name.")]
    program: IsProgram = False


class DuplicateResult(msgspec.Struct, frozen=True, omit_defaults=True):
    """A result of a duplicate. That of the other player is visible once both have finished."""

    match: str
    player: Annotated[int, Meta(description="0: the first player, 1: the second.")]
    round: int
    points: Annotated[int, Meta(description="Points of a solo game; else 2 won, 1 drawn, 0 lost or not counted.")]
    reason: Annotated[str, Meta(description="Why it ended; empty: too late, not counted.")] = ""


class DuplicateMatch(msgspec.Struct, frozen=True):
    """Your own match of a duplicate."""

    match: str
    round: int
    ended: bool


class DuplicateInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """A duplicate as visible to you."""

    duplicate: str
    game: Annotated[str, Meta(description="Id of the game.")]
    options: dict[str, Any]
    rounds: Annotated[int, Meta(description="Number of deals; in two-player games one per seat.")]
    commitment: Annotated[str, Meta(description="SHA-256 of its secret, as in entry 1 of all its matches.")]
    made: Annotated[int, Meta(description="Creation time in milliseconds.")]
    until: Annotated[int, Meta(description="Deadline for matches in milliseconds.")]
    players: list[DuplicatePlayer]
    opponent: Annotated[str, Meta(description="Strategy of the house bot in two-player games.")] = ""
    you: Annotated[int | None, Meta(description="Your index in `players`; absent: none.")] = None
    mine: Annotated[list[DuplicateMatch], Meta(description="Your own matches.")] = []
    over: Annotated[bool, Meta(description="Both have finished; results and the secret are revealed.")] = False
    results: list[DuplicateResult] = []
