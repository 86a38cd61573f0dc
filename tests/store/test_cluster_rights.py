"""The account of the service on a Redis Cluster, where each server keeps accounts of its own."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from bocage.store import StorageUnavailableError, Store, StoreSettings
from bocage.store.inspection import inspect_redis
from tests.redis_cluster import RedisCluster
from tests.redis_server import RedisServer
from tests.store.logs import body, fill
from tests.store.test_rights import DOCUMENTED


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RedisCluster]:
    cluster = RedisCluster(tmp_path_factory.mktemp("cluster"))
    try:
        cluster.start()
        yield cluster
    finally:
        cluster.stop()


def allow(server: RedisServer, rules: str) -> None:
    with server.client() as client:
        command: Any = client.execute_command
        command("ACL", "SETUSER", "few", "reset", "on", ">secret", *rules.split())


def url(cluster: RedisCluster) -> str:
    return cluster.url.replace("redis://", "redis://few:secret@")


async def test_the_documented_account_plays_on_a_cluster(cluster: RedisCluster) -> None:
    for server in cluster.masters:
        allow(server, DOCUMENTED[0])
    store = await Store.open(StoreSettings(url(cluster)))
    try:
        for match in ("a", "b", "c", "d", "e", "f"):
            written = await fill(store, match, 2)
            assert await store.read(match) == written
        # What a connection that was given up still carries is refused.
        appends = store.topology.group("a").appends
        connection = appends.connection
        assert connection is not None
        await appends.fence_off(connection)
        appends._epoch -= 1
        with pytest.raises(StorageUnavailableError, match="FENCED"):
            await store.append("a", 3, body(3))
        appends._epoch += 1
        assert (await store.append("a", 3, body(3))).seq == 3
    finally:
        await store.close()


def test_a_right_that_one_master_withholds_is_found(cluster: RedisCluster) -> None:
    for server in cluster.masters:
        allow(server, DOCUMENTED[0])
    assert inspect_redis(url(cluster)).missing == ()
    allow(cluster.masters[2], f"{DOCUMENTED[0]} -ssubscribe -hset")
    assert inspect_redis(url(cluster)).missing == ("+hset", "+ssubscribe")
