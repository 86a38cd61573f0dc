"""Verification of webhook requests, for programs that receive notices."""

from __future__ import annotations

import hashlib
import hmac
import re

#: Greatest accepted age of a request in milliseconds, including the difference of clocks.
OLDEST = 300_000

_HEADER = re.compile(r"t=(\d{1,15}),v1=([0-9a-f]{64})")


def is_genuine(secret: str, header: str, body: bytes, now: int) -> bool:
    """True if the header ``Bocage-Signature`` belongs to this body, and is fresh.

    ``secret``: from adding the channel. ``body``: the raw bytes. ``now``: milliseconds.
    """
    found = _HEADER.fullmatch(header)
    if found is None or abs(now - int(found[1])) > OLDEST:
        return False
    signed = hmac.new(secret.encode(), f"{found[1]}.".encode() + body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(signed, found[2])
