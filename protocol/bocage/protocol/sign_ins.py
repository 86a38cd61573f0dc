"""Sign-ins: the tokens of one player, one for each device."""

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
