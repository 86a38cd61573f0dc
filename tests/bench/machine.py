"""Processes under measurement: pinned to a core where that is possible, and how much processor time they take."""

from __future__ import annotations

import contextlib
import functools
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

import psutil

from tests.bench.measure import TICK, Rate
from tests.redis_server import RedisServer


@functools.cache
def cores() -> tuple[set[int], set[int]]:
    """The core of what is measured, and those of the load. On a machine with one core they are the same.

    They are those that this process had before it was pinned to some of them.
    """
    if not hasattr(os, "sched_getaffinity"):
        return set(), set()
    all_cores = sorted(os.sched_getaffinity(0))
    return {all_cores[0]}, set(all_cores[1:]) or {all_cores[0]}


def pin(pid: int, where: set[int]) -> None:
    """Keep a process on these cores; 0 is this process."""
    if where and hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(pid, where)


class Meter:
    """Processor time of some processes from when it was made."""

    def __init__(self, pids: Sequence[int]) -> None:
        self._processes = [psutil.Process(pid) for pid in pids]
        self._start = self._now()

    def _now(self) -> list[float]:
        times = [process.cpu_times() for process in self._processes]
        return [time.user + time.system for time in times]

    def each(self) -> list[float]:
        """Seconds, one per process."""
        return [now - start for start, now in zip(self._start, self._now(), strict=True)]

    def rate(self, count: int) -> Rate:
        """``count`` things in the time that all processes took together."""
        return Rate(count, max(TICK, sum(self.each())))


class Served:
    """A server in a process of its own."""

    def __init__(self, process: subprocess.Popen[bytes], port: int) -> None:
        self._process = process
        self.pid = process.pid
        self.port = port

    def ask(self, question: bytes) -> bytes:
        """Its answer to a line: a line."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(question + b"\n")
        self._process.stdin.flush()
        return self._process.stdout.readline()

    def memory(self) -> int:
        """Bytes of memory that it holds, after it has tidied up."""
        self.ask(b"collect")
        return int(psutil.Process(self.pid).memory_info().rss)


@contextlib.contextmanager
def served(module: str, *arguments: str, core: set[int] | None = None) -> Iterator[Served]:
    """``python -m module arguments``, which prints its port and serves until its input ends."""
    process = subprocess.Popen(
        [sys.executable, "-m", module, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    pin(process.pid, cores()[0] if core is None else core)
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        yield Served(process, int(process.stdout.readline()))
    finally:
        process.stdin.close()
        process.wait(20)
        process.stdout.close()


@contextlib.contextmanager
def redis_server(pinned: bool = True) -> Iterator[RedisServer]:
    """A Redis as the service runs it (append-only file, fsync every second); ``pinned``: on the measured core."""
    with tempfile.TemporaryDirectory(prefix="bocage-bench-") as folder:
        server = RedisServer(Path(folder), "--appendonly", "yes", "--appendfsync", "everysec")
        server.start()
        assert server.process is not None
        if pinned:
            pin(server.process.pid, cores()[0])
        try:
            yield server
        finally:
            server.stop()
