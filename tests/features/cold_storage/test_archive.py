"""``bocage archive``: moved, checked, restored and deleted, on a Redis and a directory of its own."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any, TypeAlias

import pytest

from bocage.cli import main
from bocage.features.cold_storage.feature import ColdStorageFeature
from bocage.store import Store
from bocage.store.keys import shard_key, shard_of
from tests.features.cold_storage.memory import finish
from tests.redis_server import RedisServer

Archive: TypeAlias = Callable[..., tuple[int, list[str]]]


class Cold(ColdStorageFeature):
    """The feature with other moves."""

    def __init__(self, moves: Any) -> None:
        self.moves = moves


@pytest.fixture
def archive(redis_url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Archive:
    def run(*arguments: str) -> tuple[int, list[str]]:
        code = main(["archive", *arguments, "--redis", redis_url, "--cold-storage", str(tmp_path / "cold")])
        told = capsys.readouterr()
        return code, (told.out + told.err).splitlines()

    return run


def records(folder: Path) -> list[Path]:
    return list(folder.glob("cold/*/c.match"))


@pytest.fixture
async def three(store: Store) -> Store:
    for match in ("a", "b", "c"):
        await finish(store, match)
    return store


async def test_matches_go_and_come_back(
    three: Store, archive: Archive, redis_server: RedisServer, tmp_path: Path
) -> None:
    async def do(*arguments: str) -> tuple[int, list[str]]:
        return await asyncio.to_thread(archive, *arguments)

    assert await do("move") == (0, ["0 matches moved to cold storage"])
    with redis_server.client() as client:  # as a release before cold storage left it
        client.delete(shard_key(shard_of("a"), "finished"))
    assert await do("move", "--days", "-1") == (0, ["3 matches moved to cold storage"])
    assert await do("check") == (0, ["3 matches in cold storage are right"])
    assert await do("restore", "a", "x") == (1, ["match x does not lie in cold storage", "1 matches restored"])
    assert await do("delete", "b", "x") == (
        1,
        ["match x: there is none, or it is not finished", "1 matches deleted"],
    )
    assert await do("check") == (0, ["1 matches in cold storage are right"])
    (record,) = records(tmp_path)
    whole = record.read_bytes()
    record.write_bytes(whole[:-1])
    assert await do("check") == (1, ["0 matches in cold storage are right", "match c: its record is damaged"])
    record.unlink()
    assert await do("check") == (1, ["0 matches in cold storage are right", "match c: its record is missing"])
    record.parent.mkdir(exist_ok=True)
    record.write_bytes(whole)
    record.with_name("d.match").write_bytes(whole)
    assert await do("check") == (1, ["1 matches in cold storage are right", "match d: Redis does not know it"])
    assert await do("check", "--adopt") == (0, ["1 matches in cold storage are right", "0 matches noted in Redis"])
    assert await do("restore", "--all") == (0, ["1 matches restored"])


async def test_redis_that_lost_its_data_learns_what_storage_has(
    three: Store, archive: Archive, redis_server: RedisServer, tmp_path: Path
) -> None:
    before = await three.matches_of("ann")
    assert (await asyncio.to_thread(archive, "move", "--days", "-1"))[0] == 0
    with redis_server.client() as client:
        client.flushall()
    assert (await asyncio.to_thread(archive, "check"))[0] == 1
    told = await asyncio.to_thread(archive, "check", "--adopt")
    assert told == (0, ["0 matches in cold storage are right", "3 matches noted in Redis"])
    assert (await asyncio.to_thread(archive, "check")) == (0, ["3 matches in cold storage are right"])
    assert (await asyncio.to_thread(archive, "restore", "--all"))[0] == 0
    assert await three.matches_of("ann") == before


def test_what_is_missing_on_the_line_is_said(
    redis_url: str, archive: Archive, capsys: pytest.CaptureFixture[str]
) -> None:
    assert archive("restore") == (1, ["bocage: say which matches"])
    assert archive("delete") == (1, ["bocage: say which matches"])
    # Every match is restored at once, never deleted.
    assert archive("delete", "--all") == (1, ["bocage: say which matches"])
    assert main(["archive", "check", "--redis", redis_url]) == 1
    assert "no cold storage is set" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("line", "environment", "days"),
    [([], None, 90), ([], "", 90), ([], "7", 7), (["--days", "3"], "7", 3)],
)
def test_matches_are_moved_that_ended_so_many_days_ago(
    line: list[str], environment: str | None, days: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    noted: list[Any] = []

    class Moves:
        async def note_finished(self, matches: list[str]) -> None:
            noted.append(matches)

        async def move_before(self, when: int, alone: bool) -> int:
            noted.append((when, alone))
            return 0

    class Stored:
        async def matches(self) -> list[str]:
            return ["a", "b"]

        def now(self) -> int:
            return 10**13

    @asynccontextmanager
    async def opened(*given: str) -> AsyncIterator[tuple[Any, list[Any]]]:
        noted.append(given)
        yield Stored(), [Cold(Moves())]
        noted.append("closed")

    if environment is None:
        monkeypatch.delenv("BOCAGE_COLD_AFTER", raising=False)
    else:
        monkeypatch.setenv("BOCAGE_COLD_AFTER", environment)
    monkeypatch.setattr("bocage.features.cold_storage.archive.opened", opened)
    assert main(["archive", "move", *line, "--redis", "redis://r", "--cold-storage", "c"]) == 0
    assert noted == [("redis://r", "c"), ["a", "b"], (10**13 - days * 24 * 60 * 60 * 1000, False), "closed"]


def test_matches_are_deleted_where_there_is_no_cold_storage(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    async def deleted(match: str) -> bool:
        return match == "a"

    @asynccontextmanager
    async def opened(*given: str) -> AsyncIterator[tuple[Any, list[Any]]]:
        yield None, [Cold(SimpleNamespace(delete=deleted))]

    monkeypatch.delenv("BOCAGE_COLD_STORAGE", raising=False)
    monkeypatch.setattr("bocage.features.cold_storage.archive.opened", opened)
    assert main(["archive", "delete", "a", "--redis", "redis://r"]) == 0
    assert capsys.readouterr().out == "1 matches deleted\n"


def test_root_makes_no_cold_storage_that_the_service_cannot_use(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "data" / "redis").mkdir(parents=True)
    monkeypatch.setattr("bocage.features.cold_storage.archive.owner_of", lambda folder: (61_234, 61_234))
    cold = tmp_path / "cold"
    line = ["archive", "move", "--data", str(tmp_path / "data"), "--cold-storage", str(cold)]
    monkeypatch.delenv("BOCAGE_REDIS", raising=False)
    assert main(line) == 1
    assert f"(install -d -m 700 -o 61234 {cold})" in capsys.readouterr().err
    assert not cold.exists()

    # A Redis elsewhere says nothing about who will use the folder.
    async def done(*_: object) -> tuple[list[str], int]:
        return [], 0

    monkeypatch.setattr("bocage.features.cold_storage.archive._do", done)
    assert main([*line, "--redis", "redis://r"]) == 0
