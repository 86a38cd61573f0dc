"""The supervisor carries out what the fleet orders: with programs that only say that they serve, and wait."""

from __future__ import annotations

import asyncio
import contextlib
import os
import re
import signal
import socket
import sys
from pathlib import Path

import pytest

from bocage.settings import Settings
from bocage.workers.assignment import READY
from bocage.workers.fleet import Fleet
from bocage.workers.supervisor import Ground, Supervisor

PATIENCE = 120.0
#: Says that it serves, then waits for a signal, notes and obeys it.
PROGRAM = f"""
import json, os, signal, socket, sys
awaited = {{signal.SIGTERM, signal.SIGHUP, signal.SIGINT}}
signal.pthread_sigmask(signal.SIG_BLOCK, awaited)
post = json.loads(os.environ["BOCAGE_WORKER"])
socket.socket(fileno=post["line"]).send({READY!r})
assert socket.socket(fileno=post["listening"]).getsockname()
number = signal.sigwait(awaited)
with open(sys.argv[1], "a") as file:
    file.write(f"{{post['number']}} {{signal.Signals(number).name}}\\n")
"""


class Watched:
    """A supervisor of such programs, and what they wrote."""

    def __init__(self, tmp_path: Path, stack: contextlib.AsyncExitStack, program: list[str] | None = None) -> None:
        self.file = tmp_path / "signals"
        self.file.touch()
        ground = Ground(Settings(port=0, redis="redis://nowhere"), 2, stack)
        command = program or [sys.executable, "-c", PROGRAM, str(self.file)]
        self.port = ground.listener.getsockname()[1]
        self.supervisor = Supervisor(Fleet(2, 1.0), ground, command, os.environ)
        self.running = asyncio.create_task(self.supervisor.run())

    @property
    def signals(self) -> list[str]:
        return self.file.read_text().splitlines()


async def until(caplog: pytest.LogCaptureFixture, pattern: str, times: int) -> list[str]:
    """What ``pattern`` finds in the log, as soon as it is there so often."""
    async with asyncio.timeout(PATIENCE):
        while len(found := re.findall(pattern, caplog.text)) < times:  # noqa: ASYNC110 - processes do the rest
            await asyncio.sleep(0.01)
    return [str(one) for one in found]


@pytest.fixture(autouse=True)
def told(caplog: pytest.LogCaptureFixture) -> None:
    """All that the supervisor says."""
    caplog.set_level("INFO", "bocage.workers")


async def test_workers_are_started_replaced_and_ended(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, capsys: pytest.CaptureFixture[str]
) -> None:
    async with contextlib.AsyncExitStack() as stack, asyncio.timeout(PATIENCE):
        watched = Watched(tmp_path, stack)
        await watched.supervisor.announced.wait()
        assert capsys.readouterr().out.endswith(f"http://127.0.0.1:{watched.port}\n")
        first, _ = (int(pid) for pid in await until(caplog, r"is process (\d+)", 2))
        os.kill(first, signal.SIGKILL)
        await until(caplog, r"is process (\d+)", 3)
        watched.supervisor.restart()
        await until(caplog, "all workers are new", 1)
        # The one that followed the dead worker may be told before it can note anything.
        assert {"2 SIGHUP"} <= set(watched.signals) <= {"1 SIGHUP", "2 SIGHUP"}
        # Nobody accepts here, and nobody is refused: connections wait at the supervisor's own socket.
        socket.create_connection(("127.0.0.1", watched.port)).close()
        watched.supervisor.stop()
        watched.supervisor.stop()
        assert await watched.running == 0
    assert len(watched.signals) <= 4
    assert len(set(re.findall(r"is process (\d+)", caplog.text))) == 5


async def test_stop_during_start_reaches_starting_workers(tmp_path: Path) -> None:
    async with contextlib.AsyncExitStack() as stack, asyncio.timeout(PATIENCE):
        watched = Watched(tmp_path, stack)
        await asyncio.sleep(0)
        watched.supervisor.stop()
        assert await watched.running == 0


async def test_workers_that_cannot_be_started_fail_the_start(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with contextlib.AsyncExitStack() as stack, asyncio.timeout(PATIENCE):
        watched = Watched(tmp_path, stack, [str(tmp_path / "no such program")])
        assert await watched.running == 1
    assert "cannot be started" in caplog.text


async def test_workers_that_end_at_once_fail_the_start(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with contextlib.AsyncExitStack() as stack, asyncio.timeout(PATIENCE):
        watched = Watched(tmp_path, stack, [sys.executable, "-c", "raise SystemExit(3)"])
        assert await watched.running == 1
    assert "ended with 3 before all served: the start has failed" in caplog.text
