"""What becomes of appends, reply by reply: without any Redis."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, cast

import pytest

from bocage.log.records import Entry
from bocage.store import scripts
from bocage.store.appends import MOST_CALLS, MOST_ENTRIES, UNSURE, Appends
from bocage.store.connection import ConnectionGone, RedisConnection, ReplyError
from bocage.store.followed_logs import FollowedLogs
from bocage.store.records import Append, StorageUnavailableError, StoreError
from tests.virtual_time import run


class Connection:
    """Keeps what is sent; a test answers."""

    def __init__(self) -> None:
        self.sent: list[tuple[Any, ...]] = []
        self.waiting: list[Callable[[Any], None]] = []

    def send(self, command: Any, done: Callable[[Any], None]) -> None:
        self.sent.append(tuple(command))
        self.waiting.append(done)

    def answer(self, reply: Any) -> None:
        self.waiting.pop(0)(reply)

    @property
    def names(self) -> list[str]:
        """The commands, in words."""
        told = {script.sha: name for name, script in (("append", scripts.APPEND), ("tell", scripts.TELL))}
        return [told[command[1]] if command[0] == "EVALSHA" else str(command[0]) for command in self.sent]


class World:
    """Appends of one shard group, and what they tell."""

    def __init__(self, replicas: int = 0) -> None:
        self.connection = Connection()
        self.told: list[tuple[str, Entry]] = []
        self.logs: dict[str, list[Entry]] = {}
        self.moved = 0
        self.failed: list[ReplyError] = []
        self.enough = True
        self.answers: dict[str, Any] = {}
        self.appends = Appends(
            "here",
            "fence",
            replicas,
            700,
            cast(FollowedLogs, self),
            self._move,
            self.failed.append,
        )
        self.appends.connection = cast(RedisConnection, self.connection)

    # The followed logs ----------------------------------------------------------------------------

    by_match = frozenset({"followed"})

    def deliver(self, match: str, entry: Entry) -> None:
        self.told.append((match, entry))

    def behind(self, match: str, seq: int) -> None:
        """No follower is."""

    async def fetch(self, match: str, after: int) -> list[Entry]:
        return self.logs.get(match, [])[after:]

    async def confirm(self) -> None:
        if not self.enough:
            raise StorageUnavailableError()

    def _move(self) -> None:
        self.moved += 1

    async def add(self, *matches: str, seq: int = 2) -> None:
        """Append an entry to each match, in one turn of the loop."""
        for match in matches:

            def answered(result: Any, match: str = match) -> None:
                assert match not in self.answers
                self.answers[match] = result

            self.appends.add(Append(match, seq, match.encode(), 5, 7, b"change", answered))
        await asyncio.sleep(0)

    def kinds(self) -> dict[str, str]:
        return {match: type(answer).__name__ for match, answer in self.answers.items()}


async def test_each_entry_gets_its_own_answer() -> None:
    world = World()
    await world.add("stored", "taken", "failed", "followed")
    (command,) = world.connection.sent
    assert command[2] == 9
    assert command[11:15] == ("fence", "here", "PUBLISH", 0)
    rows = [command[15 + 6 * n : 21 + 6 * n] for n in range(4)]
    assert rows[0] == (2, 5, 7, b"stored", b"change", 0)
    assert rows[3] == (2, 5, 7, b"followed", b"change", 1)
    world.connection.answer([1000, -1, ReplyError("OOM no room"), 1001])
    assert world.kinds() == {
        "stored": "Entry",
        "taken": "NumberTakenError",
        "failed": "StorageUnavailableError",
        "followed": "Entry",
    }
    assert world.answers["stored"] == Entry(2, 1000, b"stored")
    assert world.told == [("stored", Entry(2, 1000, b"stored")), ("followed", Entry(2, 1001, b"followed"))]
    assert not world.appends.pending


async def test_calls_under_way_and_entries_in_one_call_are_limited() -> None:
    world = World()
    for call in range(MOST_CALLS + 2):
        await world.add(f"m{call}")
    assert len(world.connection.sent) == MOST_CALLS
    world.connection.answer([1000])
    await asyncio.sleep(0)
    # What gathered meanwhile goes together.
    assert len(world.connection.sent) == MOST_CALLS + 1
    assert world.connection.sent[-1][2] == 5
    many = World()
    await many.add(*(f"m{number}" for number in range(MOST_ENTRIES + 1)))
    assert [command[2] for command in many.connection.sent] == [2 * MOST_ENTRIES + 1]
    many.connection.answer([1000] * MOST_ENTRIES)
    await asyncio.sleep(0)
    assert [command[2] for command in many.connection.sent] == [2 * MOST_ENTRIES + 1, 3]


@pytest.mark.parametrize(
    ("reply", "error"),
    [("MISCONF no disk", StorageUnavailableError), ("ERR NOSCRIPTS here", StoreError), ("ERR MOVED", StoreError)],
)
async def test_what_redis_refuses_is_refused_once(reply: str, error: type[Exception]) -> None:
    world = World()
    await world.add("a", "b")
    world.connection.answer(ReplyError(reply))
    assert [type(answer) for answer in world.answers.values()] == [error] * 2
    assert (world.moved, len(world.connection.sent), world.appends.pending) == (0, 1, False)


async def test_a_lost_script_is_loaded_and_the_call_sent_again() -> None:
    world = World()
    await world.add("a", "b")
    world.connection.answer(ReplyError("NOSCRIPT No matching script"))
    await asyncio.sleep(0)
    assert world.connection.names == ["append", "SCRIPT", "append"]
    assert world.connection.sent[1] == ("SCRIPT", "LOAD", scripts.APPEND.text)
    assert world.connection.sent[2] == world.connection.sent[0]
    assert world.answers == {}
    world.connection.waiting.pop(0)
    world.connection.answer([1000, 1000])
    assert world.kinds() == {"a": "Entry", "b": "Entry"}


@pytest.mark.parametrize("reply", ["MOVED 7 127.0.0.1:1", "READONLY You can't write"])
async def test_what_is_held_elsewhere_goes_there_first(reply: str) -> None:
    world = World()
    await world.add("a")
    await world.add("b")
    world.appends.connection = None
    world.connection.answer(ReplyError(reply))
    assert (world.moved, world.answers) == (1, {})
    other = Connection()
    world.appends.connection = cast(RedisConnection, other)
    world.appends.flush()
    await asyncio.sleep(0)
    other.answer([1000])
    assert world.kinds() == {"a": "Entry"}


async def test_lost_reply_is_looked_up_in_the_log() -> None:
    world = World()
    await world.add("stored", "other", "nothing")
    world.connection.answer(ConnectionGone())
    assert world.answers == {}
    assert world.appends.pending
    world.logs = {
        "stored": [Entry(1, 1, b"x"), Entry(2, 1000, b"stored")],
        "other": [Entry(1, 1, b"x"), Entry(2, 1000, b"another")],
        "nothing": [Entry(1, 1, b"x")],
    }
    await world.appends.resolve()
    assert world.kinds() == {
        "stored": "Entry",
        "other": "NumberTakenError",
        "nothing": "StorageUnavailableError",
    }
    assert world.told == [("stored", Entry(2, 1000, b"stored"))]
    assert not world.answers["nothing"].unknown
    assert not world.appends.pending


async def test_what_was_found_is_acknowledged_when_replicas_have_it() -> None:
    world = World(replicas=1)
    world.enough = False
    world.appends._unsure = [Append("m", 1, b"m", 0, 0, b"", lambda result: world.answers.update(m=result))]
    world.logs = {"m": [Entry(1, 1000, b"m")]}
    await world.appends.resolve()
    assert isinstance(world.answers["m"], StorageUnavailableError)
    assert world.answers["m"].unknown
    assert world.told == []


@pytest.mark.parametrize(("count", "known"), [(0, False), (1, True), (2, True), (ReplyError("UNBLOCKED"), False)])
async def test_with_replicas_others_are_told_when_enough_have_it(count: Any, known: bool) -> None:
    world = World(replicas=1)
    await world.add("a", "taken")
    assert world.connection.names == ["append", "WAIT"]
    assert world.connection.sent[1] == ("WAIT", 1, 700)
    # Nobody is told by the script itself.
    assert world.connection.sent[0][9] == ""
    world.connection.answer([1000, -1])
    assert world.answers == {}
    world.connection.answer(count)
    if known:
        assert world.answers["a"] == Entry(2, 1000, b"a")
        assert world.connection.names[2:] == ["tell"]
        assert world.connection.sent[2][2:] == (1, world.connection.sent[0][4], "here", "PUBLISH", 2, 1000, b"a")
    else:
        assert world.answers["a"].unknown
        assert world.connection.names[2:] == []


def test_without_a_connection_nothing_is_kept_for_ever() -> None:
    async def main() -> dict[str, Any]:
        world = World()
        await world.add("under way")
        await world.add("beside")
        await world.add("queued")
        world.connection.answer(ConnectionGone())
        world.appends.detach()
        world.connection.answer(ConnectionGone())
        await world.add("too late")
        assert world.kinds() == {"too late": "StorageUnavailableError"}
        await asyncio.sleep(UNSURE - 0.1)
        assert len(world.answers) == 1
        await asyncio.sleep(0.2)
        assert not world.appends.pending
        return world.answers

    answers = run(main())
    assert {match: answer.unknown for match, answer in answers.items()} == {
        "too late": False,
        "queued": False,
        "under way": True,
        "beside": True,
    }


def test_who_is_connected_again_in_time_gives_up_nothing() -> None:
    async def main() -> World:
        world = World()
        await world.add("a")
        world.connection.answer(ConnectionGone())
        world.appends.detach()
        world.appends.attach(cast(RedisConnection, world.connection))
        await asyncio.sleep(UNSURE + 1)
        return world

    assert run(main()).answers == {}


def test_each_loss_of_the_connection_has_the_whole_time() -> None:
    async def main() -> None:
        world = World()
        world.appends.detach()
        await asyncio.sleep(UNSURE - 1)
        world.appends.attach(cast(RedisConnection, world.connection))
        await world.add("a")
        world.connection.answer(ConnectionGone())
        world.appends.detach()
        await asyncio.sleep(UNSURE - 1)
        assert world.answers == {}
        # An attempt to connect again that fails does not extend it.
        world.appends.detach()
        await asyncio.sleep(1.1)
        assert world.kinds() == {"a": "StorageUnavailableError"}

    run(main())


async def test_a_store_that_is_closed_says_so() -> None:
    world = World()
    await world.add("a")
    world.connection.answer(ConnectionGone())
    world.appends.connection = None
    world.appends._queue = [Append("b", 1, b"", 0, 0, b"", lambda result: world.answers.update(b=result))]
    world.appends.close()
    assert [str(answer) for answer in world.answers.values()] == ["the store is closed"] * 2


async def test_a_mistake_of_one_caller_keeps_no_other_waiting(caplog: pytest.LogCaptureFixture) -> None:
    world = World()

    def fail(_: Any) -> None:
        raise LookupError("mine")

    world.appends.add(Append("bad", 1, b"", 0, 0, b"", fail))
    await world.add("good")
    world.connection.answer([1000, 1000])
    assert world.kinds() == {"good": "Entry"}
    assert "the callback of an append to bad failed" in caplog.text


async def test_append_without_rights_is_looked_up() -> None:
    world = World()
    await world.add("a", "b")
    error = ReplyError("NOPERM No permissions to access a key")
    world.connection.answer(error)
    assert (world.answers, world.failed) == ({}, [error])
    # The script had stored the first one.
    world.logs["a"] = [Entry(1, 900, b"first"), Entry(2, 1000, b"a")]
    await world.appends.resolve()
    assert world.answers["a"] == Entry(2, 1000, b"a")
    assert type(world.answers["b"]) is StorageUnavailableError


async def test_what_redis_refuses_is_told_for_the_whole_group() -> None:
    world = World()
    await world.add("a", "b")
    error = ReplyError("OOM no room")
    world.connection.answer([1000, error])
    assert world.kinds() == {"a": "Entry", "b": "StorageUnavailableError"}
    assert world.failed == [error]
