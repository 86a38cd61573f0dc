"""Fair dice: commit, mix, reveal.

The service commits to a secret in entry 1, before any player takes a seat. Each player adds a nonce. The key of the
dice is derived from all of them, so that neither the service nor a player can choose it alone:

    commitment = SHA-256(secret)
    key        = HMAC-SHA256(secret, match id || 0x0A || nonce of seat 0 || 0x0A || nonce of seat 1 …)

Text is ASCII; nonces are the lower-case hex digits of the log. The secret is published when the match is over.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from base64 import b32encode
from collections.abc import Iterable

#: Length of a match's secret in bytes.
SECRET_BYTES = 32

_NONCE = re.compile(r"[0-9a-f]{32,128}")


def new_secret() -> bytes:
    """Return a new secret for a match."""
    return secrets.token_bytes(SECRET_BYTES)


def new_nonce() -> str:
    """Return a new nonce, hex, for clients that send none."""
    return secrets.token_hex(16)


def is_nonce(text: str) -> bool:
    """True for 32 to 128 lower-case hexadecimal digits."""
    return _NONCE.fullmatch(text) is not None


def commitment(secret: bytes) -> str:
    """Return the commitment to ``secret``, hex, as in entry 1."""
    return hashlib.sha256(secret).hexdigest()


def match_key(secret: bytes, match: str, nonces: Iterable[str]) -> bytes:
    """Return the key of a match's dice. ``nonces``: in the order of the seats."""
    return hmac.digest(secret, "\n".join((match, *nonces)).encode(), "sha256")


def invite_code(secret: bytes) -> str:
    """Return the invite code of a private match. Derived from the secret, so it is not stored."""
    return b32encode(hmac.digest(secret, b"invite", "sha256")[:10]).decode().lower()
