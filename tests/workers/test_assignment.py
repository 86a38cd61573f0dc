"""What a worker is given, and how it says that it serves."""

from __future__ import annotations

import asyncio
import contextlib
import fcntl
import os
import pty
import socket
import subprocess
import sys
from pathlib import Path
from unittest import mock

import pytest

from bocage.bots import file_lock
from bocage.bots.file_lock import locked
from bocage.cli.serve import make_house, number_of
from bocage.engine.worker import turn
from bocage.protocol.rest import NewPlayer
from bocage.sdk.identity import Identities
from bocage.settings import Settings
from bocage.workers.assignment import READY, VARIABLE, Assignment, SupervisorLink, cores, encode, taken
from bocage.workers.fleet import Launch
from bocage.workers.supervisor import Ground

POST = Assignment(number=2, workers=3, launch=7, listening=5, line=6, metrics=-1, redis="unix:///a", house="key")


def test_a_post_goes_through_the_environment() -> None:
    assert taken({VARIABLE: encode(POST)}) == POST
    assert taken({"HOME": "/"}) is None
    assert POST.monitored() is None


async def test_worker_reports_readiness_and_a_lost_supervisor() -> None:
    ours, theirs = socket.socketpair()
    early, late = asyncio.Event(), asyncio.Event()
    line = SupervisorLink(Assignment(number=1, workers=2, launch=1, listening=-1, line=theirs.detach()), early.set)
    line.say_ready(late.set)
    assert ours.recv(64) == READY
    assert not late.is_set()
    ours.close()
    async with asyncio.timeout(60):
        await late.wait()
    assert not early.is_set()


async def test_workers_share_the_port_and_have_metrics_side_by_side() -> None:
    class Listener(mock.Mock):
        """A socket that nobody needs."""

    made: list[tuple[str, int]] = []

    def listen(host: str, port: int) -> Listener:
        made.append((host, port))
        number = 100 + len(made)
        return Listener(fileno=lambda: number)

    async with contextlib.AsyncExitStack() as stack:
        with mock.patch("bocage.workers.supervisor.listen", listen):
            settings = Settings(redis="redis://there", metrics="127.0.0.1:9464")
            ground = Ground(settings, 3, stack)
        line = Listener(fileno=lambda: 9)
        posts = [ground.assignment(Launch(number, number), line) for number in (1, 2, 3)]
    assert made == [("127.0.0.1", 8700), ("127.0.0.1", 9464), ("127.0.0.1", 9465), ("127.0.0.1", 9466)]
    assert [(post.listening, post.metrics, post.line, post.redis) for post in posts] == [
        (101, 102, 9, ""),
        (101, 103, 9, ""),
        (101, 104, 9, ""),
    ]
    assert len({post.house for post in posts}) == 1
    assert posts[0].house


def test_a_worker_has_the_command_line_of_its_supervisor() -> None:
    program = "from bocage.workers.supervisor import command; print(command())"
    line = [sys.executable, "-c", program, "serve", "--workers", "2"]
    assert subprocess.run(line, capture_output=True, text=True, check=True).stdout.strip() == repr(line)
    assert cores() >= 1


LOOKING = """
import fcntl, os, signal, sys, termios
from bocage.signals import has_terminal
signal.signal(signal.SIGHUP, signal.SIG_IGN)
before = has_terminal()
fcntl.ioctl(0, termios.TIOCSCTTY, 0)
print(before, has_terminal(), flush=True)
try:
    while os.read(0, 64):
        pass
except OSError:
    pass
print(has_terminal(), flush=True)
"""


def test_a_terminal_that_is_closed_is_noticed() -> None:
    """The program has a terminal, which goes away; it then sees that there is none any more."""
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        [sys.executable, "-c", LOOKING], stdin=theirs, stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as process:
        os.close(theirs)
        assert process.stdout is not None
        assert process.stdout.readline().split() == ["False", "True"]
        os.close(ours)
        assert process.stdout.read().split() == ["False"]
    assert process.returncode == 0


# The house -------------------------------------------------------------------------------------------


def test_workers_divide_house_bots(tmp_path: Path) -> None:
    for name in ("house", "house-2", "house-3", "house-5", "house-of-cards"):
        (tmp_path / f"{name}.json").touch()
    one, two = (
        make_house(
            Assignment(number=number, workers=3, launch=1, listening=0, line=0, house="key"), "http://x", tmp_path
        )
        for number in (1, 2)
    )
    assert (one._players.name, [path.name for path in one._others]) == ("house.json", ["house-5.json"])
    assert (two._players.name, two._others) == ("house-2.json", [])
    assert one.key == two.key == "key"
    # All think in turn.
    assert one._turn == two._turn is not None
    alone = make_house(None, "http://x", tmp_path)
    assert alone._players.name == "house.json"
    assert {number_of(path) for path in alone._others} == {2, 3, 5}
    assert alone._turn is None


async def test_house_bots_wait_until_another_process_has_left_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "new" / "house.lock"
    entered = asyncio.Event()
    looks, look = 0, file_lock._taken

    def counted(file: int) -> bool:
        nonlocal looks
        looks += 1
        return look(file)

    async def second() -> None:
        async with locked(path):
            entered.set()

    async with locked(path):
        monkeypatch.setattr(file_lock, "_taken", counted)
        monkeypatch.setattr(file_lock, "LOOK", 0.0)
        waiting = asyncio.create_task(second())
        # It looks, and looks again.
        while looks < 2:  # noqa: ASYNC110 - what looks is replaced here
            await asyncio.sleep(0)
        assert not entered.is_set()
    async with asyncio.timeout(60):
        await waiting
    assert entered.is_set()


async def test_house_bots_that_are_alone_can_make_players(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fcntl, "LOCK_EX", fcntl.LOCK_EX | fcntl.LOCK_NB)  # A lock that is held raises.
    players = tmp_path / "house.json"
    async with locked(players.with_suffix(".lock")):
        Identities(players).put("house", "sergeant", NewPlayer("p1", "sergeant", "token"))
    assert Identities(players).names("house") == ["sergeant"]


async def test_without_a_place_for_the_file_nothing_is_held(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "file").touch()
    async with locked(tmp_path / "file" / "house.lock"):
        assert "cannot be kept" in caplog.text


def test_one_of_several_processes_thinks_at_a_time(tmp_path: Path) -> None:
    path = tmp_path / "engine.lock"
    with turn(str(path)), path.open() as other, pytest.raises(BlockingIOError):
        fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
    with path.open() as other:
        fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
    with turn(""), turn(str(tmp_path / "no" / "such" / "folder")):
        assert not (tmp_path / "no").exists()
