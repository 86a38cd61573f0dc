"""For programs that take notices by webhook: whether a request comes from the service."""

from __future__ import annotations

import hashlib
import hmac
import re

#: Milliseconds by which a request may be old; clocks may differ by as much.
OLDEST = 300_000

_HEADER = re.compile(r"t=(\d{1,15}),v1=([0-9a-f]{64})")


def is_genuine(secret: str, header: str, body: bytes, now: int) -> bool:
    """Whether the header ``Bocage-Signature`` belongs to this body, and is fresh.

    ``secret``: what was told when the place was added. ``body``: the bytes as they came. ``now``: milliseconds.
    """
    found = _HEADER.fullmatch(header)
    if found is None or abs(now - int(found[1])) > OLDEST:
        return False
    signed = hmac.new(secret.encode(), f"{found[1]}.".encode() + body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(signed, found[2])
