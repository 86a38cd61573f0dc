"""How the private Redis is started and stopped, step by step: processes and time are a test's own."""

from __future__ import annotations

import asyncio
import signal
import subprocess
from pathlib import Path
from typing import Any, Literal

import pytest

from bocage.store import EmbeddedError, EmbeddedRedis
from bocage.store import embedded as module
from bocage.store.embedded import STOP_TIME, ServerProgram
from tests.virtual_time import run


class Machine:
    """Processes that end at the signal they heed, and a clock that only sleeping moves."""

    def __init__(self, heeds: int = signal.SIGTERM, takes: float = 0.5) -> None:
        self.heeds, self.takes = heeds, takes
        self.now = 50.0
        self.signals: list[tuple[int, float]] = []
        self.ends = float("inf")

    def kill(self, pid: int, number: int) -> None:
        assert pid == 77
        if self.now >= self.ends:
            raise ProcessLookupError
        self.signals.append((number, round(self.now - 50, 2)))
        if number == self.heeds:
            self.ends = self.now + self.takes

    def alive(self, pid: int, child: Any) -> bool:
        return self.now < self.ends

    def monotonic(self) -> float:
        return self.now

    def sleep(self, seconds: float) -> None:
        self.now += seconds


@pytest.fixture
def private(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> EmbeddedRedis:
    monkeypatch.setattr(module, "find_server", lambda: ServerProgram(Path("/bin/valkey-server"), (7, 2)))
    return EmbeddedRedis(tmp_path / "data")


def ended(private: EmbeddedRedis, machine: Machine, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bocage.store.embedded.os.kill", machine.kill)
    monkeypatch.setattr(module, "_alive", machine.alive)
    monkeypatch.setattr(module, "time", machine)
    private._end(77)


def test_it_is_asked_to_stop_and_waited_for(private: EmbeddedRedis, monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine(takes=STOP_TIME - 1)
    ended(private, machine, monkeypatch)
    # A process that was stopped (SIGSTOP) heeds nothing until it may go on.
    assert machine.signals == [(signal.SIGTERM, 0), (signal.SIGCONT, 0)]
    assert STOP_TIME - 1 <= machine.now - 50 < STOP_TIME


def test_what_does_not_stop_in_twenty_seconds_is_killed(
    private: EmbeddedRedis, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    machine = Machine(heeds=signal.SIGKILL)
    ended(private, machine, monkeypatch)
    (term, at), (_, _), (kill, later), _ = machine.signals
    assert (term, at, kill) == (signal.SIGTERM, 0, signal.SIGKILL)
    assert 20 <= later <= 20.1
    assert "process 77) does not stop" in caplog.text


def test_what_cannot_even_be_killed_is_an_error(private: EmbeddedRedis, monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine(heeds=0)
    with pytest.raises(EmbeddedError, match=r"process 77 still uses .*data and cannot be stopped"):
        ended(private, machine, monkeypatch)
    assert 40 <= machine.now - 50 <= 41


def test_what_is_gone_already_is_no_error(private: EmbeddedRedis, monkeypatch: pytest.MonkeyPatch) -> None:
    machine = Machine()
    machine.ends = machine.now
    ended(private, machine, monkeypatch)
    assert machine.now == 50


@pytest.mark.parametrize("durability", ["everysec", "always"])
def test_arguments_name_socket_folder_and_durability(
    durability: Literal["everysec", "always"], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    started: list[tuple[list[str], dict[str, Any]]] = []
    monkeypatch.setattr(module, "find_server", lambda: ServerProgram(Path("/bin/valkey-server"), (7, 2)))
    popen = "bocage.store.embedded.subprocess.Popen"
    monkeypatch.setattr(popen, lambda command, **given: started.append((command, given)))
    folder = tmp_path / "data"
    private = EmbeddedRedis(folder, durability)
    private._spawn()
    ((command, given),) = started
    program, configuration, *rest = command
    assert program == "/bin/valkey-server"
    assert Path(configuration) == module.find_configuration()
    assert dict(zip(rest[::2], rest[1::2], strict=True)) == {
        "--port": "0",
        "--daemonize": "no",
        "--unixsocket": f"{folder}/redis.sock",
        "--unixsocketperm": "700",
        "--dir": str(folder),
        "--pidfile": f"{folder}/redis.pid",
        "--logfile": f"{folder}/redis.log",
        "--appendfsync": durability,
    }
    assert given["start_new_session"] is True
    assert given["umask"] == 0o077
    assert given["stdin"] == given["stdout"] == subprocess.DEVNULL


def test_root_starts_it_for_the_owner_of_the_data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    started: list[tuple[list[str], dict[str, Any]]] = []
    monkeypatch.setattr(module, "find_server", lambda: ServerProgram(Path("/bin/valkey-server"), (7, 2)))
    popen = "bocage.store.embedded.subprocess.Popen"
    monkeypatch.setattr(popen, lambda command, **given: started.append((command, given)))
    monkeypatch.setattr(module, "owner_of", lambda folder: (61_234, 61_235))
    EmbeddedRedis(tmp_path)._spawn()
    ((command, given),) = started
    # The owner may be unable to walk to the folder from the root.
    assert not [part for part in command[2:] if str(tmp_path) in part]
    assert (given["cwd"], given["user"], given["group"], given["extra_groups"]) == (tmp_path, 61_234, 61_235, [])


def test_the_configuration_beside_the_module_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here = tmp_path / "lib" / "service" / "bocage" / "store"
    here.mkdir(parents=True)
    monkeypatch.setattr(module, "__file__", str(here / "embedded.py"))
    assert module.find_configuration() == tmp_path / "lib" / "deploy" / "redis.conf"
    (here / "redis.conf").touch()
    assert module.find_configuration() == here / "redis.conf"


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        ([], "its last log lines: none"),
        (["one", "two", "three", "four"], "its last log lines: two / three / four"),
        (["# Can't handle RDB format version 80", "bye"], "was written by a newer server than /bin/valkey-server"),
    ],
)
def test_one_that_does_not_start_is_quoted(
    lines: list[str], said: str, private: EmbeddedRedis, monkeypatch: pytest.MonkeyPatch
) -> None:
    private.folder.mkdir()
    if lines:
        (private.folder / "redis.log").write_text("\n".join(lines))
    monkeypatch.setattr(private, "_answers", lambda: False)
    with pytest.raises(EmbeddedError, match=said):
        private._await_answer()


class Child:
    """A process that has ended, or not."""

    def __init__(self, code: int | None = None) -> None:
        self.pid, self.returncode = 77, code

    def poll(self) -> int | None:
        return self.returncode


def test_restarts_happen_once_a_second_at_most(
    private: EmbeddedRedis, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    async def main() -> None:
        loop = asyncio.get_running_loop()
        began, starts = loop.time(), []

        def spawn() -> Child:
            starts.append(round(loop.time() - began, 2))
            return Child(None if len(starts) == 3 else 1)

        monkeypatch.setattr(private, "_spawn", spawn)
        keeper = asyncio.create_task(private.keep())
        await asyncio.sleep(5)
        assert starts == []
        private._process = Child()  # type: ignore[assignment]
        await asyncio.sleep(5)
        assert starts == []
        assert private.pid == 77
        private._process = Child(-9)  # type: ignore[assignment]
        assert private.pid == 0
        await asyncio.sleep(10)
        keeper.cancel()
        first, second, third = starts
        assert 10 <= first <= 10.11
        assert second - first == third - second == pytest.approx(1.1)

    run(main())
    assert "ended with -9; starting it again" in caplog.text


def test_long_folders_have_their_socket_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "find_server", lambda: ServerProgram(Path("/bin/valkey-server"), (7, 2)))
    room = module.SOCKET_PATH - len("/redis.sock") - len(str(tmp_path)) - 1
    beside, elsewhere = (EmbeddedRedis(tmp_path / ("d" * length))._socket for length in (room, room + 1))
    assert (len(str(beside)), beside.parent.parent) == (module.SOCKET_PATH, tmp_path)
    assert elsewhere.parent.parent != tmp_path
    assert elsewhere != EmbeddedRedis(tmp_path / ("e" * (room + 1)))._socket
    assert len(str(elsewhere)) <= module.SOCKET_PATH


@pytest.mark.parametrize(("theirs", "ours"), [("data", True), ("other", False), ("", False)])
def test_process_is_known_by_folder_or_command(
    theirs: str, ours: bool, private: EmbeddedRedis, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the system tells the folder, that decides; elsewhere the socket in the command does."""
    folder = private.folder.with_name(theirs or "gone")
    asked: list[list[str]] = []

    def link(path: Path) -> Path:
        assert str(path) == "/proc/77/cwd"
        if not theirs:
            raise FileNotFoundError
        return folder

    def ps(command: list[str], **_: Any) -> subprocess.CompletedProcess[str]:
        asked.append(command)
        return subprocess.CompletedProcess(command, 0, f"valkey-server unixsocket:{folder}/redis.sock\n")

    monkeypatch.setattr(Path, "readlink", link)
    monkeypatch.setattr("bocage.store.embedded.subprocess.run", ps)
    monkeypatch.setattr(Path, "exists", lambda path: True)
    assert private._is_ours(77) is ours
    assert asked == []
    monkeypatch.setattr(Path, "exists", lambda path: False)
    assert private._is_ours(77) is ours
    assert asked[0][-1] == "77"


def test_files_of_an_older_release_are_closed_before_start(
    private: EmbeddedRedis, monkeypatch: pytest.MonkeyPatch
) -> None:
    steps: list[str] = []
    monkeypatch.setattr(module, "_for_us_alone", lambda folder: steps.append(f"shut {folder.name}"))
    for step in ("take_lock", "check_format", "end_leftover", "spawn", "await_answer"):
        monkeypatch.setattr(private, f"_{step}", lambda step=step: steps.append(step))
    private._socket = private.folder / "elsewhere" / "redis.sock"
    private.start()
    before = ["shut data", "shut elsewhere", "take_lock", "check_format", "end_leftover"]
    assert steps == [*before, "shut data", "spawn", "await_answer"]
