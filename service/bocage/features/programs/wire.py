"""Programs and their tokens in REST. See also GET /api."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from bocage.protocol.profile import Rating
from bocage.protocol.rest import Name, PlayerId
from bocage.protocol.sign_ins import Device, SignInId

Scope = Literal["play", "challenge"]
Scopes = Annotated[
    list[Scope],
    Meta(
        max_length=2,
        description="What it allows: to `play` matches, to `challenge` players and answer. Empty: everything.",
    ),
]
Named = Annotated[bool, Meta(description="Show the owner's name with the program.")]
OnLadder = Annotated[
    bool, Meta(description="The service may arrange rated matches for it, when its connection asks for them.")
]


class NewProgram(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A program to create."""

    name: Annotated[
        str,
        Meta(
            description="Printable characters, at most as long as the limit name_length.",
            extra_json_schema={"format": "name", "minLength": 1},
        ),
    ] = ""
    named: Named = False
    scopes: Scopes = []
    ladder: OnLadder = True


class ProgramWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A change of a program. Absent fields stay as they are."""

    named: Named | msgspec.UnsetType = msgspec.UNSET
    ladder: OnLadder | msgspec.UnsetType = msgspec.UNSET


class RetireWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Confirm the retirement of a program."""

    confirm: Annotated[str, Meta(description="Its current name.")]


class NewToken(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A token to create."""

    scopes: Scopes = []
    device: Device = ""


class TokenMade(msgspec.Struct, frozen=True):
    """A new token of a program."""

    player: PlayerId
    token: Annotated[str, Meta(description="Bearer token. It is shown only once; keep it secret.")]
    sign_in: SignInId


class TokenInfo(msgspec.Struct, frozen=True):
    """A token of a program, without the token itself."""

    sign_in: SignInId
    device: Device
    scopes: Scopes
    made: Annotated[int, Meta(description="Creation time in milliseconds.")]


class RevokeWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A token to end."""

    sign_in: SignInId


class OwnProgram(msgspec.Struct, frozen=True):
    """A program as its owner sees it."""

    player: PlayerId
    name: Name
    named: Named
    tokens: list[TokenInfo]
    ladder: OnLadder = True


class OwnPrograms(msgspec.Struct, frozen=True):
    """The caller's programs."""

    programs: list[OwnProgram]


class ProgramInfo(msgspec.Struct, frozen=True, omit_defaults=True):
    """A program as everybody sees it."""

    player: PlayerId
    name: Name
    owner: Annotated[str, Meta(description="Id of its owner, if they are named.")] = ""
    owner_name: Annotated[str, Meta(description="Name of its owner, if they are named.")] = ""
    online: Annotated[bool, Meta(description="It follows its account now.")] = False
    tables: Annotated[int, Meta(description="Matches it would play at the same time.")] = 0
    free: Annotated[int, Meta(description="How many of its tables are free now.")] = 0
    games: Annotated[list[str], Meta(description="The games it accepts challenges to; absent: all.")] = []
    ladder: Annotated[bool, Meta(description="It takes part in the programs' ladder.")] = False
    ratings: Annotated[Mapping[str, Rating], Meta(description="Its ratings by game.")] = {}
    retired: Annotated[bool, Meta(description="Its owner has retired it.")] = False


class Programs(msgspec.Struct, frozen=True):
    """The programs that are online, those with free tables first."""

    programs: list[ProgramInfo]
