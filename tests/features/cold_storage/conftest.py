"""A store with cold storage in memory."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bocage.store import Store
from tests.features.cold_storage.memory import MemoryStorage, open_cold


@pytest.fixture
def storage() -> MemoryStorage:
    return MemoryStorage()


@pytest.fixture
async def cold(redis_url: str, storage: MemoryStorage) -> AsyncIterator[Store]:
    store = await open_cold(redis_url, storage)
    yield store
    await store.close()
