"""Cold storage as files. A file exists completely or not at all, and is on disk before it is acknowledged."""

from __future__ import annotations

import asyncio
import contextlib
import os
import secrets
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from bocage.features.cold_storage.storage import ColdStorageError

T = TypeVar("T")

#: Suffix of records; files without it were never completed.
ENDING = ".match"


class FileStorage:
    """Files in folders below ``root``, created on the first write. Only their owner may read them.

    Files written by root get the owner of the folder, so that no command locks the service out.
    """

    def __init__(self, root: Path) -> None:
        self.root = root

    async def put(self, name: str, data: bytes) -> None:
        """Write to a temporary name, sync, rename, sync the folder: a crash leaves the old file or the new one."""
        await self._do(lambda: self._put(self._path(name), data))

    async def get(self, name: str) -> bytes | None:
        """Return the content of a file; None: there is none."""
        return await self._do(lambda: _read(self._path(name)))

    async def delete(self, name: str) -> None:
        """Remove a file, and its folder if that is empty."""
        await self._do(lambda: self._delete(self._path(name)))

    async def folders(self) -> list[str]:
        """Return the folders below the root."""
        return await self._do(lambda: sorted(name for name in _inside(self.root) if (self.root / name).is_dir()))

    async def names(self, folder: str) -> list[str]:
        """Return the records in a folder."""

        def inside() -> list[str]:
            return sorted(
                name.removesuffix(ENDING) for name in _inside(self.root / folder) if name.endswith(ENDING)
            )

        return await self._do(inside)

    def _path(self, name: str) -> Path:
        folder, _, file = name.partition("/")
        if not file.isalnum() or not folder.replace("-", "").isalnum():
            raise ColdStorageError(f"{name!r} cannot be the name of a record")
        return self.root / folder / f"{file}{ENDING}"

    async def _do(self, work: Callable[[], T]) -> T:
        try:
            return await asyncio.to_thread(work)
        except OSError as error:
            raise ColdStorageError(str(error)) from error

    def _put(self, path: Path, data: bytes) -> None:
        made = [folder for folder in (path.parent, *path.parent.parents) if not folder.exists()]
        owner = _owner_for(self.root)
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        for folder in dict.fromkeys((*made, path.parent)):
            _give(folder, owner)
        # Two nodes may write the same record, each to its own temporary file.
        fresh = path.with_name(f"{path.name}.{secrets.token_hex(4)}")
        try:
            with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                file.write(data)
                file.flush()
                os.fsync(file.fileno())
                if owner:
                    os.fchown(file.fileno(), *owner)
            fresh.replace(path)
        except BaseException:
            fresh.unlink(missing_ok=True)
            raise
        # A new folder survives a power failure only if its parent is synced.
        for folder in dict.fromkeys((path.parent, self.root, *(folder.parent for folder in made))):
            _sync(folder)

    def _delete(self, path: Path) -> None:
        path.unlink(missing_ok=True)
        # Others may be writing into the folder, or may have removed it.
        with contextlib.suppress(OSError):
            path.parent.rmdir()


def _owner_for(root: Path) -> tuple[int, int] | None:
    """Return user and group of ``root``, or of its nearest existing parent; None if this is not root."""
    if os.geteuid() != 0:
        return None
    about = next(folder for folder in (root, *root.resolve().parents) if folder.exists()).stat()
    return about.st_uid, about.st_gid


def _give(folder: Path, owner: tuple[int, int] | None) -> None:
    if owner is None:
        return
    # By descriptor: its owner could replace the path by a link to something else.
    number = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        os.fchown(number, *owner)
    finally:
        os.close(number)


def _read(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except FileNotFoundError:
        return None


def _inside(folder: Path) -> list[str]:
    try:
        return os.listdir(folder)
    except FileNotFoundError:
        return []


def _sync(folder: Path) -> None:
    number = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(number)
    finally:
        os.close(number)
