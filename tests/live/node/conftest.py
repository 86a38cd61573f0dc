"""A real Redis for the tests of this folder, and a game of any length."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from bocage.rules.kernel import registry
from tests.redis_server import RedisServer
from tests.tally import TALLY


@pytest.fixture(autouse=True)
def tally_is_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(registry._extra, (TALLY.id, TALLY.rules), TALLY)


@pytest.fixture(scope="session")
def shared_redis(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisServer]:
    server = RedisServer(tmp_path_factory.mktemp("redis"))
    server.start()
    yield server
    server.stop()


@pytest.fixture
def redis_url(shared_redis: RedisServer, often: None) -> str:
    """An empty Redis."""
    with shared_redis.client() as client:
        client.flushall()
    return shared_redis.url


@pytest.fixture
def own_redis(tmp_path: Path, often: None) -> Iterator[RedisServer]:
    """A Redis of the test's own, to be stopped, paused and killed."""
    server = RedisServer(tmp_path / "redis", "--appendonly", "yes", "--appendfsync", "always")
    server.start()
    yield server
    server.stop()
