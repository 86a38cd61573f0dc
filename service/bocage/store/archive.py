"""Finished logs as one compressed value: stored by columns, which compress better, then zlib."""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from itertools import pairwise

import msgspec

from bocage.log.records import Entry


class Archived(msgspec.Struct, frozen=True, array_like=True):
    """Columns of a log: times as differences, and bodies (JSON without line breaks)."""

    version: int
    times: list[int]
    bodies: bytes


_pack = msgspec.msgpack.Encoder().encode
_unpack = msgspec.msgpack.Decoder(Archived).decode


def compress(entries: Sequence[Entry]) -> bytes:
    """Compress a whole log. Raises ``ValueError`` for a body with a line break."""
    if any(b"\n" in entry.raw for entry in entries):
        raise ValueError("a body holds a line break")
    times = [after.at - before.at for before, after in pairwise(entries)]
    archived = Archived(1, [entries[0].at, *times], b"\n".join([entry.raw for entry in entries]))
    return zlib.compress(_pack(archived), 9)


def expand(value: bytes) -> list[Entry]:
    """Decompress the log in ``value``."""
    archived = _unpack(zlib.decompress(value))
    entries: list[Entry] = []
    at = 0
    for seq, (passed, raw) in enumerate(zip(archived.times, archived.bodies.split(b"\n"), strict=True), 1):
        at += passed
        entries.append(Entry(seq, at, raw))
    return entries
