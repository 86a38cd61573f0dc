"""What is asked of cold storage, and which one a URL names."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Protocol
from urllib.parse import parse_qs, urlsplit

import msgspec


class ColdStorageError(Exception):
    """Storage cannot be reached, or refused. Whether a write was done is not known; writing again is safe."""


class ColdStorage(Protocol):
    """Named bytes in folders. Every coroutine may raise :class:`ColdStorageError`."""

    async def put(self, name: str, data: bytes) -> None:
        """Write, or replace. When this returns, ``data`` is there whole and stays there."""

    async def get(self, name: str) -> bytes | None:
        """What is kept under ``name``; None: nothing."""

    async def delete(self, name: str) -> None:
        """Keep nothing under ``name`` any more."""

    async def folders(self) -> list[str]:
        """The folders there are, in order."""

    async def names(self, folder: str) -> list[str]:
        """What lies in a folder, without the folder's name, in order."""


class Place(msgspec.Struct, frozen=True):
    """Where cold storage is: a folder, or the bucket of a server that speaks S3 (``endpoint`` empty: Amazon's)."""

    folder: str = ""
    bucket: str = ""
    prefix: str = ""
    endpoint: str = ""
    region: str = ""


def check_url(url: str) -> Place:
    """The place that ``url`` names: a path, ``file:///path``, or ``s3://bucket/prefix?endpoint=…&region=…``.

    Raises ``ValueError``.
    """
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
    """The storage that ``url`` names. Raises ``ValueError``."""
    place = check_url(url)
    if place.folder:
        from bocage.features.cold_storage.files import FileStorage

        return FileStorage(Path(place.folder))
    from bocage.features.cold_storage.objects import ObjectStorage

    return ObjectStorage(place)
