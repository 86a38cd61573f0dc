"""Passkeys: keys that a device or a password manager keeps, by which a player is known again (WebAuthn).

The bytes of a browser's answer travel as base64url without filling (RFC 4648). See also GET /api.
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from bocage.protocol.sign_ins import Device

#: Why passkeys are not offered: the package `webauthn` is not installed; people reach the service without TLS; they
#: reach it at a number instead of a name.
NotOffered = Literal["", "package", "plain", "number"]

PasskeyName = Annotated[str, Meta(max_length=60, description="What its owner knows it by; may be empty.")]
PasskeyId = Annotated[
    str, Meta(max_length=16, description="Id of a passkey: the first 16 hex digits of its credential id's SHA-256.")
]
Bytes = Annotated[str, Meta(max_length=8000, pattern=r"^[A-Za-z0-9_-]*$")]
Key = Annotated[str, Meta(max_length=1400, pattern=r"^[A-Za-z0-9_-]*$")]


class PasskeySupport(msgspec.Struct, frozen=True):
    """Whether this service offers passkeys, and where."""

    why: Annotated[
        NotOffered,
        Meta(description="Why not; empty: it does. `package`: not installed, `plain`: no TLS, `number`: no name."),
    ]
    site: Annotated[str, Meta(description="The domain that passkeys are made for (the id of the relying party).")]
    origins: Annotated[list[str], Meta(description="Origins of the pages at which they are used.")]


class PasskeyOffer(msgspec.Struct, frozen=True):
    """What a device needs to make a passkey for the caller."""

    challenge: Annotated[
        Bytes, Meta(description="To be signed: once, for the caller's token, within five minutes.")
    ]
    site: Annotated[str, Meta(description="The id of the relying party.")]
    user: Annotated[Bytes, Meta(description="The handle of the user: bytes that stand for the player's id.")]
    name: Annotated[str, Meta(description="What the player is called.")]
    known: Annotated[list[Bytes], Meta(description="Credential ids of the passkeys that there are already.")]


class NewPasskey(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A passkey that a device has made."""

    credential: Annotated[Key, Meta(description="Its credential id.")]
    client_data: Annotated[Bytes, Meta(description="`clientDataJSON` of the answer.")]
    attestation: Annotated[Bytes, Meta(description="`attestationObject` of the answer.")]
    name: PasskeyName = ""


class PasskeyChallenge(msgspec.Struct, frozen=True):
    """What a device needs to sign in. It names no player: the device knows whose passkeys it has."""

    session: Annotated[str, Meta(description="To be sent along with the answer; nobody else can use it.")]
    challenge: Annotated[Bytes, Meta(description="To be signed: once, in this session, within five minutes.")]
    site: Annotated[str, Meta(description="The id of the relying party.")]


class PasskeySignIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A device's answer to a challenge."""

    session: Annotated[str, Meta(max_length=100, description="As it was told with the challenge.")]
    credential: Annotated[Key, Meta(description="The credential id.")]
    user: Annotated[Key, Meta(description="`userHandle` of the answer.")]
    client_data: Annotated[Bytes, Meta(description="`clientDataJSON` of the answer.")]
    authenticator: Annotated[Bytes, Meta(description="`authenticatorData` of the answer.")]
    signature: Annotated[Bytes, Meta(description="`signature` of the answer.")]
    device: Device = ""


class PasskeyChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Another name for a passkey, or its end."""

    passkey: PasskeyId
    name: PasskeyName = ""
    remove: Annotated[bool, Meta(description="It signs nobody in any more; `name` does not matter.")] = False


class PasskeyInfo(msgspec.Struct, frozen=True):
    """A passkey, as its owner sees it."""

    passkey: PasskeyId
    name: PasskeyName
    made: Annotated[int, Meta(description="When it was made, in milliseconds.")]
    used: Annotated[int, Meta(description="When it was last used, in milliseconds; 0: never.")]
    synced: Annotated[bool, Meta(description="Its maker keeps copies, so that it may be on several devices.")]


class PasskeyTable(msgspec.Struct, frozen=True):
    """The passkeys of the caller, the newest first."""

    passkeys: list[PasskeyInfo]
