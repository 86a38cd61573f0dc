"""Reading from cold storage: how many at a time, for how long, what is kept, and what is counted. And what is noted
anew of matches that lie there already."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from types import SimpleNamespace
from typing import Any

import msgspec
import pytest

from bocage.features.cold_storage.reader import AT_ONCE, MARK, MOST_WAITING, PATIENCE, ColdReader
from bocage.features.cold_storage.record import DAY, Record, encode, name_of
from bocage.features.cold_storage.records import ColdCounts, ColdDamagedError, ColdUnavailableError
from bocage.features.cold_storage.storage import ColdStorageError
from bocage.store import Store
from bocage.store.keys import cold_key, cold_list_key, log_key, shard_key, shard_of
from tests.features.cold_storage.memory import MemoryStorage, finish, moves_of
from tests.redis_server import RedisServer
from tests.virtual_time import run


class Storage:
    """Answers after some seconds with the record of whatever is asked for."""

    def __init__(self, seconds: float = 0) -> None:
        self.seconds = seconds
        self.asked: list[str] = []
        self.at_once = self.most = 0
        self.fails: Exception | None = None

    async def get(self, name: str) -> bytes | None:
        self.asked.append(name)
        self.at_once += 1
        self.most = max(self.most, self.at_once)
        await asyncio.sleep(self.seconds)
        self.at_once -= 1
        if self.fails:
            raise self.fails
        match = name.partition("/")[2]
        if name == MARK:
            return b"here"
        return None if match == "none" else encode(Record(match, b"", b"archive"))


def a_reader(storage: Any, day: int | None = 3) -> ColdReader:
    """All matches ended on that day; None: none lies there."""

    async def answer(*calls: Any) -> list[Any]:
        return [day and b"%d" % day for _ in calls]

    group = SimpleNamespace(call=lambda *command: command, answer=answer)
    topology: Any = SimpleNamespace(group=lambda match: group)
    return ColdReader(topology, storage)


def timed(work: Callable[[], Coroutine[Any, Any, Any]]) -> float:
    async def measured() -> float:
        began = asyncio.get_running_loop().time()
        await work()
        return asyncio.get_running_loop().time() - began

    return run(measured())


def test_counts_begin_with_nothing_and_storage_that_works() -> None:
    zeros = dict.fromkeys(("moved", "read", "deleted", "failed", "damaged"), 0)
    assert msgspec.structs.asdict(ColdCounts()) == {**zeros, "there": False, "works": True}
    assert [a_reader(one).counts.there for one in (None, Storage())] == [False, True]


def test_sixteen_reads_run_and_few_wait() -> None:
    storage = Storage(1)

    async def main() -> None:
        reader = a_reader(storage)
        assert (AT_ONCE, MOST_WAITING) == (16, 256)
        reading = [asyncio.create_task(reader.read(f"m{number}", 3)) for number in range(MOST_WAITING)]
        await asyncio.sleep(0.5)
        with pytest.raises(ColdUnavailableError, match="too many wait"):
            await reader.read("more", 3)
        await asyncio.gather(*reading)
        assert (storage.most, reader.counts.read, reader.counts.failed) == (16, 256, 0)
        # Those that were answered wait no more.
        assert (await reader.read("more", 3)).match == "more"

    assert timed(main) == pytest.approx(17)
    assert storage.asked[0] == "1970-01-04/m0"


@pytest.mark.parametrize("fails", [None, ColdStorageError("refused"), ColdStorageError()])
def test_storage_that_fails_or_is_late_is_told_once(
    fails: Exception | None, caplog: pytest.LogCaptureFixture
) -> None:
    storage = Storage(1 if fails else 11)
    storage.fails = fails
    why = str(fails or "") or "no answer in time"

    async def main() -> None:
        reader = a_reader(storage)
        for count in (1, 2):
            with pytest.raises(ColdUnavailableError) as caught:
                await reader.record("m")
            assert str(caught.value) == f"cold storage: {why}"
            assert (reader.counts.works, reader.counts.failed, reader.counts.read) == (False, count, 0)
        assert caplog.messages == [f"cold storage: {why}"]
        storage.seconds, storage.fails = 9.9, None
        assert (await reader.read("m", 3)).match == "m"
        assert (reader.counts.works, reader.counts.failed, reader.counts.read) == (True, 2, 1)

    seconds = timed(main) - 9.9
    assert PATIENCE == 10.0
    assert seconds == pytest.approx(2 if fails else 20)


def test_what_is_damaged_is_counted_and_lost(caplog: pytest.LogCaptureFixture) -> None:
    async def main() -> None:
        reader = a_reader(Storage())
        with pytest.raises(ColdDamagedError) as caught:
            await reader.record("none")
        assert str(caught.value) == "the record of match none is not there"
        assert (reader.counts.damaged, reader.counts.failed, reader.counts.works) == (1, 0, True)
        assert caplog.messages == ["cold storage: the record of match none is not there (1970-01-04/none)"]
        (row,) = await reader.rows(["none"])
        assert (row.match, row.status, row.unreadable, row.at) == ("none", "ended", True, 3 * DAY)

    run(main())


def test_records_are_kept_while_they_are_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bocage.features.cold_storage.reader.KEPT", 2)

    async def main() -> None:
        storage = Storage()
        reader = a_reader(storage)
        for match in ("m1", "m2", "m1", "m3", "m1", "m3", "m2"):
            record = await reader.record(match)
            assert record is not None
            assert record.match == match
        # The one that was not asked for the longest made room.
        assert [name.partition("/")[2] for name in storage.asked] == ["m1", "m2", "m3", "m2"]

    run(main())


def test_what_lies_there_no_more_is_not_kept() -> None:
    async def main() -> None:
        reader = a_reader(Storage(), None)
        reader._kept["m"] = Record("m", b"", b"")
        assert await reader.record("m") is None
        assert not reader._kept
        assert (await reader.entries("m"), await reader.rows(["m"])) == ([], [])

    run(main())


# Noted anew ----------------------------------------------------------------------------------------


async def test_readable_storage_is_adopted(cold: Store, storage: MemoryStorage, redis_server: RedisServer) -> None:
    entries = await finish(cold, "m", players=["ann", "bob"])
    day = entries[-1].at // DAY
    assert await moves_of(cold).move("m")
    row = await cold.row("m")
    with redis_server.client() as client:
        client.delete(cold_key("m"), cold_list_key("ann"), cold_list_key("bob"))
    assert await cold.read("m") == []
    assert await moves_of(cold).adopt("other", day) is False
    assert await moves_of(cold).adopt("m", day) is True
    assert await moves_of(cold).adopt("m", day) is True
    assert await cold.read("m") == entries
    assert await cold.matches_of("bob") == [row]
    with redis_server.client() as client:
        assert client.lrange(cold_list_key("ann"), 0, -1) == [b"m"]
        assert client.hget(cold_key("m"), "m") == b"%d" % day
    storage.records[name_of("m", day)] += b"!"
    assert await moves_of(cold).adopt("m", day) is False


async def test_matches_archived_before_there_was_cold_storage_are_noted(
    cold: Store, redis_server: RedisServer
) -> None:
    entries = await finish(cold, "m")
    await cold.append("running", 1, b"{}")
    key, running = shard_key(shard_of("m"), "finished"), shard_key(shard_of("running"), "finished")
    with redis_server.client() as client:
        noted = client.zscore(key, "m")
        client.zrem(key, "m")
        await moves_of(cold).note_finished(["nothing", "running", "m"])
        assert client.zscore(key, "m") == entries[-1].at == noted
        assert client.zscore(running, "running") is None
        assert client.exists(log_key("running"))
        client.zadd(key, {"m": 7})
        await moves_of(cold).note_finished(["m"])
        assert client.zscore(key, "m") == 7
