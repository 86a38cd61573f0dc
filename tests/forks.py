"""Tests in several processes that are forked once all tests are collected: ``--forks 3``.

Each takes the next piece of the list when its own is done. So tests are imported once, not in each process, and
of a test that passed no more is told than that. docs/decisions/011-parallel-tests.md
"""

from __future__ import annotations

import itertools
import mmap
import os
import struct
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from multiprocessing.connection import Connection, Pipe, wait
from pathlib import Path
from typing import Any, TypeVar

import pytest

from tests.redis_server import COUNT, NUMBER

T = TypeVar("T")

#: Seconds after which the others are told what passed.
NEWS = 0.3
#: Seconds; the preparation of a test that took less is not told.
TOLD = 0.005
_NUMBER = struct.Struct("i")


def pieces(items: Sequence[T], rank: Callable[[T], int], slow: int, file: Callable[[T], object]) -> list[list[T]]:
    """What is taken at a time. First tests with a rank below ``slow``, the lowest first and each by itself; then
    the others, those of a file together, the fullest file first, so that small pieces are left for the end.
    """
    long = sorted((item for item in items if rank(item) < slow), key=rank)
    files: dict[object, list[T]] = {}
    for item in items:
        if rank(item) >= slow:
            files.setdefault(file(item), []).append(item)
    return [[item] for item in long] + sorted(files.values(), key=len, reverse=True)


class Queue:
    """Numbers from 0 that are taken by several processes, each number once: they lie in a pipe."""

    def __init__(self, count: int) -> None:
        self._reader, writer = os.pipe()
        # It is written before anybody reads.
        os.set_blocking(writer, False)
        numbers = b"".join(map(_NUMBER.pack, range(count)))
        if os.write(writer, numbers) != len(numbers):
            raise ValueError(f"{count} pieces are too many")
        os.close(writer)

    def __iter__(self) -> Iterator[int]:
        while number := os.read(self._reader, _NUMBER.size):
            yield _NUMBER.unpack(number)[0]

    def clear(self) -> None:
        """Nobody gets any more."""
        while os.read(self._reader, 65_536):
            pass


class Teller:
    """In a process that runs tests: tells the first process how they went."""

    def __init__(self, config: pytest.Config, connection: Connection) -> None:
        self._config = config
        self._connection = connection
        self._news: list[tuple[int, Any]] = []
        self._told = time.monotonic()
        self.number = 0

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if not report.passed or report.user_properties:
            whole = self._config.hook.pytest_report_to_serializable(config=self._config, report=report)
            self._news.append((self.number, whole))
        elif report.when == "call" or report.duration >= TOLD:
            self._news.append((self.number, (report.when, report.duration, report.start, report.stop)))
        if not report.passed or time.monotonic() - self._told > NEWS:
            self.tell()

    def tell(self) -> None:
        """Send what is not told yet."""
        self._connection.send(self._news)
        self._news = []
        self._told = time.monotonic()


class Forks:
    """The plugin. ``rank``: the lower, the earlier a test is to begin; from ``slow`` on at any time."""

    def __init__(self, count: int, rank: Callable[[pytest.Item], int], slow: int) -> None:
        self._count = count
        self._rank = rank
        self._slow = slow

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool | None:
        if session.testsfailed or session.config.option.collectonly or not session.items:
            return None
        numbers = {item: number for number, item in enumerate(session.items)}
        queue = Queue(len(all_pieces := pieces(session.items, self._rank, self._slow, lambda item: item.path)))
        folder = session.config._tmp_path_factory.getbasetemp()  # type: ignore[attr-defined]
        # Which test each process runs; at the end, whether they are to stop.
        running = mmap.mmap(-1, self._count * _NUMBER.size + 1)
        for stream in (sys.stdout, sys.stderr):
            stream.flush()
        children: dict[Connection, tuple[int, int]] = {}
        for place in range(self._count):
            reader, writer = Pipe(duplex=False)
            if not (pid := os.fork()):
                status = 1
                # Where nobody listens any more, what is told must fail.
                for listening in (reader, *children):
                    listening.close()
                try:
                    os.environ |= {NUMBER: str(place), COUNT: str(self._count)}
                    teller = _become_child(session.config, writer, folder / f"process{place}")
                    try:
                        _run((all_pieces[number] for number in queue), numbers, teller, running, place)
                    finally:
                        session._setupstate.teardown_exact(None)
                    session.config._ensure_unconfigure()
                    status = 0
                except (BrokenPipeError, KeyboardInterrupt):
                    # The first process is gone, or says it itself.
                    pass
                except BaseException as error:
                    sys.__excepthook__(type(error), error, error.__traceback__)
                    sys.stderr.flush()
                finally:
                    os._exit(status)
            writer.close()
            children[reader] = pid, place
        try:
            self._listen(session, children, queue, running)
        finally:
            queue.clear()
            running[-1] = 1
            for pid, _ in children.values():
                os.waitpid(pid, 0)
        if session.shouldfail:
            raise session.Failed(session.shouldfail)
        return True

    def _listen(
        self, session: pytest.Session, children: dict[Connection, tuple[int, int]], queue: Queue, running: mmap.mmap
    ) -> None:
        """Pass on what the processes tell, until all have ended."""
        while children:
            for connection in wait(list(children)):
                assert isinstance(connection, Connection)
                try:
                    news = connection.recv()
                except EOFError:
                    pid, place = children.pop(connection)
                    if status := os.waitpid(pid, 0)[1]:
                        at = _NUMBER.unpack_from(running, place * _NUMBER.size)[0]
                        _report(session, _ended_within(session.items[at], status))
                    continue
                for number, told in news:
                    _report(session, _read(session, session.items[number], told))
            if session.shouldfail or session.shouldstop:
                queue.clear()
                running[-1] = 1


def _become_child(config: pytest.Config, writer: Connection, folder: Path) -> Teller:
    """In a new process: show nothing, share neither folders nor what is written with the others."""
    for name in ("terminalreporter", "terminalprogress"):
        if config.pluginmanager.hasplugin(name):
            config.pluginmanager.unregister(name=name)
    if capture := config.pluginmanager.getplugin("capturemanager"):
        capture.stop_global_capturing()
        capture.start_global_capturing()
        capture.suspend_global_capture()
    folder.mkdir()
    factory: Any = config._tmp_path_factory  # type: ignore[attr-defined]
    factory._basetemp = folder
    factory._exit_stack = ExitStack()
    teller = Teller(config, writer)
    config.pluginmanager.register(teller)
    return teller


def _run(
    taken: Iterator[list[pytest.Item]],
    numbers: dict[pytest.Item, int],
    teller: Teller,
    running: mmap.mmap,
    place: int,
) -> None:
    """Run tests; what a test leaves to the next one of its file is kept until that is another's."""
    items = itertools.chain.from_iterable(taken)
    item = next(items, None)
    while item and not running[-1]:
        # The last test of a piece already belongs to the next one: so the next piece is taken before it is run.
        following = next(items, None)
        teller.number = numbers[item]
        _NUMBER.pack_into(running, place * _NUMBER.size, teller.number)
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        item = following
    teller.tell()


def _read(session: pytest.Session, item: pytest.Item, told: Any) -> pytest.TestReport:
    if isinstance(told, dict):
        report = session.config.hook.pytest_report_from_serializable(config=session.config, data=told)
        assert isinstance(report, pytest.TestReport)
        return report
    when, duration, start, stop = told
    return pytest.TestReport(
        item.nodeid, item.location, {}, "passed", None, when, duration=duration, start=start, stop=stop
    )


def _ended_within(item: pytest.Item, status: int) -> pytest.TestReport:
    sentence = f"The process ended by itself here (status {status}); what else it had begun was not run."
    return pytest.TestReport(item.nodeid, item.location, {}, "failed", sentence, "call")


def _report(session: pytest.Session, report: pytest.TestReport) -> None:
    session.config.hook.pytest_runtest_logreport(report=report)
    if report.when == "call":
        session.config.hook.pytest_runtest_logfinish(nodeid=report.nodeid, location=report.location)
