"""How a load starts a service of its own, and ends it: no process is started here, and time is virtual."""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from bocage.cli.common import CommandError
from bocage_tools.load import service as load_service
from bocage_tools.load.service import OwnService
from tests.virtual_time import run


class Process:
    """A service that says ``said`` and ends ``lasts`` seconds after it was asked to; or it is killed."""

    def __init__(self, said: bytes = b"Bocage serves at http://127.0.0.1:5\n", lasts: float = 1.0) -> None:
        self.pid = os.getppid()
        self.returncode: int | None = None
        self.stdout = asyncio.StreamReader()
        self.said, self.lasts = said, lasts
        self.signals: list[int] = []
        self.line: tuple[str, ...] = ()
        self.given: dict[str, Any] = {}
        self._asked = asyncio.Event()

    async def start(self, *line: str, **given: Any) -> Process:
        self.line, self.given = line, given
        given["stderr"].write(b"begin" + b"." * 300 + b"x" * 200)
        given["stderr"].flush()
        if self.said:
            self.stdout.feed_data(self.said)
        return self

    def send_signal(self, number: int) -> None:
        self.signals.append(number)
        self._asked.set()

    def kill(self) -> None:
        self.signals.append(signal.SIGKILL)
        self.lasts = 0.0

    async def wait(self) -> None:
        await self._asked.wait()
        await asyncio.sleep(self.lasts)
        self.returncode = 0


@pytest.fixture
def serve(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Process]:
    """Runs ``use`` with a service of its own; gives its process."""
    folder = tmp_path / "load"

    def make(prefix: str) -> str:
        assert prefix == "bocage-load-"
        folder.mkdir()
        return str(folder)

    monkeypatch.setattr("tempfile.mkdtemp", make)

    def serving(use: Callable[[OwnService], None], **kind: Any) -> Process:
        async def live() -> Process:
            process = Process(**kind)
            monkeypatch.setattr(asyncio, "create_subprocess_exec", process.start)
            if kind.get("said") == b"":
                process.stdout.feed_eof()
            try:
                async with OwnService(3, random.Random(1)) as own:
                    use(own)
            except (CommandError, TimeoutError) as error:
                process.given["error"] = error
            process.given["seconds"] = asyncio.get_running_loop().time() - 1000
            return process

        return run(live())

    return serving


def test_own_service_starts_unlimited_and_is_cleaned_up(serve: Callable[..., Process], tmp_path: Path) -> None:
    urls: list[str] = []

    def use(own: OwnService) -> None:
        urls.append(own.url)
        assert own.folder.is_dir()

    process = serve(use)
    folder = tmp_path / "load"
    assert urls == ["http://127.0.0.1:5"]
    assert process.line == (
        *(sys.executable, "-m", "bocage.cli", "serve", "--port", "0", "--workers", "3"),
        *("--data", str(folder / "data"), "--durability", "always"),
    )
    assert (process.given["stdout"], process.given["start_new_session"]) == (-1, True)
    limits = process.given["env"]["BOCAGE_LIMITS"].split(",")
    assert len(limits) == 16
    assert {"request_rate=1000000", "address_match_rate=1000000", "address_connections=1000000"} <= set(limits)
    assert all(limit.endswith("=1000000") for limit in limits)
    assert process.given["env"]["PATH"] == os.environ["PATH"]
    assert process.given["stderr"].name == str(folder / "service.log")
    assert process.given["stderr"].closed
    assert (process.signals, process.returncode) == ([signal.SIGTERM], 0)
    assert not folder.exists()
    assert "error" not in process.given


def test_what_is_to_be_looked_at_stays(serve: Callable[..., Process], tmp_path: Path) -> None:
    serve(lambda own: setattr(own, "keep", True))
    assert (tmp_path / "load" / "service.log").exists()


def test_a_folder_that_is_gone_already_is_no_error(serve: Callable[..., Process], tmp_path: Path) -> None:
    process = serve(lambda own: shutil.rmtree(own.folder))
    assert "error" not in process.given
    assert not (tmp_path / "load").exists()


def test_a_service_that_does_not_end_is_killed(serve: Callable[..., Process]) -> None:
    process = serve(lambda own: None, lasts=500.0)
    assert process.signals == [signal.SIGTERM, signal.SIGKILL]
    assert process.returncode == 0
    assert process.given["seconds"] == pytest.approx(120)


def test_a_service_that_has_ended_is_not_asked_to(serve: Callable[..., Process]) -> None:
    def ended(own: OwnService) -> None:
        assert own._process is not None
        own._process.returncode = -9  # type: ignore[misc]

    assert serve(ended).signals == []


def test_failed_start_quotes_the_service(
    serve: Callable[..., Process], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = Path.read_text

    def utf8(self: Path, encoding: str) -> str:
        assert encoding == "utf-8"
        return read(self, encoding)

    monkeypatch.setattr(Path, "read_text", utf8)
    process = serve(lambda own: pytest.fail("it serves"), said=b"")
    assert str(process.given["error"]) == "the service does not start: " + "." * 300 + "x" * 200
    assert process.signals == [signal.SIGTERM]
    assert not (tmp_path / "load").exists()


def test_a_service_that_says_nothing_is_given_up(serve: Callable[..., Process], tmp_path: Path) -> None:
    process = serve(lambda own: pytest.fail("it serves"), said=None)
    assert isinstance(process.given["error"], TimeoutError)
    assert process.given["seconds"] == pytest.approx(121)
    assert not (tmp_path / "load").exists()


def test_processes_of_the_service_are_known_by_their_parent(
    serve: Callable[..., Process], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The process of a service stands for this one's parent."""
    told: dict[str, str] = {"/proc/self/stat": "", "/proc/31/stat": f"31 (a) b) S {os.getppid()} 1 1"}
    told["/proc/32/stat"] = "32 (python) S 1 1 1"

    class Told:
        def __init__(self, name: str) -> None:
            self.name = name

        def exists(self) -> bool:
            return self.name in told

        def read_text(self, encoding: str) -> str:
            if self.name not in told:
                raise FileNotFoundError
            return told[self.name]

    def use(own: OwnService) -> None:
        monkeypatch.setattr(load_service, "Path", Told)
        assert [own._is_ours(pid) for pid in (31, 32, 33)] == [True, False, False]
        # Where the kernel does not tell, as on macOS, it is believed.
        told.clear()
        assert own._is_ours(32)
        monkeypatch.undo()

    serve(use)


def test_memory_is_told_in_megabytes(monkeypatch: pytest.MonkeyPatch) -> None:
    texts = {"/proc/5/statm": "9000 2500 700 1 0 800 0\n", "/proc/6/statm": "9000\n"}

    class Told:
        def __init__(self, name: str) -> None:
            self.name = name

        def read_text(self, encoding: str) -> str:
            if self.name not in texts:
                raise FileNotFoundError
            return texts[self.name]

    monkeypatch.setattr(load_service, "Path", Told)
    monkeypatch.setattr(os, "sysconf", {"SC_PAGE_SIZE": 4096}.__getitem__)
    assert load_service._resident(5) == pytest.approx(10.24)
    assert load_service._resident(6) == load_service._resident(7) == 0.0
