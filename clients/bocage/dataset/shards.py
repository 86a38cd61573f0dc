"""Files of a data set, in shards. Each is written atomically, so that an interrupted run can be resumed.

The folder ``rows`` contains only Parquet files (or JSON lines), ``matches`` the records as JSON lines. A run into
an existing folder must have the same ``manifest.json``.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Literal, TypeAlias

import msgspec

from bocage.dataset.records import Evaluate, Record, Row, rows_of

Format: TypeAlias = Literal["parquet", "jsonl"]
MANIFEST = "manifest.json"

_encode = msgspec.json.Encoder().encode


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The parameters of a data set.

    ``source``: origin of its matches, in words. ``evaluate``: actions executed to evaluate a decision, 0: none;
    ``engine``: the version that did.
    """

    game: str
    rules: int
    options: dict[str, Any]
    source: str
    players: list[str]
    seed: str
    matches: int
    shard: int
    odds: bool
    format: Format
    evaluate: int = 0
    engine: str = ""


class OtherSetError(Exception):
    """The folder contains another data set."""


class Shards:
    """The files of a data set in a folder."""

    def __init__(self, folder: Path, manifest: Manifest, evaluate: Evaluate | None = None) -> None:
        """Create or resume a data set. ``evaluate``: as the manifest says. Raises :class:`OtherSetError`."""
        self._folder = folder
        self._evaluate = evaluate
        self.manifest = manifest
        for part in ("rows", "matches"):
            (folder / part).mkdir(parents=True, exist_ok=True)
        path = folder / MANIFEST
        if path.exists():
            if read_manifest(folder) != manifest:
                raise OtherSetError(f"{folder} holds another data set")
        else:
            _write(path, msgspec.json.format(_encode(manifest)))

    def missing(self) -> list[int]:
        """Return the numbers of shards that are not yet written."""
        count = -(-self.manifest.matches // self.manifest.shard)
        return [number for number in range(count) if not self._rows(number).exists()]

    def matches_of(self, number: int) -> range:
        """Return the numbers of the matches in a shard."""
        first = number * self.manifest.shard
        return range(first, min(first + self.manifest.shard, self.manifest.matches))

    def write(self, number: int, records: Iterable[Record]) -> int:
        """Write a shard. Returns its number of rows."""
        known = list(records)
        rows = [row for record in known for row in rows_of(record, self.manifest.odds, self._evaluate)]
        _write(matches_file(self._folder, number), b"".join(_encode(record) + b"\n" for record in known))
        path = self._rows(number)
        if self.manifest.format == "parquet":
            _write_parquet(path, rows)
        else:
            _write(path, b"".join(_encode(row) + b"\n" for row in rows))
        return len(rows)

    def _rows(self, number: int) -> Path:
        return self._folder / "rows" / f"{number:05}.{self.manifest.format}"


def matches_file(folder: Path, number: int) -> Path:
    """Return the path of a shard's records."""
    return folder / "matches" / f"{number:05}.jsonl"


def read_manifest(folder: Path) -> Manifest:
    """Read the manifest. Raises ``OSError`` or ``msgspec.DecodeError``."""
    return msgspec.json.decode((folder / MANIFEST).read_bytes(), type=Manifest)


def read_records(folder: Path, number: int) -> Iterator[Record]:
    """Read the records of a shard."""
    with matches_file(folder, number).open("rb") as file:
        for line in file:
            yield msgspec.json.decode(line, type=Record)


def read_rows(path: Path) -> list[Row]:
    """Read the rows of a shard in either format."""
    if path.suffix == ".jsonl":
        return [msgspec.json.decode(line, type=Row) for line in path.read_bytes().splitlines()]
    import pyarrow.parquet as parquet

    return msgspec.convert(parquet.read_table(path).to_pylist(), list[Row])


def check(folder: Path, evaluate: Evaluate | None = None) -> Iterator[tuple[str, str]]:
    """Replay all matches. Yields (match, fault) where rows do not follow from their record.

    Without ``evaluate``, values of the engine are not compared.
    """
    manifest = read_manifest(folder)
    for path in sorted(folder.glob(f"rows/*.{manifest.format}")):
        number = int(path.stem)
        stored: dict[str, list[Row]] = {}
        for row in read_rows(path):
            kept = row if evaluate else msgspec.structs.replace(row, values=[], worlds=0)
            stored.setdefault(row.match, []).append(kept)
        for record in read_records(folder, number):
            try:
                again = list(rows_of(record, manifest.odds, evaluate))
            except (ValueError, LookupError) as error:
                yield record.match, f"cannot be played again: {error}"
                stored.pop(record.match, None)
                continue
            if stored.pop(record.match, []) != again:
                yield record.match, "rows differ from its course"
        yield from ((match, "rows without a record") for match in stored)


def _write_parquet(path: Path, rows: list[Row]) -> None:
    import pyarrow
    import pyarrow.parquet as parquet

    words = pyarrow.string()
    kinds = {
        "match": words,
        "split": words,
        "seq": pyarrow.int32(),
        "seat": pyarrow.int8(),
        "kind": words,
        "view": words,
        "actions": pyarrow.list_(words),
        "odds": words,
        "choice": pyarrow.int32(),
        "result": pyarrow.int8(),
        "values": pyarrow.list_(pyarrow.float64()),
        "worlds": pyarrow.int32(),
    }
    columns = [pyarrow.array([getattr(row, name) for row in rows], kind) for name, kind in kinds.items()]
    part = _part(path)
    parquet.write_table(pyarrow.table(columns, names=list(kinds)), part, compression="zstd")
    os.replace(part, path)


def _write(path: Path, data: bytes) -> None:
    part = _part(path)
    part.write_bytes(data)
    os.replace(part, path)


def _part(path: Path) -> Path:
    """Return the temporary path of a file, outside of folders that readers read whole."""
    folder = path.parent if path.name == MANIFEST else path.parents[1]
    return folder / f"{path.parent.name}-{path.name}.part"
