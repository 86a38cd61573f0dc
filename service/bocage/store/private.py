"""Private folders: they hold secrets of running matches, so only the account of the service has access."""

from __future__ import annotations

import contextlib
import logging
import os
import stat
from pathlib import Path

log = logging.getLogger(__name__)

#: Permissions that other accounts must not have on our folders and files; also a umask.
OTHERS = 0o077


class SharedFolderError(Exception):
    """The folder belongs to another account; the text suggests a remedy."""


def make_private(folder: Path) -> None:
    """Create ``folder`` if it is missing, and restrict it and its content to this account (700 and 600).

    Logs a warning about what could not be restricted. Raises :class:`SharedFolderError` for another account's
    folder, ``OSError`` if it cannot be created.
    """
    for path in (*reversed(folder.parents), folder):
        # The mode given to ``mkdir`` applies to the last folder only.
        path.mkdir(mode=0o700, exist_ok=True)
    if not _is_ours(folder):
        raise SharedFolderError(
            f"{folder} belongs to another account; it is to hold secrets of running matches:"
            " choose another directory, or give this one to the account that runs the service (chown -R)"
        )
    inside = [Path(path, name) for path, folders, files in os.walk(folder) for name in (*folders, *files)]
    _shut([folder, *inside])


def opener(path: str, flags: int, owner: tuple[int, int] | None = None) -> int:
    """Open a file for ``open()``; a new one is private to this account, or to ``owner`` (user and group)."""
    if owner is None:
        return os.open(path, flags, 0o600)
    try:
        made = os.open(path, flags | os.O_EXCL | os.O_NOFOLLOW, 0o600)
    except FileExistsError:
        return os.open(path, flags & ~os.O_CREAT | os.O_NOFOLLOW)
    os.fchown(made, *owner)
    return made


def give(folder: Path, owner: tuple[int, int]) -> None:
    """Change the owner of a folder (user and group). A link in its place is refused."""
    number = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
    try:
        os.fchown(number, *owner)
    finally:
        os.close(number)


def shut_out(folder: Path) -> None:
    """Restrict ``folder`` itself if it exists, is ours, and is not shared by everybody, as ``/tmp`` is."""
    if folder.is_dir() and _is_ours(folder) and not folder.stat().st_mode & stat.S_ISVTX:
        _shut([folder])


def owner_of(folder: Path) -> tuple[int, int] | None:
    """Return user and group of another account's folder if this is root, else None."""
    about = folder.stat()
    return (about.st_uid, about.st_gid) if os.geteuid() == 0 and about.st_uid != 0 else None


def refuse_foreign(folder: Path) -> None:
    """Raise :class:`SharedFolderError` if root would work in another account's folder and lock that account out."""
    if folder.is_dir() and (owner := owner_of(folder)):
        raise SharedFolderError(
            f"{folder} belongs to account {owner[0]}, and this is root, whose files that account could not read:"
            " start the service as that account"
        )


def _is_ours(folder: Path) -> bool:
    return os.geteuid() in (0, folder.stat().st_uid)


def _shut(paths: list[Path]) -> None:
    """Remove the permissions of others, and log one line."""
    shut = [path for path in paths if _is_open(path)]
    if not shut:
        return
    for path in shut:
        with contextlib.suppress(OSError):
            path.chmod(stat.S_IMODE(path.stat().st_mode) & ~OTHERS)
    still = [path for path in shut if _is_open(path)]
    if still:
        log.warning(
            "%s can be read by others on this machine, and that cannot be changed here; it holds secrets of"
            " running matches: choose a directory on a disk that knows permissions",
            still[0],
        )
    else:
        log.info("%s could be read by others on this machine; now only this account can", shut[0])


def _is_open(path: Path) -> bool:
    # A file may vanish meanwhile; links and sockets have no content of their own.
    with contextlib.suppress(FileNotFoundError):
        mode = path.lstat().st_mode
        return bool(mode & OTHERS) and (stat.S_ISREG(mode) or stat.S_ISDIR(mode))
    return False
