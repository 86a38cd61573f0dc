"""What the store itself does, without any Redis: closing, its clock, and archiving what is finished."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from bocage.log.records import Change, Entry
from bocage.store import Store, StoreSettings
from bocage.store.records import NumberTakenError, StorageUnavailableError
from bocage.store.store import PARTING
from tests.store.wire import turns
from tests.virtual_time import run


class Group:
    """A group of shards that notes what is archived."""

    def __init__(self, *closing: str, fails: bool = False) -> None:
        self.archived: list[str] = []
        self.appended: list[Any] = []
        self.appends = self
        self.pending = False
        self.outages = [(1, 2)]
        self._closing, self._fails = closing, fails

    def add(self, append: Any) -> None:
        self.appended.append(append)

    async def closing(self) -> list[str]:
        if self._fails:
            raise StorageUnavailableError()
        return list(self._closing)

    async def archive(self, match: str) -> None:
        if match == "bad":
            raise StorageUnavailableError()
        self.archived.append(match)


class Topology:
    """Instead of servers."""

    def __init__(self, *groups: Group) -> None:
        self.groups = list(groups)
        self.available = True
        self.closed = 0

    def group(self, match: str) -> Group:
        return self.groups[0]

    async def close(self) -> None:
        self.closed += 1


def made(*groups: Group) -> tuple[Store, Any]:
    store = Store(StoreSettings("redis://localhost"))
    topology: Any = Topology(*groups)
    store.topology = topology
    return store, topology


def timed(main: Callable[[], Any]) -> float:
    """For how many seconds it ran."""

    async def measured() -> float:
        loop = asyncio.get_running_loop()
        began = loop.time()
        await main()
        return round(loop.time() - began, 2)

    return run(measured())


@pytest.mark.parametrize(
    ("available", "pending", "seconds"),
    [(True, False, 0), (True, True, PARTING), (False, True, 0)],
)
def test_closing_waits_for_appends_with_a_timeout(available: bool, pending: bool, seconds: float) -> None:
    async def main() -> None:
        group = Group()
        store, topology = made(Group(), group)
        topology.available, group.pending = available, pending
        await store.close()
        assert topology.closed == 1

    assert timed(main) == seconds


def test_closing_goes_on_when_the_last_append_is_answered() -> None:
    async def main() -> None:
        group = Group()
        group.pending = True
        store, _ = made(group)

        async def answer() -> None:
            await asyncio.sleep(2)
            group.pending = False

        answering = asyncio.create_task(answer())
        await store.close()
        await answering

    assert 2 <= timed(main) < 2.1


def test_work_that_does_not_end_is_stopped_at_closing() -> None:
    ends: list[str] = []

    async def main() -> None:
        store, _ = made(Group())

        async def long() -> None:
            try:
                await asyncio.sleep(600)
            except asyncio.CancelledError:
                ends.append("cancelled")
                raise

        async def short() -> None:
            await asyncio.sleep(1)
            ends.append("done")

        store._spawn(short())
        store._spawn(long())
        await store.close()
        await asyncio.sleep(0)
        assert ends == ["done", "cancelled"]

    assert timed(main) == PARTING


async def test_reconnection_archives_all_despite_one_failure() -> None:
    groups = [Group("a", "bad", "b"), Group(fails=True), Group("c")]
    store, topology = made(*groups)
    topology.group = lambda match: groups[2 if match == "c" else 0]
    told: list[Any] = []
    store.on_up, store.on_down = lambda: told.append("up"), told.append
    store._changed(False, 700)
    await turns()
    assert (told, groups[0].archived) == ([700], [])
    store._changed(True, 900)
    await store.close()
    assert told == [700, "up"]
    assert [group.archived for group in groups] == [["a", "b"], [], ["c"]]


@pytest.mark.parametrize(
    ("result", "archived"), [(Entry(9, 1, b""), ["m"]), (NumberTakenError(), []), (StorageUnavailableError(), [])]
)
async def test_a_match_is_archived_after_its_last_entry_was_stored(result: Any, archived: list[str]) -> None:
    group = Group()
    store, _ = made(group)
    answers: list[Any] = []
    store.submit("m", 9, b"raw", 5, 7, Change(due=-1, final=True), answers.append)
    (append,) = group.appended
    assert (append.match, append.seq, append.raw, append.not_before, append.asked) == ("m", 9, b"raw", 5, 7)
    append.answer(result)
    assert answers == [result]
    await store.close()
    assert group.archived == archived
    store.submit("m", 9, b"raw", 5, 7, Change(due=-1), answers.append)
    store.submit("m", 9, b"raw", 5, 7, None, answers.append)
    for append in group.appended[1:]:
        append.answer(Entry(9, 1, b""))
    await store.close()
    assert group.archived == archived
    assert group.appended[-1].change == b""


def test_the_clock_runs_back_only_where_redis_was_set_back() -> None:
    async def main() -> None:
        store, _ = made(Group())
        store._clock(5_000_000)
        assert store.now() == 5_000_000
        await asyncio.sleep(1.5)
        assert store.now() == 5_001_500
        store._clock(5_000_000)
        assert store.now() == 5_001_500
        await asyncio.sleep(2)
        assert store.now() == 5_002_000
        store._set_back()
        store._clock(1_400_000)
        assert store.now() == 1_400_000

    run(main())


async def test_a_future_is_settled_with_the_entry_or_the_error() -> None:
    group = Group()
    store, _ = made(group)
    futures = [store.append("m", 2, b"raw", 5) for _ in range(2)]
    assert [(append.not_before, append.asked) for append in group.appended] == [(5, 0)] * 2
    group.appended[0].answer(Entry(2, 3, b"raw"))
    group.appended[1].answer(NumberTakenError())
    assert await futures[0] == Entry(2, 3, b"raw")
    with pytest.raises(NumberTakenError):
        await futures[1]
    assert store.outages("m") == [(1, 2)]
