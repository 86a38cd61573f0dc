"""The service that a load starts for itself: what it kills, what it reads of memory, what it leaves behind."""

from __future__ import annotations

import asyncio
import os
import random
import signal
from pathlib import Path

import pytest

from bocage_tools.load.service import Memory, OwnService, _parent
from tests.virtual_time import run


@pytest.fixture
def own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> OwnService:
    """One that was not started; processes 11 and 13 are its workers, 20 its Redis."""
    monkeypatch.setattr("tempfile.mkdtemp", lambda prefix: str(tmp_path))
    monkeypatch.setattr(OwnService, "_is_ours", lambda self, pid: pid != 99)
    service = OwnService(2, random.Random(1))
    service.log.write_text(
        'worker 1 is process 10\n{"text":"worker 2 is process 13"}\n'
        "worker 1 ended with -9; another follows in 0 s\nworker 1 is process 11\n"
    )
    (tmp_path / "data" / "redis").mkdir(parents=True)
    (tmp_path / "data" / "redis" / "redis.pid").write_text("20\n")
    return service


def test_the_newest_process_of_each_worker_is_known(own: OwnService) -> None:
    assert own.pids() == {1: 11, 2: 13}
    assert own.redis_pid() == 20
    (own.folder / "data" / "redis" / "redis.pid").unlink()
    assert own.redis_pid() == 0


def test_a_log_with_other_signs_is_read_as_well(own: OwnService, monkeypatch: pytest.MonkeyPatch) -> None:
    own.log.write_bytes(b"\xff\xfe\nworker 2 is process 14\n")
    read = Path.read_text

    def utf8(self: Path, encoding: str, errors: str = "strict") -> str:
        assert encoding == "utf-8"
        return read(self, encoding, errors)

    monkeypatch.setattr(Path, "read_text", utf8)
    assert own.pids() == {2: 14}
    assert own.redis_pid() == 20


def test_a_process_that_has_ended_meanwhile_was_not_killed(
    own: OwnService, monkeypatch: pytest.MonkeyPatch
) -> None:
    def gone(pid: int, number: int) -> None:
        raise ProcessLookupError

    monkeypatch.setattr(os, "kill", gone)
    own._kill_redis()
    own._kill_worker()
    assert own.killed.total() == 0


def test_a_worker_and_redis_are_killed_in_turn(own: OwnService, monkeypatch: pytest.MonkeyPatch) -> None:
    kills: list[tuple[float, int, int]] = []

    async def breaking() -> None:
        now = asyncio.get_running_loop().time
        start = now()

        def kill(pid: int, number: int) -> None:
            if pid == 20 and len(kills) > 3:
                raise ProcessLookupError
            kills.append((now() - start, pid, number))

        monkeypatch.setattr(os, "kill", kill)
        task = asyncio.create_task(own.break_down(10.0))
        await own.all_killed.wait()
        assert now() - start == pytest.approx(20.0)
        await asyncio.sleep(40)
        task.cancel()

    run(breaking())
    assert [round(at) for at, _, _ in kills] == [10, 20, 30, 40, 50]
    assert {pid for _, pid, _ in kills[::2]} <= {11, 13}
    assert [pid for _, pid, _ in kills[1::2]] == [20, 20]
    assert {number for _, _, number in kills} == {signal.SIGKILL}
    assert own.killed == {"worker": 3, "Redis": 2}


def test_foreign_process_is_left_alone(own: OwnService, monkeypatch: pytest.MonkeyPatch) -> None:
    (own.folder / "data" / "redis" / "redis.pid").write_text("99\n")
    monkeypatch.setattr(os, "kill", lambda pid, number: pytest.fail(f"{pid} was killed"))
    own._kill_redis()
    own.redis_pid = lambda: 0  # type: ignore[method-assign]
    own._kill_redis()
    assert own.killed.total() == 0
    assert _parent(f"{os.getpid()} (a) name) S {os.getppid()} 1 1") == os.getppid()


def test_memory_is_told_of_processes_that_live(own: OwnService) -> None:
    own.log.write_text(f"worker 1 is process {os.getpid()}\n")
    memory = own.memory()
    if Path("/proc/self/statm").exists():
        assert memory.workers[0] > 1
    (own.folder / "data" / "redis" / "redis.pid").write_text("0")
    assert own.memory().redis == 0
    assert str(Memory([70.4, 69.6], 13.0)) == "70 70 13"
