"""What an old connection still carries when the node has a new one is never stored."""

from __future__ import annotations

import asyncio
import contextlib
from pathlib import Path

import pytest
import redis

from bocage.store import StorageUnavailableError, Store, StoreSettings
from tests.redis_server import RedisServer
from tests.store.logs import body, fill

#: Rules of the account that the store uses: with and without the right to end connections.
RULES = ("~* &* +@all", "~* &* +@all -@admin", "~* &* +@all -@dangerous +info")


class HoldingProxy:
    """Stands between a store and Redis.

    It can keep what the store says on a connection, hang up on the store alone, and hand over later what it kept.
    """

    def __init__(self, target: Path) -> None:
        self._target = target
        self._writers: list[tuple[asyncio.StreamWriter, asyncio.StreamWriter]] = []
        self._tasks: list[asyncio.Task[None]] = []
        self._kept = b""
        self._holding: asyncio.StreamWriter | None = None
        self.has_kept = asyncio.Event()
        #: How the kept connection ended: True: Redis hung up; False: it answered.
        self.ending: asyncio.Future[bool] = asyncio.get_running_loop().create_future()

    async def take(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there_reader, there = await asyncio.open_unix_connection(str(self._target))
        self._writers.append((writer, there))
        self._tasks += [
            asyncio.create_task(self._up(reader, there)),
            asyncio.create_task(self._down(there_reader, there, writer)),
        ]

    async def _up(self, reader: asyncio.StreamReader, there: asyncio.StreamWriter) -> None:
        while data := await reader.read(1 << 16):
            if there is self._holding:
                self._kept += data
                if b"late" in self._kept:
                    self.has_kept.set()
            else:
                there.write(data)

    async def _down(
        self, there_reader: asyncio.StreamReader, there: asyncio.StreamWriter, writer: asyncio.StreamWriter
    ) -> None:
        data = b"."
        while data:
            with contextlib.suppress(ConnectionError):
                data = await there_reader.read(1 << 16)
                if there is not self._holding:
                    writer.write(data)
                    continue
            if not self.ending.done():
                self.ending.set_result(not data)

    def hold(self) -> None:
        """Keep what is said on the newest connection."""
        self._holding = self._writers[-1][1]

    def hang_up(self) -> None:
        """The store's side of the kept connection ends; Redis does not learn of it."""
        self._writers[-1][0].transport.abort()

    def release(self) -> None:
        """Redis gets what was kept."""
        assert self._holding is not None
        self._holding.write(self._kept)

    def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        for pair in self._writers:
            for writer in pair:
                writer.transport.abort()


@pytest.mark.parametrize("rules", RULES)
async def test_an_append_that_was_refused_is_not_stored_later(
    redis_server: RedisServer, redis_url: str, redis_client: redis.Redis, tmp_path: Path, rules: str
) -> None:
    redis_client.execute_command(  # type: ignore[no-untyped-call]
        "ACL", "SETUSER", "late", "reset", "on", ">secret", *rules.split()
    )
    proxy = HoldingProxy(redis_server.socket)
    path = tmp_path / "p"
    server = await asyncio.start_unix_server(proxy.take, str(path))
    store = await Store.open(StoreSettings(f"unix://late:secret@{path}?db=0"))
    try:
        await fill(store, "m", 1)
        proxy.hold()
        late = asyncio.ensure_future(store.append("m", 2, body(2, "late")))
        await proxy.has_kept.wait()
        proxy.hang_up()
        with pytest.raises(StorageUnavailableError):
            await late
        proxy.release()
        # Redis either has hung up, because this user may end connections, or refuses what it is told late.
        async with asyncio.timeout(60):
            await proxy.ending
        assert [entry.raw for entry in await store.read("m")] == [body(1)]
    finally:
        await store.close()
        server.close()
        proxy.close()
        redis_client.execute_command(  # type: ignore[no-untyped-call]
            "ACL", "DELUSER", "late"
        )
