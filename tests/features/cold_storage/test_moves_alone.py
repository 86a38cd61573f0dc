"""When matches move to cold storage, and what is done with those that cannot: without Redis, in virtual time."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest

from bocage.features.cold_storage.check import Findings, check
from bocage.features.cold_storage.moves import EVERY, LONGEST, ColdMoves
from bocage.features.cold_storage.records import ColdCounts, ColdUnavailableError
from bocage.store.keys import SHARDS, shard_key, shard_of
from tests.virtual_time import run

DAY = 86_400_000


class Group:
    """Keeps what it is asked, and answers from a list."""

    def __init__(self, *answers: Any) -> None:
        self.sent: list[tuple[Any, ...]] = []
        self.answers = list(answers)

    def call(self, *command: Any) -> tuple[Any, ...]:
        self.sent.append(command)
        return command

    async def answer(self, *commands: Any) -> list[Any]:
        return [self.answers.pop(0) if self.answers else [] for _ in commands]


class Alone(ColdMoves):
    """Moves whatever it is told, or fails as it is told."""

    def __init__(self, group: Group, now: int = 1_000 * DAY) -> None:
        topology = SimpleNamespace(groups=[group], group=lambda match: group)
        reader: Any = SimpleNamespace(topology=topology, counts=ColdCounts(), find=self._find)
        super().__init__(reader, "here", lambda: now)
        self.group = group
        #: Match → whether it was moved, or why not.
        self.ends: dict[str, bool | Exception] = {}
        self.tried: list[str] = []
        self.under_way = self.at_once = 0

    async def _find(self, mark: bool) -> None:
        assert mark

    async def move(self, match: str) -> bool:
        self.tried.append(match)
        self.under_way += 1
        self.at_once = max(self.at_once, self.under_way)
        await asyncio.sleep(1)
        self.under_way -= 1
        end = self.ends.get(match, True)
        if isinstance(end, Exception):
            raise end
        return end


@pytest.mark.parametrize(("before", "again"), [(400 * DAY, 1_000 * DAY), (2_000 * DAY, 2_000 * DAY)])
def test_unmovable_match_delays_no_other(before: int, again: int, caplog: pytest.LogCaptureFixture) -> None:
    names = [f"m{number}" for number in range(10)]
    group = Group([name.encode() for name in names])
    moves = Alone(group)
    moves.ends = {"m3": LookupError("mine"), "m7": False}
    assert run(moves._move_shard(5, before)) == 8
    assert (sorted(moves.tried), moves.at_once) == (names, 8)
    assert moves.reader.counts.failed == 1
    asked = [command for command in group.sent if command[0] == "ZRANGEBYSCORE"]
    assert asked == [("ZRANGEBYSCORE", shard_key(5, "finished"), "-inf", f"({before}", "LIMIT", 0, 96)] * 2
    put_off = sorted(command for command in group.sent if command[0] == "ZADD")
    assert put_off == sorted(
        ("ZADD", shard_key(shard_of(name), "finished"), "XX", again, name) for name in ("m3", "m7")
    )
    assert [record.getMessage() for record in caplog.records] == ["match m3 cannot be moved to cold storage"]


def test_storage_that_fails_ends_the_round() -> None:
    group = Group([b"m1", b"m2"], [b"m3"])
    moves = Alone(group)
    moves.ends = {"m2": ColdUnavailableError()}
    with pytest.raises(ColdUnavailableError):
        run(moves._move_shard(0, DAY))
    assert moves.tried == ["m1", "m2"]
    assert [command[0] for command in group.sent] == ["ZRANGEBYSCORE"]


def test_only_own_shards_are_moved_by_default() -> None:
    class Some(Alone):
        async def _mine(self, shard: int) -> bool:
            return shard in (2, 9)

        async def _move_shard(self, shard: int, before: int) -> int:
            moved.append((shard, before))
            return 3

    moved: list[tuple[int, int]] = []
    assert run(Some(Group()).move_before(77)) == 6
    assert moved == [(2, 77), (9, 77)]
    assert run(Some(Group()).move_before(78, alone=False)) == 3 * SHARDS


@pytest.mark.parametrize(
    ("answers", "mine", "asked"), [([b"OK"], True, 1), ([None, b"here"], True, 2), ([None, b"there"], False, 2)]
)
def test_one_node_moves_a_shard_for_five_minutes(answers: list[Any], mine: bool, asked: int) -> None:
    sent: list[tuple[Any, ...]] = []

    class Server:
        async def call(self, *command: Any) -> Any:
            sent.append(command)
            return answers.pop(0)

    moves = Alone(Group())
    moves._topology = SimpleNamespace(server=lambda key: Server())  # type: ignore[assignment]
    assert run(moves._mine(4)) is mine
    assert sent == [("SET", "cold-mover:4", "here", "NX", "EX", 300), ("GET", "cold-mover:4")][:asked]


class Rounds(ColdMoves):
    """Rounds of moving that end as they are told, with the times at which they began."""

    def __init__(self, *ends: Callable[[], int]) -> None:
        reader: Any = SimpleNamespace(topology=None)
        super().__init__(reader, "here", lambda: 1_000 * DAY + 5)
        self.ends = list(ends)
        self.began: list[float] = []
        self.before: list[int] = []
        self.deleted: list[int] = []

    async def move_before(self, before: int, alone: bool = True) -> int:
        assert alone
        self.began.append(asyncio.get_running_loop().time())
        self.before.append(before)
        if not self.ends:
            raise asyncio.CancelledError
        return self.ends.pop(0)()

    async def delete_before(self, day: int) -> int:
        self.deleted.append(day)
        return 2

    def pauses(self, after: int, delete: int) -> list[float]:
        """How long it waits between two rounds, in seconds."""
        with pytest.raises(asyncio.CancelledError):
            run(self.run(after, delete))
        return [later - sooner for sooner, later in zip(self.began, self.began[1:], strict=False)]


def fails() -> int:
    raise ColdUnavailableError()


def test_rounds_run_every_minute_and_back_off(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "bocage.features.cold_storage.moves")
    moves = Rounds(lambda: 0, *[fails] * 6, lambda: 1, fails)
    assert moves.pauses(after=30, delete=0) == [EVERY, 120, 240, 480, LONGEST, LONGEST, LONGEST, EVERY, 120]
    assert moves.before == [970 * DAY + 5] * 10
    assert moves.deleted == []
    told = "moved there, 0 deleted"
    said = ["in 120 s", "in 240 s", "in 480 s", "in 900 s", "in 900 s", "in 900 s", told, "in 120 s"]
    assert [part in line for part, line in zip(said, caplog.messages, strict=True)] == [True] * 8


def test_what_is_old_enough_is_deleted(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO, "bocage.features.cold_storage.moves")
    moves = Rounds(lambda: 0, fails)
    assert moves.pauses(after=30, delete=365) == [EVERY, 120]
    assert moves.deleted == [1_000 - 365]
    assert caplog.messages[0] == "cold storage: 0 matches moved there, 2 deleted"


def test_what_a_check_finds_is_told_in_order() -> None:
    days = dict.fromkeys("dbacfe", 5)

    class Reader:
        """A storage that has nothing of some, and nonsense of others."""

        def __init__(self) -> None:
            self.storage = self

        async def ask(self, work: Any) -> Any:
            return await work

        async def get(self, name: str) -> bytes | None:
            late = {"a": 3, "b": 2, "d": 3, "e": 2}.get(name[-1], 0)
            await asyncio.sleep(late)
            return b"nonsense" if name[-1] in "def" else None

        async def day(self, match: str) -> int | None:
            return days[match]

        async def find(self) -> None:
            """It is the right storage."""

        async def folders(self) -> list[str]:
            return []

    async def pages() -> Any:
        yield {name: days[name] for name in ("d", "c", "b")}
        yield {name: days[name] for name in ("a", "f", "e")}

    reader: Any = Reader()
    assert run(check(reader, pages())) == Findings(0, ["a", "b", "c"], ["d", "e", "f"], [])


def test_what_redis_does_not_know_is_told_with_its_day() -> None:
    class Reader:
        """A storage with a folder that is no day."""

        def __init__(self) -> None:
            self.storage = self
            self.topology = SimpleNamespace(group=lambda match: Group([b""] if match == "here" else None))

        async def ask(self, work: Any) -> Any:
            return await work

        async def folders(self) -> list[str]:
            return ["1970-01-05", "lost+found", "1970-01-02"]

        async def names(self, folder: str) -> list[str]:
            assert folder != "lost+found"
            return ["here", f"of {folder}"]

    async def nothing() -> Any:
        yield {}

    reader: Any = Reader()
    found = run(check(reader, nothing()))
    assert found == Findings(0, [], [], [("of 1970-01-05", 4), ("of 1970-01-02", 1)])


def test_old_matches_are_deleted_in_any_order() -> None:
    deleted: list[tuple[str, int]] = []

    class Some(ColdMoves):
        async def _delete(self, match: str, day: int, storage: Any) -> bool:
            deleted.append((match, day))
            return match != "gone"

    class Reader:
        """A storage that knows no order."""

        topology = None

        def __init__(self) -> None:
            self.storage = self

        async def ask(self, work: Any) -> Any:
            return await work

        async def folders(self) -> list[str]:
            return ["1970-01-09", "lost+found", "1970-01-05", "1970-01-06", "1970-01-02"]

        async def names(self, folder: str) -> list[str]:
            return [f"m{folder[-1]}", "gone"]

    reader: Any = Reader()
    assert run(Some(reader, "here", lambda: 0).delete_before(5)) == 2
    assert deleted == [("m5", 4), ("gone", 4), ("m2", 1), ("gone", 1)]
