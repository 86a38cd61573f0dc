"""The private Redis: nobody else reaches it, it stops with us, and one left behind is replaced without loss."""

from __future__ import annotations

import asyncio
import os
import signal
import stat
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
import redis

from bocage.store import EmbeddedError, EmbeddedRedis, StorageUnavailableError, Store, StoreSettings
from bocage.store import embedded as module
from bocage.store.embedded import ServerProgram, find_configuration
from bocage.store.private import make_private, shut_out
from tests.store.logs import fill, until

ROOT = Path(__file__).parents[2]

#: A service that starts its Redis, stores three entries, says which process Redis is, and waits to be killed.
SERVICE = """
import asyncio, sys
from pathlib import Path
from bocage.store import EmbeddedRedis, Store, StoreSettings

async def main():
    private = EmbeddedRedis(Path(sys.argv[1]), "always")
    private.start()
    store = await Store.open(StoreSettings(private.url))
    for seq in (1, 2, 3):
        await store.append("m", seq, b"{}")
    print(private.pid, flush=True)
    await asyncio.sleep(600)

asyncio.run(main())
"""


@contextmanager
def started(folder: Path) -> Iterator[EmbeddedRedis]:
    private = EmbeddedRedis(folder)
    private.start()
    try:
        yield private
    finally:
        private.stop()


def running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
        return "Z" not in Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except (ProcessLookupError, FileNotFoundError):
        return False


@contextmanager
def killed_service(folder: Path) -> Iterator[int]:
    """A service that was killed with SIGKILL; the process id of the Redis that it left behind."""
    service = subprocess.Popen([sys.executable, "-c", SERVICE, str(folder)], stdout=subprocess.PIPE, cwd=ROOT)
    assert service.stdout is not None
    pid = int(service.stdout.readline())
    service.kill()
    service.wait()
    service.stdout.close()
    assert running(pid)
    try:
        yield pid
    finally:
        if running(pid):
            os.kill(pid, signal.SIGKILL)


async def test_what_was_stored_is_there_after_a_restart(tmp_path: Path) -> None:
    with started(tmp_path / "data") as private:
        store = await Store.open(StoreSettings(private.url))
        written = await fill(store, "m", 5)
        await store.close()
        pid = private.pid
    assert private.pid == 0
    assert not running(pid)
    with started(tmp_path / "data") as private:
        store = await Store.open(StoreSettings(private.url))
        assert await store.read("m") == written
        await store.close()


def test_private_socket_and_append_only_file(tmp_path: Path) -> None:
    with started(tmp_path / "data") as private:
        path = Path(private.url.removeprefix("unix://").partition("?")[0])
        assert stat.S_ISSOCK(path.stat().st_mode)
        assert stat.S_IMODE(path.stat().st_mode) == 0o700
        with redis.Redis(unix_socket_path=str(path)) as client:
            assert client.config_get("port") == {"port": "0"}
            assert client.config_get("appendonly") == {"appendonly": "yes"}
            assert client.config_get("maxmemory-policy") == {"maxmemory-policy": "noeviction"}


def test_a_deep_data_directory_gets_its_socket_elsewhere(tmp_path: Path) -> None:
    deep = tmp_path / ("d" * 60) / ("e" * 60)
    with started(deep) as private:
        path = Path(private.url.removeprefix("unix://").partition("?")[0])
        assert len(os.fsencode(path)) <= module.SOCKET_PATH
        assert stat.S_IMODE(path.parent.stat().st_mode) == 0o700
        assert private.pid


def modes(folder: Path) -> dict[str, int]:
    """The permissions of a folder and of the folders and files in it."""
    found = [folder, *folder.rglob("*")]
    return {
        str(path.relative_to(folder)): stat.S_IMODE(path.stat().st_mode)
        for path in found
        if path.is_dir() or path.is_file()
    }


def assert_for_one_account_alone(folder: Path) -> None:
    found = modes(folder)
    assert any(name.endswith((".aof", ".rdb")) for name in found)
    assert {name: oct(mode) for name, mode in found.items() if mode & 0o077} == {}


async def test_files_stay_private_after_a_restart(tmp_path: Path) -> None:
    before = os.umask(0o022)
    try:
        with started(tmp_path / "data") as private:
            assert_for_one_account_alone(tmp_path / "data")
            keeper = asyncio.create_task(private.keep())
            dead = private.pid
            os.kill(dead, signal.SIGKILL)
            await until(lambda: private.pid not in (0, dead))
            store = await open_when_ready(private.url)
            await fill(store, "m", 3)
            await store.close()
            assert_for_one_account_alone(tmp_path / "data")
            keeper.cancel()
            await asyncio.gather(keeper, return_exceptions=True)
    finally:
        os.umask(before)


async def open_when_ready(url: str) -> Store:
    while True:
        try:
            return await Store.open(StoreSettings(url))
        except StorageUnavailableError:
            await asyncio.sleep(0.05)


async def test_a_folder_that_others_could_read_is_put_right(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    folder = tmp_path / "data"
    with started(folder) as private:
        store = await Store.open(StoreSettings(private.url))
        written = await fill(store, "m", 3)
        await store.close()
    for name in modes(folder):
        path = folder / name
        path.chmod(0o755 if path.is_dir() else 0o644)
    with caplog.at_level("INFO"), started(folder) as private:
        assert_for_one_account_alone(folder)
        assert f"{folder} could be read by others" in caplog.text
        store = await Store.open(StoreSettings(private.url))
        assert await store.read("m") == written
        await store.close()


def test_a_folder_of_another_account_is_refused_with_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    private = EmbeddedRedis(tmp_path)
    monkeypatch.setattr("os.geteuid", lambda: os.getuid() + 1)
    with pytest.raises(EmbeddedError, match="belongs to another account"):
        private.start()
    assert private.pid == 0


def test_where_permissions_cannot_be_changed_the_log_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    folder = tmp_path / "data"
    folder.mkdir(mode=0o755)
    folder.chmod(0o755)
    monkeypatch.setattr(Path, "chmod", lambda path, mode: None)
    with started(folder):
        assert f"{folder} can be read by others on this machine, and that cannot be changed here" in caplog.text


def test_own_data_directory_is_closed_and_shared_ones_not(tmp_path: Path) -> None:
    ours, everybodys = tmp_path / "ours", tmp_path / "everybodys"
    for folder, mode in ((ours, 0o755), (everybodys, 0o1777)):
        folder.mkdir()
        folder.chmod(mode)
        shut_out(folder)
    shut_out(tmp_path / "missing")
    assert stat.S_IMODE(ours.stat().st_mode) == 0o700
    assert stat.S_IMODE(everybodys.stat().st_mode) == 0o1777


def test_one_data_directory_serves_one_service_at_a_time(tmp_path: Path) -> None:
    with started(tmp_path) as private:
        with pytest.raises(EmbeddedError, match=str(os.getpid())):
            EmbeddedRedis(tmp_path).start()
        assert private.pid
    with started(tmp_path) as private:
        assert private.pid


async def test_leftover_redis_is_replaced_without_loss(tmp_path: Path) -> None:
    with killed_service(tmp_path) as leftover, started(tmp_path) as private:
        assert not running(leftover)
        assert private.pid not in (0, leftover)
        store = await Store.open(StoreSettings(private.url))
        assert [entry.seq for entry in await store.read("m")] == [1, 2, 3]
        await store.close()


async def test_a_leftover_that_does_not_answer_is_replaced_as_well(tmp_path: Path) -> None:
    with killed_service(tmp_path) as leftover:
        os.kill(leftover, signal.SIGSTOP)
        with started(tmp_path) as private:
            assert not running(leftover)
            store = await Store.open(StoreSettings(private.url))
            assert [entry.seq for entry in await store.read("m")] == [1, 2, 3]
            await store.close()


def test_the_process_of_somebody_else_is_left_alone(tmp_path: Path) -> None:
    with started(tmp_path):
        pass
    bystander = subprocess.Popen(["sleep", "60"], cwd="/")
    (tmp_path / "redis.pid").write_text(str(bystander.pid))
    with started(tmp_path):
        assert bystander.poll() is None
    bystander.kill()
    bystander.wait()


async def test_dead_redis_is_restarted(tmp_path: Path) -> None:
    private = EmbeddedRedis(tmp_path, "always")
    private.start()
    keeper = asyncio.create_task(private.keep())
    store = await Store.open(StoreSettings(private.url, "always"))
    written = await fill(store, "m", 3)
    dead = private.pid
    # An outage may be over between two looks at it.
    outages: list[int] = []
    store.on_down = outages.append
    os.kill(dead, signal.SIGKILL)
    await until(lambda: bool(outages) and store.available)
    assert private.pid not in (0, dead)
    assert await store.read("m") == written
    assert (await store.append("m", 4, b"{}")).seq == 4
    await store.close()
    keeper.cancel()
    await asyncio.gather(keeper, return_exceptions=True)
    private.stop()


def test_damaged_append_only_file_is_reported_verbatim(tmp_path: Path) -> None:
    with started(tmp_path):
        pass
    for path in [*tmp_path.glob("appendonlydir/*.base.rdb"), *tmp_path.glob("appendonly.aof")]:
        path.write_bytes(b"this is no such file" * 10)
    with pytest.raises(EmbeddedError, match="does not start"):
        EmbeddedRedis(tmp_path).start()
    (tmp_path / "lock").unlink()


def test_data_of_a_newer_redis_is_no_empty_store(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "appendonlydir").mkdir()
    monkeypatch.setattr(module, "find_server", lambda: ServerProgram(Path("redis-server"), (6, 2)))
    with pytest.raises(EmbeddedError, match="Redis 7"):
        EmbeddedRedis(tmp_path).start()


def test_the_configuration_is_the_one_that_production_uses() -> None:
    assert find_configuration() == ROOT / "deploy" / "redis.conf"
    settings = dict(
        line.split(" ", 1) for line in find_configuration().read_text().splitlines() if line and line[0] != "#"
    )
    assert settings["appendonly"] == "yes"
    assert settings["maxmemory-policy"] == "noeviction"
    assert "port" not in settings


def test_what_is_made_is_private_from_the_start(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    folder = tmp_path / "data" / "redis"
    with caplog.at_level("INFO"):
        make_private(folder)
        made = [path.stat().st_mode & 0o777 for path in (folder.parent, folder)]
    assert made == [0o700, 0o700]
    assert caplog.messages == []
