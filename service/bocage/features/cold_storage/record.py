"""The format of records: archive and list row of one match, with a digest; and the names of records."""

from __future__ import annotations

import hashlib
from datetime import date

import msgspec

#: First bytes of every record: magic and version.
MAGIC = b"bocage match 1\n"
#: Milliseconds per day.
DAY = 86_400_000
_DIGEST = hashlib.sha256().digest_size
_EPOCH = date(1970, 1, 1).toordinal()


class DamagedError(ValueError):
    """A record is not as it was written."""


class Record(msgspec.Struct, frozen=True, array_like=True):
    """``row``: list row as stored (empty: none). ``archive``: compressed log."""

    match: str
    row: bytes
    archive: bytes


_pack = msgspec.msgpack.Encoder().encode
_unpack = msgspec.msgpack.Decoder(Record).decode


def encode(record: Record) -> bytes:
    """Encode a record, deterministically."""
    body = _pack(record)
    return MAGIC + hashlib.sha256(body).digest() + body


def decode(data: bytes, match: str) -> Record:
    """Decode the record of ``match``. Raises :class:`DamagedError`."""
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
    """Return the day since the epoch of a time in milliseconds."""
    return at // DAY


def name_of(match: str, day: int) -> str:
    """Return the name of the record of a match that ended on ``day``: the date in UTC, then the match."""
    return f"{date.fromordinal(_EPOCH + day).isoformat()}/{match}"


def day_in(name: str) -> int | None:
    """Return the day in the name of a folder; None: it is no day."""
    try:
        return date.fromisoformat(name).toordinal() - _EPOCH
    except ValueError:
        return None
