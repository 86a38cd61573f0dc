"""A private redis-server for tests, on a unix socket or a loopback port: to start, stop, kill and pause at will."""

from __future__ import annotations

import contextlib
import itertools
import os
import resource
import signal
import socket
import subprocess
import time
import zlib
from collections.abc import Iterator
from pathlib import Path

import redis

from bocage.store.embedded import find_server

#: Seconds after which a server that does not start or end will not do so any more.
PATIENCE = 60

#: Below the ports that Linux gives to outgoing connections: one of those could take a server's port while it
#: restarts. Each is asked for once, beginning at a place that differs between test runs on one machine.
_PORTS = range(12_000, 22_000)


def _numbers_of(worker: str, workers: int, run: str) -> Iterator[int]:
    """Places among the ports: no two processes of one run of the tests get the same one."""
    place = int(worker.removeprefix("gw")) if worker else 0
    return itertools.count(zlib.crc32(run.encode()) // workers * workers + place, workers)


_numbers = _numbers_of(
    os.environ.get("PYTEST_XDIST_WORKER", ""),
    int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1")),
    os.environ.get("PYTEST_XDIST_TESTRUNUID", str(os.getpid())),
)


def free_port(*more: int) -> int:
    """A loopback port that nobody uses just now, nor those that are higher by so much."""
    for _ in _PORTS:
        port = _PORTS[next(_numbers) % len(_PORTS)]
        with contextlib.suppress(OSError):
            for wanted in (port, *(port + by for by in more)):
                with socket.socket() as probe:
                    probe.bind(("127.0.0.1", wanted))
            return port
    raise OSError("no port is free")


class RedisServer:
    """One server with its data in ``folder``. ``port`` 0: only a unix socket."""

    def __init__(self, folder: Path, *options: str, port: int = 0) -> None:
        self.folder = folder
        self.port = port
        self.socket = folder / "redis.sock"
        self.options = options
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}/0" if self.port else f"unix://{self.socket}?db=0"

    def client(self) -> redis.Redis:
        """A plain client, to look at what is stored."""
        if self.port:
            return redis.Redis(host="127.0.0.1", port=self.port)
        return redis.Redis(unix_socket_path=str(self.socket))

    def start(self) -> None:
        """Start it and wait until it has loaded its data."""
        self.folder.mkdir(parents=True, exist_ok=True)
        where = ["--port", str(self.port), "--bind", "127.0.0.1", "--dir", str(self.folder), "--save", ""]
        if not self.port:
            where += ["--unixsocket", str(self.socket)]
        with open(self.folder / "redis.log", "ab") as output:
            self.process = subprocess.Popen(
                [str(find_server().path), *where, *self.options],
                stdout=output,
                stderr=output,
                start_new_session=True,
                # Python ignores SIGXFSZ, and so shall Redis: a file that may not grow is then just an error.
                restore_signals=False,
            )
        deadline = time.monotonic() + PATIENCE
        with self.client() as client:
            while self.process.poll() is None and time.monotonic() < deadline:
                with contextlib.suppress(redis.exceptions.RedisError):
                    if client.ping():
                        return
                time.sleep(0.01)
        self.stop(signal.SIGKILL)
        raise RuntimeError((self.folder / "redis.log").read_text())

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        """End it and wait until it is gone; SIGKILL for a crash."""
        if self.process is not None:
            self.process.send_signal(signal.SIGCONT)
            self.process.send_signal(how)
            self.process.wait(PATIENCE)
            self.process = None

    def limit_files(self, size: int = resource.RLIM_INFINITY) -> None:
        """No file may grow beyond ``size`` bytes, which is what a full disk looks like; without: there is room."""
        assert self.process is not None
        resource.prlimit(self.process.pid, resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))

    def pause(self) -> None:
        """It stops to answer, but its connections stay (SIGSTOP)."""
        assert self.process is not None
        os.kill(self.process.pid, signal.SIGSTOP)

    def resume(self) -> None:
        assert self.process is not None
        os.kill(self.process.pid, signal.SIGCONT)
