"""Tests of programs in a terminal end soon when what they wait for cannot come any more."""

from __future__ import annotations

import subprocess
import sys
import time

import pytest

from tests.cli import idle, pty_program
from tests.cli.idle import all_asleep
from tests.cli.pty_program import PATIENCE, PtyProgram
from tests.clients import scripted_console
from tests.clients.scripted_console import ScriptedConsole

#: Starts a program that waits or is busy, and says so; ends with its input.
PARENT = """
import subprocess, sys
child = subprocess.Popen([sys.executable, "-c", sys.argv[1]], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
child.stdout.readline()
print("there", flush=True)
sys.stdin.read()
child.kill()
child.wait()
"""


@pytest.mark.parametrize(
    ("program", "asleep"),
    [("print(1, flush=True); input()", True), ("print(1, flush=True)\nwhile True: pass", False)],
)
def test_who_waits_is_told_from_who_is_busy(program: str, asleep: bool) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", PARENT, program], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as parent:
        assert parent.stdout is not None
        assert parent.stdin is not None
        parent.stdout.readline()
        if asleep and idle.PROC.exists():
            # It may be busy for a while until it waits.
            deadline = time.monotonic() + PATIENCE
            while not all_asleep(parent.pid):
                assert time.monotonic() < deadline
        else:
            assert not any(all_asleep(parent.pid) for _ in range(50))
        parent.stdin.close()


def test_without_knowledge_nobody_is_taken_to_be_asleep(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(idle, "_programs", lambda: iter(()))
    assert not all_asleep()


def test_a_program_that_waits_for_a_line_shows_nothing_more(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pty_program, "LOOK", 0.01)
    monkeypatch.setattr(pty_program, "QUIET", 5)
    with (
        PtyProgram("games") as program,
        pytest.raises(EOFError, match="not shown before the end"),
    ):
        program.expect("never")
    waiting = "from tests.rules.toy import GAME; input('a line? ')"
    monkeypatch.setattr(pty_program, "PROGRAM", [sys.executable, "-c", waiting])
    with PtyProgram() as program:
        program.expect("a line? ")
        with pytest.raises(TimeoutError, match="not shown"):
            program.expect("never")


async def test_a_console_on_which_nothing_comes_says_what_was_awaited(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scripted_console, "LOOK", 0.001)
    console = ScriptedConsole(("awaited", "typed"))
    console.write(["something else"])
    with pytest.raises(TimeoutError, match="'awaited' is not shown:\nsomething else"):
        await console.read()
    with pytest.raises(TimeoutError, match="'more' is not shown"):
        await console.shows("more")
