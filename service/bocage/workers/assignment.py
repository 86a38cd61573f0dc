"""The assignment of a worker process by its supervisor, in one environment variable."""

from __future__ import annotations

import asyncio
import contextlib
import os
import socket
from collections.abc import Callable, Mapping

import msgspec

#: The variable. It is internal, not a setting.
VARIABLE = "BOCAGE_WORKER"
#: Message of a worker that is ready.
READY = b"ready"


class Assignment(msgspec.Struct, frozen=True):
    """The assignment of one worker.

    ``number``: of the worker, from 1. ``workers``: their number. ``launch``: number of the process, counted by the
    supervisor. ``listening``, ``metrics``, ``line``: descriptors of the listening socket, of the one for metrics
    (-1: none), and of the one to the supervisor. ``redis``: URL of the private Redis; empty: see the settings.
    ``house``: the key by which workers recognise each other's house bots. ``meeting``: the folder of
    :class:`~bocage.live.handover.Handover`.
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
        """Return the listening socket, shared with the other workers."""
        return socket.socket(fileno=self.listening)

    def monitored(self) -> socket.socket | None:
        """Return the listening socket for metrics."""
        return None if self.metrics < 0 else socket.socket(fileno=self.metrics)


class SupervisorLink:
    """A worker's socket to its supervisor: reports readiness, and notices the supervisor's end."""

    def __init__(self, assignment: Assignment, gone: Callable[[], object]) -> None:
        """``gone`` is called when the supervisor has ended."""
        self._socket = socket.socket(fileno=assignment.line)
        self._socket.setblocking(False)
        self._gone = gone
        asyncio.get_running_loop().add_reader(self._socket, self._read)

    def say_ready(self, gone: Callable[[], object]) -> None:
        """Report readiness. From now on ``gone`` is called when the supervisor has ended."""
        self._gone = gone
        # The end of the supervisor is noticed when reading.
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
    """Encode an assignment for the variable."""
    return msgspec.json.encode(assignment).decode()


def taken(environment: Mapping[str, str]) -> Assignment | None:
    """Return the assignment of this process; None: it is no worker. Raises ``msgspec.DecodeError``."""
    text = environment.get(VARIABLE, "")
    return msgspec.json.decode(text, type=Assignment) if text else None


def cores() -> int:
    """Return the number of processor cores that this process may use."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on every system
        return os.cpu_count() or 1
