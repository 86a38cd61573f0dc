"""Checks of the answers of devices (WebAuthn, by the package ``webauthn``).

That package is imported when an answer is checked, so that a service without it can start. Pure.
"""

from __future__ import annotations

import base64

import msgspec

from bocage.features.accounts.relying_party import RelyingParty
from bocage.features.accounts.wire import NewPasskey, PasskeySignIn


class PasskeyError(Exception):
    """The answer of a device is not one to the challenge, or not that of this passkey."""


class CheckedPasskey(msgspec.Struct, frozen=True):
    """A passkey that was made: credential id, public key (COSE), number of signatures, whether it is synced."""

    credential: bytes
    key: bytes
    count: int
    synced: bool


def to_text(data: bytes) -> str:
    """Bytes as base64url without filling."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def to_bytes(text: str) -> bytes:
    """What :func:`to_text` was given. Raises :class:`PasskeyError` for what is none."""
    try:
        return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError:
        raise PasskeyError("not base64url") from None


class _ClientData(msgspec.Struct):
    challenge: str


def challenge_of(client_data: str) -> str:
    """The challenge that an answer is to, as text. Raises :class:`PasskeyError`."""
    try:
        return msgspec.json.decode(to_bytes(client_data), type=_ClientData).challenge
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise PasskeyError("no client data") from None


def check_new(party: RelyingParty, made: NewPasskey, challenge: str) -> CheckedPasskey:
    """The passkey that a device has made upon ``challenge``. Raises :class:`PasskeyError`."""
    import webauthn
    from webauthn.helpers.structs import AuthenticatorAttestationResponse, RegistrationCredential

    answer = AuthenticatorAttestationResponse(to_bytes(made.client_data), to_bytes(made.attestation))
    try:
        found = webauthn.verify_registration_response(
            credential=RegistrationCredential(made.credential, to_bytes(made.credential), answer),
            expected_challenge=to_bytes(challenge),
            expected_rp_id=party.id,
            expected_origin=list(party.origins),
        )
    # It is given whatever somebody sends, and raises whatever its parts do.
    except Exception as error:
        raise PasskeyError(str(error)) from error
    # The id that counts is the one that the device has signed for.
    return CheckedPasskey(
        found.credential_id, found.credential_public_key, found.sign_count, found.credential_backed_up
    )


def check_answer(party: RelyingParty, answer: PasskeySignIn, challenge: str, key: bytes, count: int) -> int:
    """How many signatures a passkey has given by now, if it has signed ``challenge``.

    ``key``: its public key; ``count``: how many it had given before. Raises :class:`PasskeyError`, also where the
    number did not grow: then there are two of what there can be one of.
    """
    import webauthn
    from webauthn.helpers.structs import AuthenticationCredential, AuthenticatorAssertionResponse

    response = AuthenticatorAssertionResponse(
        to_bytes(answer.client_data), to_bytes(answer.authenticator), to_bytes(answer.signature)
    )
    try:
        found = webauthn.verify_authentication_response(
            credential=AuthenticationCredential(answer.credential, to_bytes(answer.credential), response),
            expected_challenge=to_bytes(challenge),
            expected_rp_id=party.id,
            expected_origin=list(party.origins),
            credential_public_key=key,
            credential_current_sign_count=count,
        )
    except Exception as error:
        raise PasskeyError(str(error)) from error
    return int(found.new_sign_count)
