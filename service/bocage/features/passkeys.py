"""Who this service is to passkeys, and checking what devices answer (WebAuthn, by the package ``webauthn``).

That package is imported when an answer is checked, not before: a service without it starts as well. Pure.
"""

from __future__ import annotations

import base64
import importlib.util
import ipaddress
from urllib.parse import urlsplit

import msgspec

from bocage.protocol.passkeys import NewPasskey, NotOffered, PasskeySignIn


class PasskeyError(Exception):
    """The answer of a device is not one to the challenge, or not that of this passkey."""


class RelyingParty(msgspec.Struct, frozen=True):
    """Who asks for passkeys: the domain ``id``, at pages of these origins. ``why``: why it does not ask."""

    id: str
    origins: tuple[str, ...]
    why: NotOffered = ""


class CheckedPasskey(msgspec.Struct, frozen=True):
    """A passkey that was made: credential id, public key (COSE), number of signatures, whether it is synced."""

    credential: bytes
    key: bytes
    count: int
    synced: bool


def installed() -> bool:
    """Whether the package that checks answers is there."""
    return importlib.util.find_spec("webauthn") is not None


def relying_party(site: str, domain: str = "", origins: tuple[str, ...] = ()) -> RelyingParty:
    """The relying party of a service that people reach at the address ``site``.

    A service that is reached at this machine alone takes the name localhost: a passkey belongs to a name, not to a
    number. ``domain``, ``origins``: what the operator chose instead; empty: it follows from the site.
    """
    parts = urlsplit(site)
    host = parts.hostname or ""
    if _is_loopback(host):
        host = "localhost"
        site = f"{parts.scheme}://localhost" + (f":{parts.port}" if parts.port else "")
    else:
        site = f"{parts.scheme}://{parts.netloc}"
    wanted = origins or (site.lower(),)
    return RelyingParty(domain or host, wanted, _why_not(domain or host, wanted))


def _why_not(domain: str, origins: tuple[str, ...]) -> NotOffered:
    if not installed():
        return "package"
    if _is_number(domain):
        return "number"
    # Browsers know no passkeys on pages without TLS, except on localhost.
    plain = [one for one in origins if not one.startswith("https://") and urlsplit(one).hostname != "localhost"]
    return "plain" if plain else ""


def _is_number(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


def _is_loopback(host: str) -> bool:
    return host == "localhost" or (_is_number(host) and ipaddress.ip_address(host).is_loopback)


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
