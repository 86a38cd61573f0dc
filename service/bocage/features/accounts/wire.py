"""Messages about accounts: sign-ins, recovery codes, passkeys (WebAuthn), data export and account deletion.

Bytes are base64url without padding (RFC 4648). See also GET /api.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from msgspec import Meta

from bocage.protocol.messages import LobbyRow
from bocage.protocol.sign_ins import Device, SignInId

#: Reason for not offering passkeys: the package `webauthn` is not installed, the service has no TLS, or its
#: address is a number instead of a name.
NotOffered = Literal["", "package", "plain", "number"]

PasskeyName = Annotated[str, Meta(max_length=60, description="Label for its owner; may be empty.")]
PasskeyId = Annotated[
    str, Meta(max_length=16, description="Id of a passkey: the first 16 hex digits of its credential id's SHA-256.")
]
Bytes = Annotated[str, Meta(max_length=8000, pattern=r"^[A-Za-z0-9_-]*$")]
Key = Annotated[str, Meta(max_length=1400, pattern=r"^[A-Za-z0-9_-]*$")]


class SignInWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a token on another device, or after losing the first."""

    code: Annotated[
        str,
        Meta(
            max_length=200,
            description="The code of a one-time link, or a recovery code. Blanks, hyphens and case do not matter.",
        ),
    ]
    device: Device = ""


class FurtherSignIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A request for one more token of the caller."""

    device: Device = ""


class SignOut(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Sign-ins to end: one, or all but the caller's."""

    sign_in: Annotated[str, Meta(max_length=16, description="Id of the sign-in to end; empty: see `others`.")] = ""
    others: Annotated[
        bool,
        Meta(description="End all but the caller's. This also voids earlier links, recovery codes and passkeys."),
    ] = False


class SignInInfo(msgspec.Struct, frozen=True):
    """A sign-in as shown to its owner."""

    sign_in: SignInId
    device: Device
    made: Annotated[int, Meta(description="Creation time in milliseconds.")]
    used: Annotated[int, Meta(description="Time of last use in milliseconds, to the minute.")]
    this: Annotated[bool, Meta(description="The caller's own sign-in.")]


class SignInTable(msgspec.Struct, frozen=True):
    """The caller's sign-ins, last used first."""

    sign_ins: list[SignInInfo]
    codes: Annotated[int, Meta(description="Number of unused recovery codes.")]
    codes_made: Annotated[int, Meta(description="Creation time of the codes in milliseconds; 0: none.")]
    passkeys: Annotated[int, Meta(description="Number of passkeys.")] = 0


class SignedOut(msgspec.Struct, frozen=True):
    """The sign-ins that have ended."""

    sign_ins: list[SignInId]


class MoveLink(msgspec.Struct, frozen=True):
    """A short-lived code that works once, on any device."""

    code: Annotated[str, Meta(description="The page's address with it is /move#<code>.")]
    until: Annotated[int, Meta(description="Expiry in milliseconds.")]


class RecoveryCodes(msgspec.Struct, frozen=True):
    """Codes that work once each. They are shown only once and replace earlier ones."""

    codes: list[str]


class PasskeySupport(msgspec.Struct, frozen=True):
    """Passkeys of this service: offered or not, and the site they are for."""

    why: Annotated[
        NotOffered,
        Meta(
            description="Reason for not offering them; empty: offered. `package`: not installed, `plain`: no"
            " TLS, `number`: no name."
        ),
    ]
    site: Annotated[str, Meta(description="Id of the relying party: the domain.")]
    origins: Annotated[list[str], Meta(description="Origins of the pages that use them.")]


class PasskeyOffer(msgspec.Struct, frozen=True):
    """Parameters for creating a passkey for the caller."""

    challenge: Annotated[Bytes, Meta(description="Sign it once, with the caller's token, within five minutes.")]
    site: Annotated[str, Meta(description="Id of the relying party.")]
    user: Annotated[Bytes, Meta(description="User handle: bytes derived from the player's id.")]
    name: Annotated[str, Meta(description="Name of the player.")]
    known: Annotated[list[Bytes], Meta(description="Credential ids of the caller's existing passkeys.")]


class NewPasskey(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A passkey created by a device."""

    credential: Annotated[Key, Meta(description="Credential id.")]
    client_data: Annotated[Bytes, Meta(description="`clientDataJSON` of the answer.")]
    attestation: Annotated[Bytes, Meta(description="`attestationObject` of the answer.")]
    name: PasskeyName = ""


class PasskeyChallenge(msgspec.Struct, frozen=True):
    """Parameters for signing in. They name no player: the device finds its own passkeys for the site."""

    session: Annotated[str, Meta(description="Send it along with the answer.")]
    challenge: Annotated[Bytes, Meta(description="Sign it once, in this session, within five minutes.")]
    site: Annotated[str, Meta(description="Id of the relying party.")]


class PasskeySignIn(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A device's answer to a challenge."""

    session: Annotated[str, Meta(max_length=100, description="The `session` of the challenge.")]
    credential: Annotated[Key, Meta(description="Credential id.")]
    user: Annotated[Key, Meta(description="`userHandle` of the answer.")]
    client_data: Annotated[Bytes, Meta(description="`clientDataJSON` of the answer.")]
    authenticator: Annotated[Bytes, Meta(description="`authenticatorData` of the answer.")]
    signature: Annotated[Bytes, Meta(description="`signature` of the answer.")]
    device: Device = ""


class PasskeyChange(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Rename or remove a passkey."""

    passkey: PasskeyId
    name: PasskeyName = ""
    remove: Annotated[bool, Meta(description="Remove it; `name` is ignored.")] = False


class PasskeyInfo(msgspec.Struct, frozen=True):
    """A passkey as shown to its owner."""

    passkey: PasskeyId
    name: PasskeyName
    made: Annotated[int, Meta(description="Creation time in milliseconds.")]
    used: Annotated[int, Meta(description="Time of last use in milliseconds; 0: never.")]
    synced: Annotated[bool, Meta(description="Synced by its provider: may be on several devices.")]


class PasskeyTable(msgspec.Struct, frozen=True):
    """The caller's passkeys, newest first."""

    passkeys: list[PasskeyInfo]


class LeaveWish(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Delete your account."""

    confirm: Annotated[str, Meta(description="Your current name, as confirmation.")] = ""


class Left(msgspec.Struct, frozen=True):
    """Your account is deleted."""

    given_up: Annotated[list[str], Meta(description="Ids of the matches that were resigned.")]


class KeptSignIn(msgspec.Struct, frozen=True):
    """A sign-in. Times in milliseconds."""

    sign_in: str
    device: str
    made: int
    used: int


class PlayerData(msgspec.Struct, frozen=True):
    """All data that the service stores about a player. Times in milliseconds.

    Tokens and codes are stored as SHA-256 only and not included.
    """

    player: str
    name: str
    created: int
    record: Annotated[str, Meta(description="Who may see your record: nobody, friends, everybody.")]
    program: bool
    suspended: bool
    sign_ins: list[KeptSignIn]
    recovery_codes: Annotated[int, Meta(description="Number of unused codes.")]
    link: Annotated[bool, Meta(description="A one-time link for another device is pending.")]
    passkeys: Annotated[list[Any], Meta(description="Passkeys as they are stored, with their public keys.")]
    notices: Annotated[Any, Meta(description="Your notice preferences and channels, as stored.")]
    matches: Annotated[list[LobbyRow], Meta(description="Each has a log: GET /api/matches/{match}/export.")]
    results: Annotated[list[Any], Meta(description="Rated matches: who played, half points of the first, when.")]
    attempts: Annotated[list[Any], Meta(description="Your attempts at deals of days: day, game, match.")] = []
    points: Annotated[
        dict[str, int], Meta(description="Your points on boards, by game and day, week or all time.")
    ] = {}
    friends: Annotated[list[str], Meta(description="Players you have added as friends, by id.")] = []
    asked_by: Annotated[list[str], Meta(description="Players who have added you as a friend, by id.")] = []
    blocked: list[str] = []
    muted: list[str] = []
    reports: Annotated[
        list[dict[str, Any]], Meta(description="Your reports to the operator within the last 30 days.")
    ] = []
    maps: Annotated[list[Any], Meta(description="Your maps.")] = []
    vacations: Annotated[list[Any], Meta(description="Your vacations within a year: from and to.")] = []
    programs: Annotated[list[str], Meta(description="Your programs, by id.")] = []
    challenges: Annotated[list[Any], Meta(description="Challenges to and from you that wait.")] = []
