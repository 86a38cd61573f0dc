"""What a worker process is given by the supervisor that started it, in one environment variable."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
from collections.abc import Callable, Mapping

import msgspec

#: The variable. It is no setting: people do not give it.
VARIABLE = "BOCAGE_WORKER"
#: What a worker that serves says to its supervisor.
READY = b"ready"


class Assignment(msgspec.Struct, frozen=True):
    """The place of one worker among others.

    ``number``: of the worker, from 1. ``workers``: how many there are. ``launch``: how many processes this
    supervisor had started with it. ``listening``, ``metrics``, ``line``: descriptors of the socket to accept at,
    of the one for metrics (-1: none), and of the one to the supervisor. ``redis``: URL of the private Redis, empty:
    the settings name one. ``house``: the key by which all workers know each other's house bots. ``meeting``: the
    folder of :class:`~bocage.live.handover.Handover`.
    """

    number: int
    workers: int
    launch: int
    listening: int
    line: int
    metrics: int = -1
    redis: str = ""
    house: str = ""
    meeting: str = ""

    def listener(self) -> socket.socket:
        """The socket to accept at, shared with the other workers."""
        return socket.socket(fileno=self.listening)

    def monitored(self) -> socket.socket | None:
        """The socket to serve metrics at."""
        return None if self.metrics < 0 else socket.socket(fileno=self.metrics)


class SupervisorLink:
    """A worker's end of the socket to its supervisor: says that it serves, and notices that nobody is there."""

    def __init__(self, assignment: Assignment, gone: Callable[[], object]) -> None:
        """``gone`` is called when the supervisor has ended."""
        self._socket = socket.socket(fileno=assignment.line)
        self._socket.setblocking(False)
        self._gone = gone
        asyncio.get_running_loop().add_reader(self._socket, self._read)

    def say_ready(self, gone: Callable[[], object]) -> None:
        """The worker serves; from now on ``gone`` is called when the supervisor has ended."""
        self._gone = gone
        # A supervisor that is gone is noticed by reading.
        with contextlib.suppress(OSError):
            self._socket.send(READY)

    def _read(self) -> None:
        with contextlib.suppress(BlockingIOError):
            try:
                told = self._socket.recv(64)
            except ConnectionError:
                told = b""
            if not told:
                asyncio.get_running_loop().remove_reader(self._socket)
                self._socket.close()
                self._gone()


def encode(assignment: Assignment) -> str:
    """The value of the variable."""
    return msgspec.json.encode(assignment).decode()


def taken(environment: Mapping[str, str]) -> Assignment | None:
    """The assignment of this process; None: it is no worker. Raises ``msgspec.DecodeError``."""
    text = environment.get(VARIABLE, "")
    return msgspec.json.decode(text, type=Assignment) if text else None


def cores() -> int:
    """How many processor cores this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on every system
        return os.cpu_count() or 1
