"""Connections that one worker accepts and another serves."""

from __future__ import annotations

import asyncio
import os
import random
import socket
from pathlib import Path
from typing import Any, cast
from unittest import mock

import pytest

from bocage.live import handover
from bocage.live.handover import MOST_BYTES, Handover, ranked
from tests.store.logs import until

MATCHES = [f"match{number}" for number in range(400)]
WORKERS = 3


class Worker:
    """A worker that notes what it is given."""

    def __init__(self, folder: Path, number: int) -> None:
        self.given: list[bytes] = []
        self.handover = Handover(folder, number, WORKERS, self._adopt)

    def _adopt(self, connection: socket.socket, read: bytes) -> None:
        connection.close()
        self.given.append(read)

    async def offer(self, match: str, read: bytes = b"GET") -> bool:
        """Whether another worker took a connection for ``match``."""
        ours, theirs = socket.socketpair()
        done: asyncio.Future[bool] = asyncio.get_running_loop().create_future()
        with ours, theirs:
            self.handover.hand_over(match, theirs, read, done.set_result)
            async with asyncio.timeout(60):
                return await done


def belongs_to(number: int) -> str:
    return next(match for match in MATCHES if ranked(match, WORKERS)[0] == number)


async def test_a_connection_reaches_the_worker_of_its_match(tmp_path: Path) -> None:
    workers = {number: Worker(tmp_path, number) for number in range(1, WORKERS + 1)}
    moved = sum([await workers[1].offer(match, match.encode()) for match in MATCHES])
    await until(lambda: sum(len(worker.given) for worker in workers.values()) == moved)
    taken = {number: worker.given for number, worker in workers.items()}
    assert taken[1] == []
    for number in (2, 3):
        assert taken[number] == [match.encode() for match in MATCHES if ranked(match, WORKERS)[0] == number]
    assert workers[1].handover.handed_over == moved == len(taken[2]) + len(taken[3])
    for worker in workers.values():
        worker.handover.close()


async def test_matches_of_a_dead_worker_move_and_no_others(tmp_path: Path) -> None:
    one, two, three = (Worker(tmp_path, number) for number in (1, 2, 3))
    two.handover.close()
    for match in MATCHES:
        rank = [number for number in ranked(match, WORKERS) if number != 2]
        assert await one.offer(match) == (rank[0] == 3)
    two = Worker(tmp_path, 2)
    assert await one.offer(belongs_to(2))
    for worker in (one, two, three):
        worker.handover.close()


async def test_a_successor_takes_the_name_before_the_old_worker_ends(tmp_path: Path) -> None:
    one, old = Worker(tmp_path, 1), Worker(tmp_path, 2)
    with mock.patch.object(os, "getpid", return_value=0):
        new = Worker(tmp_path, 2)
    assert await one.offer(belongs_to(2))
    await until(lambda: new.given == [b"GET"])
    assert old.given == []
    old.handover.close()
    assert await one.offer(belongs_to(2))
    one.handover.close()
    new.handover.close()


@pytest.mark.parametrize("read", [b"x" * (MOST_BYTES + 1)])
async def test_a_connection_that_cannot_be_handed_over_stays(tmp_path: Path, read: bytes) -> None:
    one, two = Worker(tmp_path, 1), Worker(tmp_path, 2)
    assert not await one.offer(belongs_to(2), read)
    assert two.given == []
    one.handover.close()
    two.handover.close()


async def test_a_full_queue_is_waited_for_then_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    one, two = Worker(tmp_path, 1), Worker(tmp_path, 2)
    monkeypatch.setattr(handover, "RETRY", 0.0)

    class Full:
        """A socket whose queue is full for a while."""

        def __init__(self, times: int) -> None:
            self.times, self.real = times, one.handover._socket

        def __getattr__(self, name: str) -> Any:
            return getattr(self.real, name)

        def sendmsg(self, *arguments: Any) -> int:
            self.times -= 1
            if self.times >= 0:
                raise BlockingIOError
            return self.real.sendmsg(*arguments)

    real = one.handover._socket
    for times, moved in ((3, True), (1000, False)):
        one.handover._socket = cast(socket.socket, Full(times))
        assert await one.offer(belongs_to(2)) == moved
        one.handover._socket = real
    one.handover.close()
    two.handover.close()


@pytest.mark.parametrize("seed", range(20))
def test_a_missing_worker_moves_only_its_own_matches(seed: int) -> None:
    rng = random.Random(seed)
    match, workers = f"m{rng.random()}", rng.randrange(2, 9)
    before = ranked(match, workers)
    assert sorted(before) == list(range(1, workers + 1))
    assert [number for number in ranked(match, workers + 1) if number <= workers] == before
