"""Leaving for good, and all that is kept about a player. See also GET /api."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import Meta

from bocage.protocol.messages import LobbyRow


class LeaveWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """You leave for good."""

    confirm: Annotated[str, Meta(description="Your name as it is now: the proof that this is meant.")] = ""


class Left(msgspec.Struct, frozen=True):
    """You have left."""

    given_up: Annotated[list[str], Meta(description="Ids of the matches that were given up.")]


class KeptSignIn(msgspec.Struct, frozen=True):
    """A sign-in. Times in milliseconds."""

    sign_in: str
    device: str
    made: int
    used: int


class PlayerData(msgspec.Struct, frozen=True):
    """All that is kept about a player. Times in milliseconds.

    Of tokens and codes the service has nothing but a SHA-256, which is not told.
    """

    player: str
    name: str
    created: int
    record: Annotated[str, Meta(description="Who may see your record: nobody, friends, everybody.")]
    program: bool
    suspended: bool
    sign_ins: list[KeptSignIn]
    recovery_codes: Annotated[int, Meta(description="How many are left.")]
    link: Annotated[bool, Meta(description="A code for another device waits.")]
    passkeys: Annotated[list[Any], Meta(description="Passkeys as they are stored, with their public keys.")]
    notices: Annotated[Any, Meta(description="What you want to be told, and where, as it is stored.")]
    matches: Annotated[list[LobbyRow], Meta(description="Each has a log: GET /api/matches/{match}/export.")]
    results: Annotated[list[Any], Meta(description="Rated matches: who played, half points of the first, when.")]
    attempts: Annotated[list[Any], Meta(description="Your attempts at deals of days: day, game, match.")] = []
    points: Annotated[
        dict[str, int], Meta(description="Your points on boards, by game and day, week or all time.")
    ] = {}
    friends: Annotated[list[str], Meta(description="Whom you want for friends, by id.")] = []
    asked_by: Annotated[list[str], Meta(description="Who asked you to be their friend, by id.")] = []
    blocked: list[str] = []
    muted: list[str] = []
    reports: Annotated[
        list[dict[str, Any]], Meta(description="What you told the operator within the last 30 days.")
    ] = []
    vacations: Annotated[list[Any], Meta(description="Your vacations within a year: from and to.")] = []
