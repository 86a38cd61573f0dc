"""A device with passkeys, in software: what browser and authenticator answer (WebAuthn, ES256, no attestation)."""

from __future__ import annotations

import hashlib
import json
import secrets
from typing import Any

import msgspec
from cbor2 import dumps
from cryptography.hazmat.primitives import hashes
from cryptography.hazmat.primitives.asymmetric import ec

from bocage.features.accounts.checks import to_bytes, to_text

#: User present, user verified.
PRESENT, VERIFIED = 0x01, 0x04
#: The answer holds a new credential.
ATTESTED = 0x40


class Credential(msgspec.Struct):
    """One passkey."""

    id: bytes
    user: str
    key: Any
    count: int = 0


class Authenticator:
    """Makes passkeys and signs with them, at a page of ``origin``."""

    def __init__(self, origin: str = "http://localhost", site: str = "") -> None:
        self.origin = origin
        #: The relying party that it signs for; empty: the one that asks.
        self.site = site
        self.credentials: list[Credential] = []

    def make(self, offer: dict[str, Any]) -> dict[str, Any]:
        """The body of POST /api/players/me/passkeys upon an offer."""
        made = Credential(secrets.token_bytes(24), offer["user"], ec.generate_private_key(ec.SECP256R1()))
        self.credentials.append(made)
        numbers = made.key.public_key().public_numbers()
        point = {-2: numbers.x.to_bytes(32, "big"), -3: numbers.y.to_bytes(32, "big")}
        key = dumps({1: 2, 3: -7, -1: 1, **point})
        attested = bytes(16) + len(made.id).to_bytes(2, "big") + made.id + key
        data = self._data(offer["site"], PRESENT | VERIFIED | ATTESTED, 0) + attested
        return {
            "credential": to_text(made.id),
            "client_data": to_text(self._client("webauthn.create", offer["challenge"])),
            "attestation": to_text(dumps({"fmt": "none", "attStmt": {}, "authData": data})),
        }

    def sign(self, asked: dict[str, Any], number: int = 0, **other: Any) -> dict[str, Any]:
        """The body of POST /api/passkeys/sign-in upon a challenge, by credential ``number``; ``other``: what is
        said instead of the truth."""
        used = self.credentials[number]
        used.count += 1
        client = self._client("webauthn.get", asked["challenge"])
        data = self._data(asked["site"], PRESENT | VERIFIED, used.count)
        signature = used.key.sign(data + hashlib.sha256(client).digest(), ec.ECDSA(hashes.SHA256()))
        return {
            "session": asked["session"],
            "credential": to_text(used.id),
            "user": used.user,
            "client_data": to_text(client),
            "authenticator": to_text(data),
            "signature": to_text(signature),
        } | other

    def _client(self, kind: str, challenge: str) -> bytes:
        return json.dumps({"type": kind, "challenge": challenge, "origin": self.origin}).encode()

    def _data(self, site: str, flags: int, count: int) -> bytes:
        return hashlib.sha256((self.site or site).encode()).digest() + bytes([flags]) + count.to_bytes(4, "big")


def player_of(handle: str) -> str:
    """The player whom a user handle stands for."""
    return to_bytes(handle).decode()
