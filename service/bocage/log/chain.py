"""The hash chain over a log. Changing an entry or the order changes every later hash."""

from __future__ import annotations

import struct
from binascii import b2a_base64
from collections.abc import Iterable
from hashlib import blake2b, sha256

from bocage.log.records import Entry

#: The hash before entry 1.
GENESIS = bytes(32)

_NUMBERS = struct.Struct(">QQ").pack
#: From the alphabet of base64 to the one of URLs.
_URLSAFE = bytes.maketrans(b"+/", b"-_")


def link(before: bytes, seq: int, at: int, raw: bytes) -> bytes:
    """The hash after an entry: SHA-256(hash before || be64 seq || be64 at || raw)."""
    return sha256(before + _NUMBERS(seq, at) + raw).digest()


def digest(head: bytes, secret: bytes) -> str:
    """Return a position's digest, eight characters made from the hash after its entry.

    Keyed with the match's secret: a plain hash would let a player guess hidden actions and compare.
    """
    text = b2a_base64(blake2b(head, digest_size=6, key=secret).digest(), newline=False)
    return text.translate(_URLSAFE).decode()


def digests(entries: Iterable[Entry], secret: bytes) -> dict[int, str]:
    """Map the number of each entry of a whole log to the digest after it."""
    head = GENESIS
    found = {}
    for entry in entries:
        head = link(head, entry.seq, entry.at, entry.raw)
        found[entry.seq] = digest(head, secret)
    return found
