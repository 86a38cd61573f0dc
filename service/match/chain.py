"""The hash chain over a log: a change of one entry, or of their order, changes every hash after it."""

from __future__ import annotations

import struct
from hashlib import sha256

#: The hash before entry 1.
GENESIS = bytes(32)

_NUMBERS = struct.Struct(">QQ").pack


def link(before: bytes, seq: int, at: int, raw: bytes) -> bytes:
    """The hash after an entry: SHA-256(hash before || be64 seq || be64 at || raw)."""
    return sha256(before + _NUMBERS(seq, at) + raw).digest()
