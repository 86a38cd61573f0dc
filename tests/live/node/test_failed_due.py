"""A match that is due and cannot be opened: not tried at every beat, counted, and never in the way of others."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Coroutine
from typing import Any, cast

import pytest

from bocage.live.background import Background
from bocage.live.overdue import FIRST_WAIT, LONGEST_WAIT, FailedDue
from bocage.log.records import Change, Entry
from bocage.store.keys import shard_key, shard_of
from tests.live.node.service import running
from tests.store.logs import until


class FakeStore:
    """Notes which deadline a match is given."""

    def __init__(self) -> None:
        self.put_off: list[int] = []

    def now(self) -> int:
        return 5_000

    async def read(self, match: str) -> list[Entry]:
        return [Entry(1, 1_000, b"no entry"), Entry(2, 2_000, b"no entry")]

    async def project(self, match: str, change: Change, seq: int, at: int) -> bool:
        assert (seq, at, change.row) == (2, 2_000, None)
        self.put_off.append(change.due - self.now())
        return True


def test_each_wait_is_twice_as_long_up_to_the_longest() -> None:
    now = [100.0]
    store = FakeStore()

    class AtOnce(Background):
        def spawn(self, work: Coroutine[Any, Any, None], name: str) -> None:
            asyncio.run(work)

    failed = FailedDue(cast(Any, store), lambda: now[0], AtOnce())
    waits = []
    for _ in range(10):
        assert not failed.leaves_alone("m")
        failed.failed("m")
        start = now[0]
        while failed.leaves_alone("m"):
            now[0] += FIRST_WAIT / 2
        waits.append(now[0] - start)
    assert waits == [min(FIRST_WAIT * 2**tries, LONGEST_WAIT) for tries in range(10)]
    # The operator's table promises both.
    assert (waits[0], waits[-1]) == (30, 3600)
    assert store.put_off == [int(1000 * wait) for wait in waits]
    # After a long time without trouble it begins anew.
    now[0] += 3 * LONGEST_WAIT
    failed.failed("other")
    failed.failed("m")
    assert store.put_off[-1] == int(1000 * FIRST_WAIT)


async def test_a_broken_log_is_looked_at_once_and_counted(redis_url: str, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.CRITICAL, "bocage.node")
    async with running(redis_url) as service:
        store, node = service.store, service.node
        await store.append("brokenlog1", 1, b'{"e":"started"}', change=Change(due=1))
        await until(lambda: node.counts.due_failed == 1)
        opened: list[str] = []
        follow = store.follow

        async def counted(match: str, follower: Any) -> Any:
            opened.append(match)
            return await follow(match, follower)

        store.follow = counted  # type: ignore[method-assign]
        for _ in range(20):
            node._due(["brokenlog1"])
        await until(lambda: not node._background._tasks)
        assert opened == []
        assert node.counts.due_failed == 1
        group = store.topology.group("brokenlog1")
        (deadline,) = await group.answer(
            group.call("ZSCORE", shard_key(shard_of("brokenlog1"), "due"), "brokenlog1")
        )
        assert float(deadline) > store.now() + 10_000
        assert [entry.raw for entry in await store.read("brokenlog1")] == [b'{"e":"started"}']
