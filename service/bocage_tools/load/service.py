"""The service that a load test starts for itself, to kill its processes and measure their memory."""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
import re
import shutil
import signal
import sys
import tempfile
from asyncio.subprocess import PIPE, Process
from collections import Counter
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType

import msgspec

from bocage.cli.common import CommandError

#: All clients share one address and act faster than people.
LIMITS = ",".join(
    f"{name}=1000000"
    for name in (
        *("request_rate", "request_burst", "player_rate", "player_burst", "match_rate", "match_burst"),
        *("address_match_rate", "address_match_burst", "open_matches", "address_open_matches"),
        *("message_rate", "message_burst", "address_rate", "address_burst"),
        *("address_sockets", "address_connections"),
    )
)
#: Seconds within which the service must start or stop.
PATIENCE = 120.0
#: Bytes at the end of the log that are shown when it does not start.
LAST_WORDS = 500


class Memory(msgspec.Struct, frozen=True):
    """Resident memory in MB of each worker and of the private Redis; 0 if unknown."""

    workers: list[float]
    redis: float

    def __str__(self) -> str:
        return " ".join(f"{size:.0f}" for size in (*self.workers, self.redis))


class OwnService:
    """Runs a service as a context manager. Its temporary directory is kept when ``keep`` is set."""

    def __init__(self, workers: int, rng: random.Random) -> None:
        """``workers``: at least two, so that a killed worker is replaced."""
        self.url = ""
        self.keep = False
        self.folder = Path(tempfile.mkdtemp(prefix="bocage-load-"))
        self.killed: Counter[str] = Counter()
        #: Set when a worker and Redis were each killed.
        self.all_killed = asyncio.Event()
        self._workers = workers
        self._rng = rng
        self._process: Process | None = None

    async def __aenter__(self) -> OwnService:
        """Start it. Raises :class:`CommandError` when it does not start to serve."""
        line = [sys.executable, "-m", "bocage.cli", "serve", "--port", "0", "--workers", str(self._workers)]
        # Redis is killed, so acknowledged entries must be on the disk.
        line += ["--data", str(self.folder / "data"), "--durability", "always"]
        try:
            with ExitStack() as stack:
                self._process = await asyncio.create_subprocess_exec(
                    *line,
                    env={**os.environ, "BOCAGE_LIMITS": LIMITS},
                    stdout=PIPE,
                    stderr=stack.enter_context(self.log.open("wb")),
                    start_new_session=True,
                )
            assert self._process.stdout is not None
            async with asyncio.timeout(PATIENCE):
                told = (await self._process.stdout.readline()).decode()
            if not told:
                words = self.log.read_text(encoding="utf-8")[-LAST_WORDS:]
                raise CommandError(f"the service does not start: {words}")
        except BaseException:
            await self._end()
            raise
        self.url = told.split()[-1]
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self._end()

    async def _end(self) -> None:
        process = self._process
        if process is not None and process.returncode is None:
            process.send_signal(signal.SIGTERM)
            try:
                async with asyncio.timeout(PATIENCE):
                    await process.wait()
            except TimeoutError:
                process.kill()
                await process.wait()
        if not self.keep:
            shutil.rmtree(self.folder, ignore_errors=True)

    @property
    def log(self) -> Path:
        """The log file of the service."""
        return self.folder / "service.log"

    def pids(self) -> dict[int, int]:
        """Worker number → its newest process id."""
        found = re.findall(r"worker (\d+) is process (\d+)", self.log.read_text(encoding="utf-8", errors="replace"))
        return {int(number): int(pid) for number, pid in found}

    def redis_pid(self) -> int:
        """The process id of the private Redis; 0 when the environment names another Redis."""
        with contextlib.suppress(OSError, ValueError):
            return int((self.folder / "data" / "redis" / "redis.pid").read_text(encoding="utf-8"))
        return 0

    def memory(self) -> Memory:
        """The memory of its processes now."""
        pids = self.pids()
        return Memory([_resident(pids[number]) for number in sorted(pids)], _resident(self.redis_pid()))

    async def break_down(self, every: float) -> None:
        """Kill a worker and Redis in turn, every ``every`` seconds, until cancelled."""
        while True:
            for kill in (self._kill_worker, self._kill_redis):
                await asyncio.sleep(every)
                kill()
            self.all_killed.set()

    def _kill_worker(self) -> None:
        if self._kill(self._rng.choice(sorted(self.pids().values()))):
            self.killed["worker"] += 1

    def _kill_redis(self) -> None:
        if self._kill(self.redis_pid()):
            self.killed["Redis"] += 1

    def _kill(self, pid: int) -> bool:
        if not pid or not self._is_ours(pid):
            return False
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            return False
        return True

    def _is_ours(self, pid: int) -> bool:
        """True if the service started that process. The id may have been reused."""
        assert self._process is not None
        if not Path("/proc/self/stat").exists():
            return True
        with contextlib.suppress(OSError):
            return _parent(Path(f"/proc/{pid}/stat").read_text(encoding="utf-8")) == self._process.pid
        return False


def _parent(stat: str) -> int:
    """The parent's id in ``/proc/*/stat``. The process name in it may contain any character."""
    return int(stat.rpartition(")")[2].split()[1])


def _resident(pid: int) -> float:
    with contextlib.suppress(OSError, ValueError, IndexError):
        pages = int(Path(f"/proc/{pid}/statm").read_text(encoding="utf-8").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6
    return 0.0
