"""A process of a load: what it hears and tells through its pipes, and the load that started it. Time is virtual."""

from __future__ import annotations

import asyncio
import os
import runpy
import sys
from collections.abc import Coroutine
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from bocage.cli.common import CommandError
from bocage.protocol.refusal import RefusedError
from bocage_tools.load import parts as load_parts
from bocage_tools.load.checks import Tally
from bocage_tools.load.parts import OtherPart, OwnPart, Plan, Told
from tests.tools.crowd_world import FakeRest, World, world_for
from tests.virtual_time import run

PLAN = Plan("http://h", [("omaha", 1)], [(0, 1), (1, 2)], 0.0, 7, 0.0)


class Ready:
    """A part that is played in no time, or ends with ``error``."""

    made: Ready

    def __init__(self, plan: Plan) -> None:
        Ready.made = self
        self.plan = plan
        self.tally = Tally(updates=3)
        self.connected = asyncio.Event()
        self.heard: list[str] = []
        self.ended = asyncio.Event()
        self.error: Exception | None = None
        self.stopped = False

    async def play(self) -> None:
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self._ended())
        except asyncio.CancelledError:
            self.stopped = True
            raise

    async def _ended(self) -> None:
        await self.ended.wait()
        if self.error:
            raise self.error

    def start(self) -> None:
        self.heard.append("start")

    def finish(self) -> None:
        self.heard.append("finish")


class Out:
    """Standard output: what was passed on, with the time."""

    def __init__(self) -> None:
        self.buffer = self
        self.gone = False
        self._written = b""
        self.told: list[tuple[float, Told]] = []

    def write(self, data: bytes) -> None:
        self._written += data

    def flush(self) -> None:
        if self.gone:
            raise BrokenPipeError
        now = asyncio.get_running_loop().time()
        assert self._written.endswith(b"\n")
        self.told += [(now, msgspec.json.decode(line, type=Told)) for line in self._written.splitlines()]
        self._written = b""


class Pipe:
    """The other end of standard input."""

    def __init__(self, end: int) -> None:
        os.set_blocking(end, False)
        self._end = end

    async def say(self, line: bytes) -> None:
        data = line + b"\n"
        while data:
            try:
                data = data[os.write(self._end, data) :]
            except BlockingIOError:
                await asyncio.sleep(0)
        # Until it was read.
        await asyncio.sleep(0.001)

    def close(self) -> None:
        if self._end >= 0:
            os.close(self._end)
        self._end = -1


def serving(monkeypatch: pytest.MonkeyPatch, talk: Any, plan: Plan = PLAN) -> Out:
    """What a process tells to which ``talk`` speaks."""
    out = Out()
    read, write = os.pipe()
    pipe = Pipe(write)
    monkeypatch.setattr(load_parts, "OwnPart", Ready)
    monkeypatch.setattr(sys, "stdin", os.fdopen(read, "rb"))
    monkeypatch.setattr(sys, "stdout", out)

    async def both() -> None:
        process = asyncio.create_task(load_parts._serve())
        await pipe.say(msgspec.json.encode(plan))
        await talk(pipe, out)
        async with asyncio.timeout(60):
            await process
        await asyncio.sleep(0)
        assert asyncio.all_tasks() == {asyncio.current_task()}
        pipe.close()
        await asyncio.sleep(0.001)

    try:
        run(both())
    finally:
        monkeypatch.undo()
    return out


def test_a_process_plays_its_plan_and_tells_twice_a_second(monkeypatch: pytest.MonkeyPatch) -> None:
    # More than a reader takes for a line unless it is told.
    plan = msgspec.structs.replace(PLAN, tables=[(number, 1000) for number in range(20_000)])

    async def talk(pipe: Pipe, out: Out) -> None:
        part = Ready.made
        assert part.plan == plan
        part.tally.delays.append(0.25)
        await asyncio.sleep(0.6)
        part.connected.set()
        part.tally.delays.append(0.5)
        await asyncio.sleep(0.5)
        assert part.heard == []
        await pipe.say(b"start")
        assert part.heard == ["start"]
        await pipe.say(b"what?")
        assert part.heard == ["start"]
        await pipe.say(b"finish")
        assert part.heard == ["start", "finish"]
        part.tally.updates = 4
        part.ended.set()

    told = serving(monkeypatch, talk, plan).told
    assert [told[n][0] - told[n - 1][0] for n in (1, 2)] == [pytest.approx(0.5), pytest.approx(0.1, abs=0.05)]
    assert [one.connected for _, one in told] == [False, True, True]
    # Each delay is told once.
    assert [one.tally.delays for _, one in told] == [[0.25], [0.5], []]
    assert [one.tally.updates for _, one in told] == [3, 3, 4]
    assert [one.error for _, one in told] == ["", "", ""]


@pytest.mark.parametrize("error", [RefusedError("private", text="This match is private."), CommandError("no")])
def test_what_went_wrong_is_told_at_the_end(error: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    async def talk(pipe: Pipe, out: Out) -> None:
        Ready.made.error = error
        Ready.made.ended.set()

    ((_, told),) = serving(monkeypatch, talk).told
    assert told.error == str(error) != ""


def test_of_several_things_that_went_wrong_the_first_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    async def play(self: Ready) -> None:
        raise ExceptionGroup("", [CommandError("first"), CommandError("second")])

    async def talk(pipe: Pipe, out: Out) -> None:
        await asyncio.sleep(0)

    monkeypatch.setattr(Ready, "play", play)
    ((_, told),) = serving(monkeypatch, talk).told
    assert told.error == "first"


def test_a_process_serves_when_it_is_started(monkeypatch: pytest.MonkeyPatch) -> None:
    ran: list[str] = []

    def note(work: Coroutine[Any, Any, None]) -> None:
        ran.append(getattr(work, "__qualname__", ""))
        work.close()

    monkeypatch.setattr(asyncio, "run", note)
    runpy.run_path(load_parts.__file__, run_name="__main__")
    runpy.run_path(load_parts.__file__, run_name="imported")
    load_parts.main()
    assert ran == ["_serve", "_serve"]


def test_a_process_that_nobody_speaks_to_any_more_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    async def talk(pipe: Pipe, out: Out) -> None:
        await asyncio.sleep(0.7)
        out.gone = True
        await asyncio.sleep(1)
        assert not Ready.made.stopped
        pipe.close()

    assert len(serving(monkeypatch, talk).told) == 1
    assert Ready.made.stopped


class Process:
    """A process that was started; its output is what ``said`` says, its exit code ``code``."""

    def __init__(self, said: list[bytes], code: int) -> None:
        self.stdin = self
        self.stdout = asyncio.StreamReader()
        for line in said:
            self.stdout.feed_data(line + b"\n")
        self.code = code
        self.heard: list[bytes] = []
        self.closed = False
        self.waited = 0

    def write(self, data: bytes) -> None:
        self.heard.append(data)

    def close(self) -> None:
        self.closed = True

    async def wait(self) -> int:
        await asyncio.sleep(1)
        self.waited += 1
        return self.code


def started(said: list[Told], code: int, monkeypatch: pytest.MonkeyPatch) -> tuple[OtherPart, Process, Any]:
    """A part that another process has played, the process, and how it was started."""

    async def playing() -> tuple[OtherPart, Process, Any]:
        part = OtherPart(PLAN)
        # Nobody is there yet to hear it.
        part.start()
        process = Process([msgspec.json.encode(one) for one in said], code)
        how: dict[str, Any] = {}

        async def execute(*line: str, **given: Any) -> Process:
            how.update(given, line=line)
            return process

        monkeypatch.setattr(asyncio, "create_subprocess_exec", execute)
        play = asyncio.create_task(part.play())
        await asyncio.sleep(0)
        part.start()
        part.finish()
        process.stdout.feed_eof()
        await asyncio.wait((play,))
        if error := play.exception():
            part.error = error  # type: ignore[attr-defined]
        assert process.closed
        assert process.waited
        return part, process, SimpleNamespace(**how)

    return run(playing())


def test_a_process_is_started_told_its_plan_and_heard(monkeypatch: pytest.MonkeyPatch) -> None:
    part, process, how = started([Told(True, Tally(updates=5))], 0, monkeypatch)
    assert how.line == (sys.executable, "-m", "bocage_tools.load.parts")
    # It ends by itself: the keyboard's interrupt is for the process that started it.
    assert how.start_new_session is True
    assert (how.stdin, how.stdout, how.limit) == (-1, -1, 64 * 1024 * 1024)
    assert process.heard == [msgspec.json.encode(PLAN) + b"\n", b"start\n", b"finish\n"]
    assert part.connected.is_set()
    assert part.tally.updates == 5
    assert not hasattr(part, "error")


def test_a_process_that_fails_ends_the_load(monkeypatch: pytest.MonkeyPatch) -> None:
    part: Any = started([], 1, monkeypatch)[0]
    assert str(part.error) == "a process of the load has ended before its time"
    part = started([Told(False, Tally(), "no game")], 0, monkeypatch)[0]
    assert isinstance(part.error, CommandError)
    assert str(part.error) == "no game"


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> World:
    return world_for(monkeypatch)


@pytest.mark.parametrize("every", [0.0, 5.0])
def test_a_part_is_played_from_start_to_finish(every: float, world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    raised: list[bool] = []
    monkeypatch.setattr(load_parts, "raise_descriptor_limit", lambda: raised.append(True))

    async def playing() -> None:
        part = OwnPart(msgspec.structs.replace(PLAN, every=every))
        play = asyncio.create_task(part.play())
        await part.connected.wait()
        assert raised == [True]
        assert len(world.clients) == 2 + 3
        await asyncio.sleep(1)
        assert not world.logs
        part.start()
        await asyncio.sleep(1)
        assert len(world.logs) >= 2
        part._gate.closed["draining"] += 2
        part._gate.waited.append(0.75)
        part.finish()
        if part._lines is not None:
            # Until every kind of fault has happened.
            await asyncio.sleep(30)
            assert not play.done()
            part._lines.happened["half open"] += 2
            part._lines.all_kinds.set()
        async with asyncio.timeout(300):
            await play
        await asyncio.sleep(0)
        assert asyncio.all_tasks() == {asyncio.current_task()}
        tally = part.tally
        assert tally.checked.matches == len(world.logs)
        assert tally.checked.broken == []
        assert (tally.closed, tally.waited) == ({"draining": 2}, [0.75])
        assert tally.faults == ({"half open": 2} if every else {})
        assert tally.late
        assert (tally.playing, tally.watching) == (0, 0)
        if part._lines is not None:
            assert part._lines._quiet

    run(playing())


def test_a_part_that_fails_leaves_nothing_behind(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    async def refused(self: FakeRest, match: str) -> bytes:
        raise RefusedError("private")

    monkeypatch.setattr(load_parts, "raise_descriptor_limit", lambda: None)
    monkeypatch.setattr(FakeRest, "export", refused)

    async def playing() -> None:
        part = OwnPart(PLAN)
        part._crowd.over.set()
        part.start()
        with pytest.raises(ExceptionGroup):
            await part.play()
        await asyncio.sleep(0)
        assert asyncio.all_tasks() == {asyncio.current_task()}

    run(playing())
