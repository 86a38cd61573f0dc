"""Messages about accounts: sign-ins, recovery codes, passkeys (WebAuthn), data export and leaving.

The bytes of a browser's answer travel as base64url without padding (RFC 4648). See also GET /api.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from bocage.protocol.messages import LobbyRow
from bocage.protocol.sign_ins import Device, SignInId

#: Why passkeys are not offered: the package `webauthn` is not installed; people reach the service without TLS; they
#: reach it at a number instead of a name.
NotOffered = Literal["", "package", "plain", "number"]

PasskeyName = Annotated[str, Meta(max_length=60, description="What its owner knows it by; may be empty.")]
PasskeyId = Annotated[
    str, Meta(max_length=16, description="Id of a passkey: the first 16 hex digits of its credential id's SHA-256.")
]
Bytes = Annotated[str, Meta(max_length=8000, pattern=r"^[A-Za-z0-9_-]*$")]
Key = Annotated[str, Meta(max_length=1400, pattern=r"^[A-Za-z0-9_-]*$")]


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
