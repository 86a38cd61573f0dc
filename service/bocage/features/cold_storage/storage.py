"""The interface of cold storage, and its implementations by URL."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Protocol
from urllib.parse import parse_qs, urlsplit

import msgspec


class ColdStorageError(Exception):
    """Storage is unreachable or refused. A write may have succeeded; repeating it is safe."""


class ColdStorage(Protocol):
    """Named bytes in folders. Any coroutine may raise :class:`ColdStorageError`."""

    async def put(self, name: str, data: bytes) -> None:
        """Write or replace ``data``. It is durable when this returns."""

    async def get(self, name: str) -> bytes | None:
        """Return what is stored under ``name``; None: nothing."""

    async def delete(self, name: str) -> None:
        """Delete what is stored under ``name``."""

    async def folders(self) -> list[str]:
        """Return the folders, in order."""

    async def names(self, folder: str) -> list[str]:
        """Return the names in a folder, without the folder, in order."""


class Place(msgspec.Struct, frozen=True):
    """A place of cold storage: a folder, or a bucket of an S3 server (``endpoint`` empty: Amazon's)."""

    folder: str = ""
    bucket: str = ""
    prefix: str = ""
    endpoint: str = ""
    region: str = ""


def check_url(url: str) -> Place:
    """Parse a path, ``file:///path``, or ``s3://bucket/prefix?endpoint=…&region=…``. Raises ``ValueError``."""
    parts = urlsplit(url)
    if parts.scheme == "file" and not parts.netloc and parts.path.startswith("/"):
        return Place(folder=parts.path)
    if parts.scheme == "s3" and parts.netloc:
        fields = parse_qs(parts.query, strict_parsing=bool(parts.query))
        if unknown := fields.keys() - {"endpoint", "region"}:
            raise ValueError(f"{sorted(unknown)[0]!r} says nothing about cold storage")
        if importlib.util.find_spec("obstore") is None:
            raise ValueError("s3:// needs the package obstore: pip install 'bocage[s3]'")
        found = {name: values[-1] for name, values in fields.items()}
        return Place(bucket=parts.netloc, prefix=parts.path.strip("/"), **found)
    if parts.scheme or not url:
        raise ValueError(f"{url!r} is neither a directory nor s3://bucket/prefix")
    return Place(folder=url)


def open_storage(url: str) -> ColdStorage:
    """Open the storage at ``url``. Raises ``ValueError``."""
    place = check_url(url)
    if place.folder:
        from bocage.features.cold_storage.files import FileStorage

        return FileStorage(Path(place.folder))
    from bocage.features.cold_storage.objects import ObjectStorage

    return ObjectStorage(place)
