"""A lock file between processes. The system releases it if the process is killed."""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import logging
import os
from collections.abc import AsyncIterator
from pathlib import Path

log = logging.getLogger("bocage.house")

#: Seconds between two attempts to lock.
LOOK = 0.2


@contextlib.asynccontextmanager
async def locked(path: Path) -> AsyncIterator[None]:
    """Hold a lock on ``path``, which is created, waiting for another process if necessary.

    If the file cannot be created, logs a warning and holds nothing.
    """
    try:
        path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        file = os.open(path, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        log.warning("the house bots cannot be kept from being here twice: %s", error)
        yield
        return
    try:
        while not _taken(file):  # noqa: ASYNC110 - the system tells nobody
            await asyncio.sleep(LOOK)
        yield
    finally:
        os.close(file)


def _taken(file: int) -> bool:
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True
