"""Reading exported logs, from a file or from the service."""

from __future__ import annotations

import asyncio
from pathlib import Path

from bocage.cli.common import CommandError
from bocage.log.entries import Entry
from bocage.log.export import read_lines
from bocage.sdk import Client


def read_log(source: str, url: str = "", invite: str = "") -> list[Entry]:
    """Return the entries of an exported file, or of a finished match of the service with that id.

    Raises :class:`CommandError` for an invalid file, ``BocageError`` for refusals of the service.
    """
    return entries_of(read_file(source) if Path(source).exists() else fetch(source, url, invite), source)


def read_file(path: str) -> bytes:
    """Read a file; ``-`` is standard input. Raises ``OSError``."""
    return Path("/dev/stdin" if path == "-" else path).read_bytes()


def fetch(match: str, url: str = "", invite: str = "") -> bytes:
    """Fetch the exported log of a finished match. Raises ``BocageError``."""

    async def get() -> bytes:
        async with Client(url).rest as rest:
            return await rest.export(match, invite=invite)

    return asyncio.run(get())


def entries_of(data: bytes, source: str) -> list[Entry]:
    """Parse an exported log. Raises :class:`CommandError`."""
    header, lines, problems = read_lines(data.splitlines(keepends=True))
    if header is None or not lines:
        raise CommandError(f"{source} is no exported log")
    for problem in problems:
        raise CommandError(f"{source}: entry {problem.seq} {problem.text}")
    return [Entry(line.seq, line.at, line.raw.encode()) for line in lines]
