"""Verifies the answers of devices (WebAuthn), with the package ``webauthn``. No I/O.

The package is imported on use, so that the service starts without it.
"""

from __future__ import annotations

import base64

import msgspec

from bocage.features.accounts.relying_party import RelyingParty
from bocage.features.accounts.wire import NewPasskey, PasskeySignIn


class PasskeyError(Exception):
    """The answer does not match the challenge or the passkey."""


class CheckedPasskey(msgspec.Struct, frozen=True):
    """A verified new passkey. ``key``: public key (COSE). ``count``: signature counter."""

    credential: bytes
    key: bytes
    count: int
    synced: bool


def to_text(data: bytes) -> str:
    """Encode as base64url without padding."""
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def to_bytes(text: str) -> bytes:
    """Decode base64url without padding. Raises :class:`PasskeyError`."""
    try:
        return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    except ValueError:
        raise PasskeyError("not base64url") from None


class _ClientData(msgspec.Struct):
    challenge: str


def challenge_of(client_data: str) -> str:
    """Return the challenge that an answer refers to. Raises :class:`PasskeyError`."""
    try:
        return msgspec.json.decode(to_bytes(client_data), type=_ClientData).challenge
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise PasskeyError("no client data") from None


def check_new(party: RelyingParty, made: NewPasskey, challenge: str) -> CheckedPasskey:
    """Verify a new passkey against ``challenge``. Raises :class:`PasskeyError`."""
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
    # The input is untrusted, and the package raises various exceptions for it.
    except Exception as error:
        raise PasskeyError(str(error)) from error
    # Use the id that the device signed, not the one in the request.
    return CheckedPasskey(
        found.credential_id, found.credential_public_key, found.sign_count, found.credential_backed_up
    )


def check_answer(party: RelyingParty, answer: PasskeySignIn, challenge: str, key: bytes, count: int) -> int:
    """Verify the signature of ``challenge`` and return the new signature counter.

    ``key``: public key; ``count``: the previous counter. Raises :class:`PasskeyError`, also when the counter did
    not grow, which indicates a cloned passkey.
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
