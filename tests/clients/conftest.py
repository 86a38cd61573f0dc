import asyncio
from collections.abc import AsyncIterator, Callable, Mapping

import pytest

from tests.clients.fake_service import FakeMatch, FakeService
from tests.virtual_time import VirtualLoop

#: Nothing real happens in these: in virtual time, a test that waits for what never comes fails at once.
VIRTUAL = {
    *("test_play_after_loss", "test_play_undo", "test_sdk_event_history", "test_sdk_identity", "test_sdk_mirrors"),
    *("test_sdk_parts", "test_sdk_rest", "test_sdk_webhook"),
}


def pytest_asyncio_loop_factories(
    item: pytest.Item,
) -> Mapping[str, Callable[[], asyncio.AbstractEventLoop]]:
    """The loop in which a test runs."""
    return {"virtual": VirtualLoop} if item.path.stem in VIRTUAL else {"real": asyncio.new_event_loop}


@pytest.fixture
async def service() -> AsyncIterator[FakeService]:
    """A fake service with one match, ``m``, to be played to 10."""
    async with FakeService() as service:
        service.matches["m"] = FakeMatch(goal=10)
        yield service
