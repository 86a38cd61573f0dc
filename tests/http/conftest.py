"""The REST side over a real Redis."""

from __future__ import annotations

import itertools
from collections.abc import AsyncIterator

import pytest

from bocage import features
from bocage.store import Store
from tests.http.site import Site


@pytest.fixture(autouse=True)
def known_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every test sees the same matches in every run: ids and secrets are counted, not drawn."""
    numbers = itertools.count(1)
    monkeypatch.setattr("bocage.log.create.new_id", lambda: f"match{next(numbers):07}")
    daily = ["bocage.features.daily.deals"] if "daily" in features.NAMES else []
    for module in ("bocage.log.create", *daily):
        monkeypatch.setattr(f"{module}.new_secret", lambda: bytes(31) + b"\x07")


@pytest.fixture
async def site(store: Store) -> AsyncIterator[Site]:
    """A node without limits worth speaking of."""
    made = Site(store)
    await made.start()
    yield made
    await made.http.aclose()
    await made.node.close()
