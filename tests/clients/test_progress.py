"""A bar on a terminal, lines elsewhere: what is counted, how fast, how long yet."""

from __future__ import annotations

import io
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from bocage.progress import BAR_EVERY, LINE_EVERY, Progress, track
from tests.cli.pty_program import PtyProgram

ROOT = Path(__file__).parents[2]


class Screen(io.StringIO):
    """A stream that is, or is not, a terminal."""

    def __init__(self, terminal: bool) -> None:
        super().__init__()
        self.terminal = terminal

    def isatty(self) -> bool:
        return self.terminal


@pytest.fixture(autouse=True)
def terminal_type(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "xterm")


@pytest.fixture
def clock() -> SimpleNamespace:
    return SimpleNamespace(now=50.0)


def counted(clock: SimpleNamespace, screen: Screen, total: int | None, *steps: tuple[float, int]) -> str:
    """What stands on the screen after these steps, so many at a time, each after so many seconds."""
    progress = Progress("games", total, stream=screen, clock=lambda: float(clock.now))
    for seconds, many in steps:
        clock.now += seconds
        progress.step(many)
    return screen.getvalue()


def test_a_bar_shows_share_rate_and_time_left(clock: SimpleNamespace) -> None:
    said = counted(clock, Screen(True), 400, (10, 100))
    assert said == "\rgames: [######..................] 100/400, 25%, 10/s, ETA 0:30\x1b[K"


def test_lines_come_at_intervals_where_there_is_no_terminal(clock: SimpleNamespace) -> None:
    said = counted(clock, Screen(False), 36_000, *[(1.0, 1)] * 25)
    assert said.splitlines() == [
        "games: 10/36000, 0%, 1/s, ETA 9:59:50",
        "games: 20/36000, 0%, 1/s, ETA 9:59:40",
    ]


def test_an_unknown_total_shows_count_rate_and_time(clock: SimpleNamespace) -> None:
    said = counted(clock, Screen(False), None, (90.0, 4500))
    assert said == "games: 4500, 50/s, 1:30\n"


def test_a_dumb_terminal_gets_lines(clock: SimpleNamespace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TERM", "dumb")
    assert "\x1b" not in counted(clock, Screen(True), 2, (LINE_EVERY, 1))


@pytest.mark.parametrize(("terminal", "seconds"), [(True, BAR_EVERY), (False, LINE_EVERY)])
def test_short_work_shows_nothing(clock: SimpleNamespace, terminal: bool, seconds: float) -> None:
    screen = Screen(terminal)
    assert counted(clock, screen, 10, *[(seconds / 11, 1)] * 10) == ""


def test_the_bar_goes_before_something_else_is_printed(clock: SimpleNamespace) -> None:
    screen = Screen(True)
    with Progress("games", 10, stream=screen, clock=lambda: float(clock.now)) as progress:
        clock.now += 1
        progress.reach(1)
        progress.clear()
        shown = screen.getvalue()
        progress.clear()
        assert screen.getvalue() == shown
        clock.now += 1
        progress.reach(2)
    assert shown.endswith("\x1b[K\r\x1b[K")
    assert screen.getvalue().endswith("2/10, 20%, 1/s, ETA 0:08\x1b[K\r\x1b[K")


def test_what_is_tracked_passes_unchanged(capsys: pytest.CaptureFixture[str]) -> None:
    def things() -> Iterator[int]:
        yield from (3, 1, 2)

    assert list(track(things(), "things")) == [3, 1, 2]
    assert list(track([], "things", 0)) == []
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(
    "command",
    [
        ("bocage_tools.report", "zombies"),
        ("bocage_tools.arena", "--game", "zombies", "random", "shoot_first"),
    ],
)
def test_a_long_command_shows_its_progress_on_a_terminal(command: tuple[str, ...]) -> None:
    with PtyProgram(
        *command[1:], "--games", "1000000", module=command[0], environment={"TERM": "xterm"}
    ) as program:
        shown = program.expect("[....", "/1000000, 0%", "ETA ")
    assert "Traceback" not in shown


def test_standard_output_has_the_result_alone() -> None:
    line = [sys.executable, "-m", "bocage_tools.report", "zombies", "--games", "20"]
    done = subprocess.run(line, cwd=ROOT, capture_output=True, text=True, check=True)
    assert "|" in done.stdout
    assert "ETA" not in done.stdout
