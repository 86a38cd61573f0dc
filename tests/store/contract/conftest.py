"""Every test here is run on a real Redis, with the rights that operators are told to give, and on one in memory."""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import TypeAlias

import pytest

from bocage.store import Store, StoreSettings
from tests.simulate.redis import MemoryRedis
from tests.simulate.redis.server import Connection
from tests.store.test_rights import DOCUMENTED

#: Opens one more node's store on the same storage.
OpenStore: TypeAlias = Callable[[], Awaitable[Store]]


class Served(asyncio.Protocol):
    """A connection from a socket to the Redis in memory."""

    def __init__(self, redis: MemoryRedis) -> None:
        self._redis = redis
        self._connection: Connection

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)
        self._connection = self._redis.connect(transport.write, transport.abort)

    def data_received(self, data: bytes) -> None:
        self._connection.feed(data)

    def connection_lost(self, error: Exception | None) -> None:
        self._connection.close()


@pytest.fixture(params=["redis", "memory"])
async def open_store(request: pytest.FixtureRequest, tmp_path: Path, often: None) -> AsyncIterator[OpenStore]:
    """Opens stores on one storage, which is empty at first."""
    async with contextlib.AsyncExitStack() as stack:
        if request.param == "redis":
            request.getfixturevalue("redis_url")
            client = request.getfixturevalue("redis_client")
            client.execute_command("ACL", "SETUSER", "told", "reset", "on", ">secret", *DOCUMENTED[0].split())
            stack.callback(client.acl_deluser, "told")
            url = f"unix://told:secret@{request.getfixturevalue('redis_server').socket}?db=0"
        else:
            loop = asyncio.get_running_loop()
            redis = MemoryRedis(lambda: int(time.time() * 1000), loop.call_later)
            server = await loop.create_unix_server(lambda: Served(redis), tmp_path / "memory.sock")
            stack.callback(server.close)
            url = f"unix://{tmp_path / 'memory.sock'}"

        async def open_one() -> Store:
            store = await Store.open(StoreSettings(url))
            stack.push_async_callback(store.close)
            return store

        yield open_one


@pytest.fixture
async def store(open_store: OpenStore) -> Store:
    """A node's store on empty storage."""
    return await open_store()


@pytest.fixture
async def other(open_store: OpenStore) -> Store:
    """Another node's store on the same storage."""
    return await open_store()
