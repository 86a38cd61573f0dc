"""The processes of a load test, each of which plays some of the tables.

The first process plays its tables itself and starts the others. These read a :class:`Plan` from standard input,
then the lines ``start`` and ``finish``, and write a line of JSON (:class:`Told`) twice a second.
"""

from __future__ import annotations

import asyncio
import contextlib
import random
import sys
from asyncio.subprocess import PIPE, Process
from typing import Protocol

import msgspec

from bocage.cli.common import CommandError
from bocage.live.capacity import raise_descriptor_limit
from bocage.protocol.refusal import BocageError
from bocage_tools.load.checks import Tally
from bocage_tools.load.crowd import Crowd
from bocage_tools.load.faults import Lines
from bocage_tools.load.gate import Gate
from bocage_tools.load.lag import Lag

#: Seconds between two reports of a process.
TELL = 0.5
#: Longest line in bytes. It may hold the delays of many actions.
LONGEST = 1 << 26


class Plan(msgspec.Struct, frozen=True):
    """What one process plays. ``games``: (id, seats). ``tables``: (number, watchers).

    ``every``: mean seconds between two faults of a connection; 0: no faults.
    """

    url: str
    games: list[tuple[str, int]]
    tables: list[tuple[int, int]]
    pace: float
    seed: int
    every: float


class Told(msgspec.Struct, frozen=True):
    """The report of a process: its counts, with the delays since its last report. ``error``: why it failed."""

    connected: bool
    tally: Tally
    error: str = ""


class Part(Protocol):
    """One process of a load test."""

    #: Set when all its clients are connected.
    connected: asyncio.Event

    @property
    def tally(self) -> Tally:
        """The counts so far. Readers remove the delays."""

    async def play(self) -> None:
        """Connect, play from :meth:`start` to :meth:`finish`, and check. Raises any error of the process."""

    def start(self) -> None:
        """Begin to play: all processes are connected."""

    def finish(self) -> None:
        """Let the matches end as soon as every kind of fault has happened."""


class OwnPart:
    """Plays in this process."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._gate = Gate()
        rng = random.Random(f"faults {plan.seed} {plan.tables[0][0]}")
        self._lines = Lines(rng, plan.every, self._gate.connect) if plan.every else None
        opened = self._lines.connect if self._lines else self._gate.connect
        self._crowd = Crowd(plan.url, plan.games, len(plan.tables), plan.pace, plan.seed, opened)
        self._lag = Lag()
        self._finish = asyncio.Event()
        self.connected = self._crowd.connected

    @property
    def tally(self) -> Tally:
        tally = self._crowd.tally
        tally.late, tally.used = self._lag.late, self._lag.used()
        tally.waited, tally.closed = self._gate.waited, dict(self._gate.closed)
        if self._lines:
            tally.faults = {str(kind): count for kind, count in self._lines.happened.items()}
        return tally

    async def play(self) -> None:
        raise_descriptor_limit()
        looking = asyncio.create_task(self._lag.look())
        ending = asyncio.create_task(self._end())
        try:
            async with asyncio.TaskGroup() as group:
                for number, watchers in self._plan.tables:
                    group.create_task(self._crowd.table(number, watchers))
        finally:
            looking.cancel()
            ending.cancel()

    async def _end(self) -> None:
        await self._finish.wait()
        if self._lines:
            await self._lines.all_kinds.wait()
            self._lines.calm()
        self._crowd.over.set()

    def start(self) -> None:
        self._crowd.started.set()

    def finish(self) -> None:
        self._finish.set()


class OtherPart:
    """Plays in another process."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._process: Process | None = None
        self.tally = Tally()
        self.connected = asyncio.Event()

    async def play(self) -> None:
        line = [sys.executable, "-m", "bocage_tools.load.parts"]
        process = self._process = await asyncio.create_subprocess_exec(
            *line, stdin=PIPE, stdout=PIPE, limit=LONGEST, start_new_session=True
        )
        assert process.stdin is not None
        assert process.stdout is not None
        try:
            self._say(msgspec.json.encode(self._plan))
            async for told in process.stdout:
                self.told(msgspec.json.decode(told, type=Told))
            if await process.wait():
                raise CommandError("a process of the load has ended before its time")
        finally:
            # The process ends when its standard input is closed.
            process.stdin.close()
            await process.wait()

    def told(self, told: Told) -> None:
        """Take a report of the process. Raises :class:`CommandError` if it failed."""
        told.tally.delays[:0] = self.tally.delays
        told.tally.late[:0] = self.tally.late
        told.tally.waited[:0] = self.tally.waited
        self.tally = told.tally
        if told.error:
            raise CommandError(told.error)
        if told.connected:
            self.connected.set()

    def start(self) -> None:
        self._say(b"start")

    def finish(self) -> None:
        self._say(b"finish")

    def _say(self, line: bytes) -> None:
        if self._process is not None and self._process.stdin is not None:
            self._process.stdin.write(line + b"\n")


def main() -> None:
    """Play a part for the process that started this one."""
    asyncio.run(_serve())


async def _serve() -> None:
    reader = asyncio.StreamReader(limit=LONGEST)
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    part = OwnPart(msgspec.json.decode(await reader.readline(), type=Plan))
    playing = asyncio.create_task(part.play())
    hearing = asyncio.create_task(_hear(reader, part, playing))
    telling = asyncio.create_task(_tell(part))
    error = ""
    with contextlib.suppress(asyncio.CancelledError):
        try:
            await playing
        except* (CommandError, BocageError) as group:
            error = str(group.exceptions[0])
    telling.cancel()
    hearing.cancel()
    _say(part, error)


async def _hear(reader: asyncio.StreamReader, part: OwnPart, playing: asyncio.Task[None]) -> None:
    while line := await reader.readline():
        if line == b"start\n":
            part.start()
        elif line == b"finish\n":
            part.finish()
    # The parent process is gone.
    playing.cancel()


async def _tell(part: OwnPart) -> None:
    while True:
        await asyncio.sleep(TELL)
        _say(part, "")


def _say(part: OwnPart, error: str) -> None:
    tally = part.tally
    line = msgspec.json.encode(Told(part.connected.is_set(), tally, error))
    tally.taken()
    # The parent process may be gone. Then this one ends as well.
    with contextlib.suppress(BrokenPipeError):
        sys.stdout.buffer.write(line + b"\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()
