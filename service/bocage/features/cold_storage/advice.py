"""Diagnosis of cold storage for ``bocage doctor``."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

from bocage.features.cold_storage.reader import PATTERN
from bocage.features.cold_storage.record import day_in
from bocage.features.cold_storage.storage import ColdStorageError, open_storage
from bocage.settings import Settings
from bocage.store.advice import Advice
from bocage.store.embedded import EmbeddedError, EmbeddedRedis
from bocage.store.inspection import has_keys
from bocage.store.records import StorageUnavailableError
from bocage.store.rights import RightsError

#: Timeout of cold storage in seconds.
PATIENCE = 15.0


def advice(settings: Settings) -> Iterator[Advice]:
    """Check that configured cold storage can be listed, and is the one that matches were moved to."""
    if not settings.cold_storage:
        return

    async def days() -> int:
        async with asyncio.timeout(PATIENCE):
            folders = await open_storage(settings.cold_storage).folders()
            return sum(day_in(name) is not None for name in folders)

    try:
        found = asyncio.run(days())
        if not found and _has_moved(settings):
            yield Advice(
                "wrong",
                "cold storage: it is empty, though matches were moved there: is it mounted, and the right place?",
            )
        else:
            yield Advice("fine", f"cold storage holds matches of {found} days")
    except TimeoutError:
        yield Advice("wrong", "cold storage does not answer")
    except (ColdStorageError, ValueError) as error:
        yield Advice("wrong", f"cold storage cannot be used: {error}")


def _has_moved(settings: Settings) -> bool:
    """True if Redis knows matches in cold storage; False if it does not answer, which other checks report."""
    try:
        return has_keys(settings.redis or EmbeddedRedis(Path(settings.data) / "redis").url, PATTERN)
    except (EmbeddedError, RightsError, StorageUnavailableError, ValueError):
        return False
