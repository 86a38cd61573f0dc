"""Where storage is: addresses, passwords, data bases, and a server that wants all of them."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bocage.store import StorageUnavailableError, Store, StoreSettings
from bocage.store.connection import RedisConnection, ReplyError
from bocage.store.rights import RightsError
from bocage.store.server import Target, parse_target
from tests.redis_server import RedisServer
from tests.store.logs import fill


@pytest.mark.parametrize(
    ("url", "target"),
    [
        ("redis://localhost", Target()),
        ("redis://h:7000/3", Target(host="h", port=7000, db=3)),
        ("redis://u:p%40ss@h", Target(host="h", username="u", password="p@ss")),
        ("unix:///run/redis.sock?db=2", Target(path="/run/redis.sock", db=2)),
        ("redis://h?cluster=true", Target(host="h", cluster=True)),
        ("redis://h?cluster=no", Target(host="h")),
        ("rediss://h?ssl_ca_certs=/ca.pem", Target(host="h", tls=True, ca_file="/ca.pem")),
        ("rediss://h?ssl_cert_reqs=none", Target(host="h", tls=True, verify=False)),
    ],
)
def test_urls(url: str, target: Target) -> None:
    assert parse_target(url) == target


def test_other_urls_are_errors() -> None:
    with pytest.raises(ValueError, match="scheme"):
        parse_target("http://h")


async def test_password_and_data_base(tmp_path: Path) -> None:
    server = RedisServer(tmp_path / "redis")
    server.start()
    try:
        with server.client() as client:
            client.config_set("requirepass", "secret word")
            client.auth("secret word")
            address = f"unix://:secret%20word@{server.socket}?db=3"
            store = await Store.open(StoreSettings(address))
            written = await fill(store, "m", 2)
            assert await store.read("m") == written
            assert await store.matches() == ["m"]
            await store.close()
            assert client.dbsize() == 0
            for wrong in (f"unix://:no@{server.socket}", f"unix://{server.socket}"):
                with pytest.raises(RightsError, match=r"WRONGPASS|NOAUTH"):
                    await Store.open(StoreSettings(wrong))
    finally:
        server.stop()


async def test_replies_come_in_order_and_pushes_go_elsewhere(redis_server: RedisServer) -> None:
    pushes: list[object] = []
    gone: list[RedisConnection] = []
    loop = asyncio.get_running_loop()
    _, connection = await loop.create_unix_connection(
        lambda: RedisConnection(pushes.append, gone.append), str(redis_server.socket)
    )
    await connection.call("HELLO", 3)
    calls = [connection.call("ECHO", number) for number in range(50)]
    failing = connection.call("NOSUCH")
    subscribed = connection.call("SUBSCRIBE", "channel")
    after = connection.call("ECHO", "after")
    assert [int(await call) for call in calls] == list(range(50))
    with pytest.raises(ReplyError, match="unknown command"):
        await failing
    assert (await subscribed)[:2] == [b"subscribe", b"channel"]
    assert await after == b"after"
    with redis_server.client() as client:
        client.publish("channel", "news")
    assert await connection.call("PING") == b"PONG"
    assert pushes == [[b"message", b"channel", b"news"]]
    assert connection.silence() == 0
    connection.abort()
    with pytest.raises(ConnectionError):
        await connection.call("PING")
    with pytest.raises(ConnectionError):
        await connection.call("PING")
    assert gone == [connection]


async def test_long_queue_with_replies_is_no_silence() -> None:
    """Ten thousand logs asked for at once take their time; only a Redis that says nothing is given up."""

    class Clock:
        now = 100.0

        def time(self) -> float:
            return self.now

        def call_soon(self, *_: object) -> None:
            """Nothing is sent here."""

    clock = Clock()
    connection = RedisConnection(lambda push: None, lambda connection: None)
    connection._loop = clock  # type: ignore[assignment]
    connection.connection_made(asyncio.Transport())
    assert connection.silence() == 0
    for _ in range(4):
        connection.send(("PING",), lambda reply: None)
    for _ in range(3):
        clock.now += 2.0
        assert connection.silence() == 2.0
        connection.data_received(b"+PONG\r\n")
        assert connection.silence() == 0.0
    clock.now += 3.0
    assert connection.silence() == 3.0
    connection.data_received(b"+PONG\r\n")
    clock.now += 3.0
    assert connection.silence() == 0.0


async def test_what_is_no_redis_is_dropped() -> None:
    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.read(10)
        writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        await writer.drain()
        writer.close()

    server = await asyncio.start_server(talk, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    with pytest.raises(StorageUnavailableError):
        await Store.open(StoreSettings(f"redis://127.0.0.1:{port}"))
    server.close()
