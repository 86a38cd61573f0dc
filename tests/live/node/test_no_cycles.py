"""The objects of a closed connection are freed at once: a look through all objects would stop a node."""

from __future__ import annotations

import asyncio
import gc
import weakref
from collections.abc import Iterator

import pytest
from websockets.server import ServerProtocol

from bocage.live.connection import WebSocketConnection
from bocage.live.http_connection import HttpConnection
from bocage.protocol import messages as m
from tests.live.node.service import PATIENCE, running

KINDS = (HttpConnection, WebSocketConnection, ServerProtocol)


def alive() -> list[object]:
    return [one for one in gc.get_objects() if isinstance(one, KINDS)]


@pytest.fixture
def no_collector() -> Iterator[None]:
    gc.collect()
    gc.disable()
    yield
    gc.enable()


@pytest.mark.usefixtures("no_collector")
async def test_a_closed_connection_is_freed_without_the_collector(redis_url: str) -> None:
    # Of earlier tests.
    others = alive()
    known = {id(one) for one in others}
    async with running(redis_url) as service:
        async with service.client() as client:
            await client.ask(m.Ping)
            kept = [weakref.ref(one) for one in alive() if id(one) not in known]
            assert len(kept) == 2
        async with asyncio.timeout(PATIENCE):
            while any(one() is not None for one in kept):  # noqa: ASYNC110  (nobody tells when)
                await asyncio.sleep(0)
