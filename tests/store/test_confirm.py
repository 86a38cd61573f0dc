"""What a node asks of replicas, and what it takes for an outage: without any Redis."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, cast

import pytest

from bocage.store.appends import NOT_ENOUGH, Confirm
from bocage.store.connection import RedisConnection, ReplyError
from bocage.store.records import StorageUnavailableError
from bocage.store.shard_group import CUT_OFF, ShardGroup, ShardGroupHooks


class Connection:
    """Keeps what is sent; a test answers."""

    def __init__(self) -> None:
        self.sent: list[tuple[Any, ...]] = []
        self.waiting: list[Callable[[Any], None]] = []

    def send(self, command: tuple[Any, ...], done: Callable[[Any], None]) -> None:
        self.sent.append(command)
        if command[0] == "WAIT":
            self.waiting.append(done)


def asked(confirm: Confirm, count: int) -> list[asyncio.Task[None]]:
    return [asyncio.ensure_future(confirm()) for _ in range(count)]


async def turns() -> None:
    for _ in range(3):
        await asyncio.sleep(0)


ROUND = [("SET", "mark", ""), ("WAIT", 2, 700)]


async def test_one_question_serves_all_that_came_before_it() -> None:
    connection = Connection()
    confirm = Confirm(2, 700, "mark")
    confirm.connection = cast(RedisConnection, connection)
    first = asked(confirm, 1)
    await turns()
    assert connection.sent == ROUND
    later = asked(confirm, 3)
    await turns()
    assert connection.sent == ROUND
    connection.waiting.pop()(2)
    await turns()
    assert [task.done() for task in (*first, *later)] == [True, False, False, False]
    assert connection.sent == ROUND * 2
    connection.waiting.pop()(3)
    await asyncio.gather(*first, *later)
    # Nobody waits any more: nothing is asked.
    assert connection.sent == ROUND * 2
    (again,) = asked(confirm, 1)
    await turns()
    assert connection.sent == ROUND * 3
    connection.waiting.pop()(2)
    await again


@pytest.mark.parametrize("answer", [1, 0, ReplyError("UNBLOCKED"), ConnectionError()])
async def test_fewer_replicas_or_none_are_not_enough(answer: Any) -> None:
    connection = Connection()
    confirm = Confirm(2, 700, "mark")
    confirm.connection = cast(RedisConnection, connection)
    tasks = asked(confirm, 2)
    for _ in tasks:
        await turns()
        connection.waiting.pop()(answer)
    for result in await asyncio.gather(*tasks, return_exceptions=True):
        assert isinstance(result, StorageUnavailableError)
        assert NOT_ENOUGH in str(result)


async def test_no_connection_confirms_nothing_no_replicas_ask_nothing() -> None:
    confirm = Confirm(1, 700, "mark")
    for _ in range(2):
        with pytest.raises(StorageUnavailableError):
            await confirm()
    connection = Connection()
    none = Confirm(0, 700, "mark")
    none.connection = cast(RedisConnection, connection)
    await none()
    assert connection.sent == []


@pytest.mark.parametrize(
    ("outages", "duration", "found"),
    [
        ([], CUT_OFF - 1, []),
        ([], CUT_OFF, [(100_000 - CUT_OFF, 100_000)]),
        ([], 7000, [(93_000, 100_000)]),
        # What Redis knows of already is not counted twice.
        ([(90_000, 95_000)], 7000, [(90_000, 95_000), (95_000, 100_000)]),
        ([(90_000, 99_500)], 7000, [(90_000, 99_500)]),
        ([(1, 2)], 3000, [(1, 2), (97_000, 100_000)]),
    ],
)
async def test_who_was_cut_off_alone_takes_it_for_an_outage(
    outages: list[tuple[int, int]], duration: int, found: list[tuple[int, int]]
) -> None:
    hooks = ShardGroupHooks(lambda now: None, lambda due: None, lambda group: None)
    group = ShardGroup("here", False, range(2), 0, 0, hooks)
    group.outages = list(outages)
    group._now = 100_000
    group._cut_off(duration)
    assert group.outages == found


async def test_a_beat_tells_the_time_outages_and_what_is_due() -> None:
    told: list[Any] = []
    hooks = ShardGroupHooks(told.append, told.append, lambda group: None)
    group = ShardGroup("here", False, [3, 4], 0, 0, hooks)
    command = group._beat_command()
    assert command[2] == 4
    assert [str(key).rpartition(":")[2] for key in command[3:7]] == ["beat", "outages", "due", "due"]
    group._beaten([5000, [b"10-20", b"30-45"], [b"a", b"b"]])
    assert told == [5000, ["a", "b"]]
    assert group.outages == [(10, 20), (30, 45)]
    # From now on only newer ones are asked for.
    assert group._beat_command()[-2] == 45
    group._beaten([6000, [], []])
    assert told[2:] == [6000]
