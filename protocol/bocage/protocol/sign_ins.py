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
    Meta(max_length=60, description="Label for its owner, such as `Firefox, Android`; may be empty."),
]


def sign_in_id(token: str) -> str:
    """Return the id of a token's sign-in. It does not reveal the token."""
    return hashlib.sha256(token.encode()).hexdigest()[:16]


class NewGuest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The name of a new player."""

    name: Annotated[
        str,
        Meta(
            description="Printable characters, at most as long as the limit name_length; empty: the service chooses"
            " a name.",
            extra_json_schema={"format": "name"},
        ),
    ] = ""
    device: Device = ""
