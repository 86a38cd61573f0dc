"""The REST side over a real Redis."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from service.store import Store
from tests.http.site import Site


@pytest.fixture
async def site(store: Store) -> AsyncIterator[Site]:
    """A node without limits worth speaking of."""
    made = Site(store)
    await made.node.start()
    yield made
    await made.http.aclose()
    await made.node.close()
