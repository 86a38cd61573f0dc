"""Sign-ins: the tokens of one player, one per device; how another is had, and how they end. See also GET /api."""

from __future__ import annotations

import hashlib
from typing import Annotated

import msgspec
from msgspec import Meta

SignInId = Annotated[
    str, Meta(max_length=16, description="Id of a sign-in: the first 16 hex digits of the SHA-256 of its token.")
]
Device = Annotated[
    str,
    Meta(max_length=60, description="What its owner knows it by, such as `Firefox, Android`; may be empty."),
]


def sign_in_id(token: str) -> str:
    """The id of the sign-in that a token stands for; it does not give the token away."""
    return hashlib.sha256(token.encode()).hexdigest()[:16]


class NewGuest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What a new player wants to be called."""

    name: Annotated[
        str,
        Meta(
            description="Printable characters, no more than the limit name_length; empty: the service thinks of"
            " something.",
            extra_json_schema={"format": "name"},
        ),
    ] = ""
    device: Device = ""


class SignInWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Somebody who is known elsewhere wants a token here."""

    code: Annotated[
        str,
        Meta(
            max_length=200,
            description="The code of a one-time link, or a recovery code. Blanks, hyphens and case do not matter.",
        ),
    ]
    device: Device = ""


class FurtherSignIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The caller wants one more token."""

    device: Device = ""


class SignOut(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Which sign-ins end: one, or all but the caller's."""

    sign_in: Annotated[str, Meta(max_length=16, description="Id of the sign-in to end; empty: see `others`.")] = ""
    others: Annotated[
        bool,
        Meta(
            description="End all but the caller's. Links, recovery codes and passkeys of before are void as well."
        ),
    ] = False


class SignInInfo(msgspec.Struct, frozen=True):
    """A sign-in, as its owner sees it."""

    sign_in: SignInId
    device: Device
    made: Annotated[int, Meta(description="When it was made, in milliseconds.")]
    used: Annotated[int, Meta(description="When it was last used, in milliseconds; known to the minute.")]
    this: Annotated[bool, Meta(description="It is the one that the caller used.")]


class SignInTable(msgspec.Struct, frozen=True):
    """The sign-ins of the caller, the latest used first."""

    sign_ins: list[SignInInfo]
    codes: Annotated[int, Meta(description="How many recovery codes are left.")]
    codes_made: Annotated[int, Meta(description="When they were made, in milliseconds; 0: there are none.")]
    passkeys: Annotated[int, Meta(description="How many passkeys there are.")] = 0


class SignedOut(msgspec.Struct, frozen=True):
    """Which sign-ins have ended."""

    sign_ins: list[SignInId]


class MoveLink(msgspec.Struct, frozen=True):
    """A code that works once and for a short time, on any device."""

    code: Annotated[str, Meta(description="The page's address with it is /move#<code>.")]
    until: Annotated[int, Meta(description="Until when it works, in milliseconds.")]


class RecoveryCodes(msgspec.Struct, frozen=True):
    """Codes that work once each. They are told this once; earlier ones are void."""

    codes: list[str]
