"""How commands end: what they leave behind, what they say, and their exit codes. Nothing is stored."""

from __future__ import annotations

import sys
from collections.abc import AsyncIterator
from contextlib import ExitStack, asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, ClassVar

import pytest

from bocage.cli import main
from bocage.cli import main as main_module
from bocage.cli.common import CommandError, UsageError
from bocage.cli.storage import _private, storage_url
from bocage.cli.verify import in_words, whole
from bocage.log.entries import BrokenLogError
from bocage.log.export import ExportHeader, Finding, Verification
from bocage.log.records import Log
from bocage.rules.kernel.registry import UnknownGameError
from bocage.sdk.errors import UnreachableError
from bocage.store import EmbeddedError, InUseError, StorageUnavailableError
from tests.cli.calls import Calls
from tests.cli.stored import play_out


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("BOCAGE_LANG", "en")


class Store:
    """A store that can be rebuilt, and must be closed."""

    made: ClassVar[list[Store]] = []

    def __init__(self, url: str, cold_storage: str) -> None:
        self.place, self.closed = (url, cold_storage), 0
        self.made.append(self)

    @classmethod
    @asynccontextmanager
    async def opened(cls, url: str, cold_storage: str) -> AsyncIterator[tuple[Store, list[Any]]]:
        store = cls(url, cold_storage)
        try:
            yield store, []
        finally:
            store.closed += 1

    async def matches(self) -> list[str]:
        return ["m"]

    async def rebuild(self, project: Any) -> int:
        project(Log(play_out("omaha", 5)))
        return 7


def test_rebuilding_says_how_many_and_leaves_nothing_open(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    Store.made = []
    monkeypatch.setattr("bocage.cli.rebuild.opened", Store.opened)
    monkeypatch.setattr("bocage.progress.LINE_EVERY", 0.0)
    monkeypatch.delenv("BOCAGE_COLD_STORAGE", raising=False)
    assert main(["rebuild", "--redis", "redis://h"]) == 0
    told = capsys.readouterr()
    assert (told.out, told.err.split(",")[0]) == ("7 matches\n", "matches: 1/1")
    assert [(store.place, store.closed) for store in Store.made] == [(("redis://h", ""), 1)]


@pytest.mark.parametrize(
    ("added", "anyway", "code", "said"),
    [
        (3, [], 0, "match m is closed: bocage export gives its log\n"),
        (0, [], 1, ""),
        (2, ["--anyway"], 0, "match m is closed: bocage export gives its log\n"),
    ],
)
def test_closing_says_what_was_done(
    added: int,
    anyway: list[str],
    code: int,
    said: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    Store.made = []
    appended = Calls(added)
    monkeypatch.setattr("bocage.cli.close.opened", Store.opened)
    monkeypatch.setattr("bocage.cli.close.append_all", appended.later)
    assert main(["close", "m", "--redis", "redis://h", "--cold-storage", "file:///cold", *anyway]) == code
    (store, name, decide), _ = appended.only
    assert (store, name, store.closed) == (Store.made[0], "m", 1)
    assert store.place == ("redis://h", "file:///cold")
    shown = capsys.readouterr()
    assert shown.out == said
    if code:
        assert shown.err == "bocage: The match is over.\n"
    running: Any = SimpleNamespace(over=False, outcome=None, status="playing")
    if anyway:
        assert decide(running) is not None
    else:
        with pytest.raises(CommandError, match="--anyway closes it"):
            decide(running)


class Private:
    """A private Redis that starts, or does not."""

    error: Exception | None = None
    made: ClassVar[list[Private]] = []
    url = "unix:///private"

    def __init__(self, folder: Path) -> None:
        self.folder, self.stopped = folder, 0
        self.made.append(self)

    def start(self) -> None:
        if self.error is not None:
            raise self.error

    def stop(self) -> None:
        self.stopped += 1


@pytest.mark.parametrize("error", [None, InUseError("used"), EmbeddedError("broken")])
def test_private_redis_is_started_unless_running(
    error: Exception | None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bocage.cli.storage.EmbeddedRedis", Private)
    monkeypatch.setattr(Private, "error", error)
    monkeypatch.setattr(Private, "made", [])
    (tmp_path / "redis").mkdir()
    chosen: Any = SimpleNamespace(redis="", data=str(tmp_path))
    with ExitStack() as stack:
        if error is not None and type(error) is EmbeddedError:
            with pytest.raises(CommandError, match="broken"):
                storage_url(chosen, stack)
        else:
            assert storage_url(chosen, stack) == Private.url
        (private,) = Private.made
        assert (private.folder, private.stopped) == (tmp_path / "redis", 0)
    assert private.stopped == (1 if error is None else 0)
    with ExitStack() as stack:
        assert storage_url(SimpleNamespace(redis="redis://h", data=""), stack) == "redis://h"  # type: ignore[arg-type]
        with pytest.raises(CommandError, match="no service has stored anything"):
            _private(tmp_path / "nothing", stack)


def verified(finished: bool, states: bool, draws: bool = True, *findings: Finding) -> Verification:
    header = ExportHeader(1, "m", "squad", 3, 9, "head", draws)
    return Verification(header, finished, states, list(findings))


@pytest.mark.parametrize(
    ("report", "good", "said"),
    [
        (verified(True, True), True, "squad m, 9 entries: right — commitment"),
        (verified(True, True, False), True, "squad m, 9 entries: right — commitment"),
        (verified(False, False), False, "the match is not over"),
        (verified(True, False), False, "states unchecked, rules 3 are not installed"),
        (verified(True, False, False), False, "the file does not list its draws"),
        (verified(True, True, True, Finding(4, "is wrong")), False, "entry 4 is wrong"),
        (Verification(None, False, False, [Finding(0, "is missing")]), False, "the header is missing"),
    ],
)
def test_what_was_checked_is_said_in_a_line(report: Verification, good: bool, said: str) -> None:
    lines = in_words(report)
    assert whole(report) is good
    assert said in lines[0]
    assert ("WRONG" in lines[-1]) is (bool(report.findings) and report.header is not None)
    assert len(lines) == (2 if "WRONG" in lines[-1] else 1)


@pytest.mark.parametrize(
    ("error", "code", "lines"),
    [
        (CommandError("no"), 1, ["no"]),
        (UsageError("wrong"), 2, ["wrong"]),
        (OSError("disk"), 1, ["disk"]),
        (KeyboardInterrupt(), 130, []),
        (StorageUnavailableError(), 1, ["storage is unavailable"]),
        (BrokenLogError(7, "is odd"), 1, ["entry 7: is odd"]),
        (UnknownGameError("no game 'x'"), 1, ["no game 'x'"]),
        (
            UnreachableError("nothing answers"),
            1,
            ["nothing answers (is bocage serve running there? --url or BOCAGE_URL say where)"],
        ),
        (ExceptionGroup("", [StorageUnavailableError(), StorageUnavailableError()]), 1, ["storage is unavailable"]),
        (
            ExceptionGroup("", [StorageUnavailableError(), ExceptionGroup("", [UnknownGameError("y")])]),
            1,
            ["storage is unavailable", "y"],
        ),
    ],
)
def test_errors_print_one_line_and_set_the_exit_code(
    error: BaseException,
    code: int,
    lines: list[str],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    def fail(_: Any) -> int:
        raise error

    monkeypatch.setattr("bocage.cli.schema.run", fail)
    assert main(["schema"]) == code
    assert capsys.readouterr().err.splitlines() == [f"bocage: {line}" for line in lines]


@pytest.mark.parametrize(
    "error", [LookupError("mine"), ExceptionGroup("", [StorageUnavailableError(), LookupError("mine")])]
)
def test_a_mistake_of_ours_is_shown_whole(error: Exception, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(_: Any) -> int:
        raise error

    monkeypatch.setattr("bocage.cli.schema.run", fail)
    with pytest.raises(type(error)):
        main(["schema"])


@pytest.mark.parametrize(("result", "code"), [(None, 0), (0, 0), (1, 1), (3, 3)])
def test_the_exit_code_is_the_commands_own(result: int | None, code: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bocage.cli.schema.run", lambda _: result)
    assert main(["schema"]) == code
    monkeypatch.setattr(sys, "argv", ["bocage", "schema"])
    assert main() == code


@pytest.mark.parametrize("late", [False, True])
def test_a_reader_that_has_gone_is_no_error_of_ours(late: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where it is seen only when the last of the output is written."""
    moved: list[Any] = []

    def gone(_: Any = None) -> int:
        raise BrokenPipeError

    monkeypatch.setattr("bocage.cli.schema.run", (lambda _: 0) if late else gone)
    monkeypatch.setattr("os.dup2", lambda *what: moved.append(what))
    flush = gone if late else lambda: None
    monkeypatch.setattr("sys.stdout", SimpleNamespace(fileno=lambda: 77, flush=flush))
    assert main(["schema"]) == 1
    ((_, into),) = moved
    assert into == 77


def test_each_command_says_what_it_is_for(capsys: pytest.CaptureFixture[str]) -> None:
    commands: dict[str, str] = sys.modules[main_module.__module__].COMMANDS
    for command in commands:
        with pytest.raises(SystemExit) as caught:
            main([command, "--help"])
        assert caught.value.code == 0
        assert f"usage: bocage {command}" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        main(["--help"])
    listed = capsys.readouterr().out
    assert all(f"    {command} " in listed for command in commands)
