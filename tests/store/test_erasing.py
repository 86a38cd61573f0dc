"""The rewriting of the append-only file after somebody left: asked for once in an hour, by all nodes together."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bocage.store import StoreError
from bocage.store.erasing import PAUSE, Erasing


class FakeRedis:
    """A server that answers what Erasing asks; ``asked``: how often it was to rewrite its file."""

    def __init__(self) -> None:
        self.target = SimpleNamespace(host="redis", port=6379)
        self.info = b"aof_enabled:1\r\naof_rewrite_in_progress:0\r\n"
        self.paused = False
        self.asked = 0
        self.error: Exception | None = None

    def server(self, key: str) -> FakeRedis:
        return self

    async def call(self, *command: Any) -> Any:
        match command:
            case ("INFO", "persistence"):
                return self.info
            case ("SET", "rewritten:redis:6379", 1, "NX", "EX", seconds):
                assert seconds == PAUSE
                was, self.paused = self.paused, True
                return None if was else b"OK"
            case ("TTL", "rewritten:redis:6379"):
                return PAUSE
            case ("BGREWRITEAOF",):
                if self.error is not None:
                    raise self.error
                self.asked += 1
                return b"started"
        raise AssertionError(command)


class Waits:
    """Stands in for the loop's timers, and runs what it is given at once."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.later: list[tuple[float, Any]] = []
        self.work: list[Coroutine[Any, Any, None]] = []
        loop = asyncio.get_running_loop()
        monkeypatch.setattr(loop, "call_later", self._call_later, raising=False)

    def _call_later(self, wait: float, what: Any, *given: Any) -> Any:
        handle = SimpleNamespace(cancel=self.later.clear)
        self.later.append((wait, lambda: what(*given)))
        return handle

    async def pass_pause(self, redis: FakeRedis) -> None:
        redis.paused = False
        later, self.later = self.later, []
        for wait, what in later:
            assert wait == PAUSE
            what()
        while self.work:
            await self.work.pop(0)


async def test_many_who_leave_are_one_request_an_hour(monkeypatch: pytest.MonkeyPatch) -> None:
    redis, waits = FakeRedis(), Waits(monkeypatch)
    nodes = [Erasing(cast(Any, redis), waits.work.append) for _ in range(2)]
    for number in range(20):
        await nodes[number % 2].erased(f"player:{number}")
    assert (redis.asked, len(waits.later)) == (1, 2)
    await waits.pass_pause(redis)
    assert redis.asked == 2
    # The other node found the pause of the first; its own request comes after that, and is the last.
    await waits.pass_pause(redis)
    await waits.pass_pause(redis)
    assert (redis.asked, waits.later) == (3, [])


async def test_a_rewrite_that_began_before_is_followed_by_another(monkeypatch: pytest.MonkeyPatch) -> None:
    redis, waits = FakeRedis(), Waits(monkeypatch)
    redis.info = b"aof_enabled:1\r\naof_rewrite_in_progress:1\r\n"
    erasing = Erasing(cast(Any, redis), waits.work.append)
    await erasing.erased("player:a")
    assert redis.asked == 0
    redis.info = FakeRedis().info
    await waits.pass_pause(redis)
    assert redis.asked == 1


@pytest.mark.parametrize("reason", ["no file", "no right"])
async def test_leaving_goes_on_where_no_rewrite_is_possible(monkeypatch: pytest.MonkeyPatch, reason: str) -> None:
    redis, waits = FakeRedis(), Waits(monkeypatch)
    if reason == "no file":
        redis.info = b"aof_enabled:0\r\n"
    else:
        redis.error = StoreError("NOPERM")
    await Erasing(cast(Any, redis), waits.work.append).erased("player:a")
    assert (redis.asked, waits.later) == (0, [])


async def test_a_closed_store_asks_no_more(monkeypatch: pytest.MonkeyPatch) -> None:
    redis, waits = FakeRedis(), Waits(monkeypatch)
    redis.paused = True
    erasing = Erasing(cast(Any, redis), waits.work.append)
    await erasing.erased("player:a")
    assert len(waits.later) == 1
    erasing.close()
    assert waits.later == []
