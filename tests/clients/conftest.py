from collections.abc import AsyncIterator

import pytest

from tests.clients.fake_service import FakeMatch, FakeService


@pytest.fixture
async def service() -> AsyncIterator[FakeService]:
    """A fake service with one match, ``m``, to be played to 10."""
    async with FakeService() as service:
        service.matches["m"] = FakeMatch(goal=10)
        yield service
