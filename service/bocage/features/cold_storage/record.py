"""One match in cold storage: its archive and its list row, with a digest; and the name that it lies under."""

from __future__ import annotations

import hashlib
from datetime import date

import msgspec

#: How every record begins: what it is, and the version of its form.
MAGIC = b"bocage match 1\n"
#: Milliseconds of a day.
DAY = 86_400_000
_DIGEST = hashlib.sha256().digest_size
_EPOCH = date(1970, 1, 1).toordinal()


class DamagedError(ValueError):
    """What lies in storage is not what was written there."""


class Record(msgspec.Struct, frozen=True, array_like=True):
    """``row``: the list row as the store keeps it (empty: there was none). ``archive``: the compressed log."""

    match: str
    row: bytes
    archive: bytes


_pack = msgspec.msgpack.Encoder().encode
_unpack = msgspec.msgpack.Decoder(Record).decode


def encode(record: Record) -> bytes:
    """The record as bytes: the same record always gives the same bytes."""
    body = _pack(record)
    return MAGIC + hashlib.sha256(body).digest() + body


def decode(data: bytes, match: str) -> Record:
    """The record of ``match``. Raises :class:`DamagedError`."""
    digest, body = data[len(MAGIC) : len(MAGIC) + _DIGEST], data[len(MAGIC) + _DIGEST :]
    if not data.startswith(MAGIC) or hashlib.sha256(body).digest() != digest:
        raise DamagedError(f"the record of match {match} is damaged")
    try:
        record = _unpack(body)
    except msgspec.MsgspecError as error:
        raise DamagedError(f"the record of match {match} cannot be read: {error}") from error
    if record.match != match:
        raise DamagedError(f"the record of match {match} is that of {record.match}")
    return record


def day_of(at: int) -> int:
    """The day of a time (ms since the epoch), counted from the epoch."""
    return at // DAY


def name_of(match: str, day: int) -> str:
    """The name in storage of a match that ended on ``day``: the date in UTC, then the match."""
    return f"{date.fromordinal(_EPOCH + day).isoformat()}/{match}"


def day_in(name: str) -> int | None:
    """The day that a folder of storage is named after; None: it is no day."""
    try:
        return date.fromisoformat(name).toordinal() - _EPOCH
    except ValueError:
        return None
