"""What a group of shards says to its server, and what it makes of the replies: without any Redis."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import pytest

from service.match.records import Entry
from service.store import archive, scripts
from service.store.appends import Append
from service.store.confirm import NOT_ENOUGH
from service.store.connection import ConnectionGone, RedisConnection, ReplyError
from service.store.keys import SHARDS, TAGS, log_key, near_key, shard_key, shard_of
from service.store.records import NumberTakenError, StorageUnavailableError, StoreError
from service.store.server import Server
from service.store.shard_group import (
    BEAT,
    COMPARE_EVERY,
    CUT_OFF,
    MOST_DUE,
    OUTAGE,
    REMEMBER,
    ShardGroup,
    ShardGroupHooks,
    entries_of,
    secret_of,
)
from tests.store.logs import Listener
from tests.store.wire import LATER, Wire, turns
from tests.virtual_time import run

LOG = [Entry(seq, 1000 + seq, b"%d" % seq) for seq in range(1, 5)]


def rows(entries: list[Entry]) -> list[Any]:
    """As Redis gives them."""
    return [[b"%d-0" % entry.seq, [b"at", b"%d" % entry.at, b"raw", entry.raw]] for entry in entries]


def archived(entries: list[Entry]) -> list[Any]:
    return [[b"18446744073709551615-18446744073709551615", [b"archive", archive.compress(entries)]]]


def since(*_: Any) -> Any:
    """Answers XRANGE: the log from the number that is asked for."""
    return rows(LOG[int(_[2].partition("-")[0]) - 1 :] if _[2] != "-" else LOG)


class Version:
    """All that a group asks its server."""

    def __init__(self, *version: int) -> None:
        self.version = version


class World:
    """A group, and what it tells the store."""

    def __init__(self, shards: Any = range(SHARDS), cluster: bool = False, replicas: int = 0) -> None:
        self.moved: list[ShardGroup] = []
        self.times: list[int] = []
        self.due: list[list[str]] = []
        hooks = ShardGroupHooks(self.times.append, self.due.append, self.moved.append)
        self.group = ShardGroup("here", cluster, shards, replicas, 700, hooks)
        self.listener = Listener()

    async def attach(self, version: tuple[int, ...] = (7, 2), **replies: Any) -> Wire:
        wire = Wire(**replies)
        await self.group.attach(cast(Server, Version(*version)), cast(RedisConnection, wire))
        return wire

    async def follow(self, wire: Wire, match: str = "m") -> None:
        before = len(wire.sent)
        await self.group.follow(match, self.listener)
        del wire.sent[before:]


@pytest.mark.parametrize(
    ("cluster", "version", "subscribe", "publish"),
    [
        (False, (7, 2), "SUBSCRIBE", "PUBLISH"),
        (True, (6, 2), "SUBSCRIBE", "PUBLISH"),
        (True, (7, 0), "SSUBSCRIBE", "SPUBLISH"),
        (True, (8, 0), "SSUBSCRIBE", "SPUBLISH"),
    ],
)
async def test_news_go_over_the_channels_that_the_server_knows(
    cluster: bool, version: tuple[int, ...], subscribe: str, publish: str
) -> None:
    world = World([3, 4], cluster)
    wire = await world.attach(version)
    assert wire.names == [subscribe] * 2 + ["BEAT"]
    assert [command[1] for command in wire.sent[:2]] == [f"{TAGS[shard]}:node:here" for shard in (3, 4)]
    assert world.group.ready
    world.group.whisper("m", b"psst")
    assert wire.sent[-1] == ("EVALSHA", scripts.WHISPER.sha, 1, near_key("m"), "here", publish, b"psst")
    assert world.group.appends.publish == publish


async def test_what_was_appended_meanwhile_is_sent_when_the_group_is_ready_and_not_before() -> None:
    world = World()
    answers: list[Any] = []
    held: list[bool] = []

    def beat(*_: Any) -> Any:
        held.append(world.group.ready)
        return [5_000, [], []]

    wire = Wire(BEAT=beat, APPEND=[1000])
    append = Append("m", 2, b"2", 0, 0, b"", answers.append)
    world.group.appends._queue.append(append)
    await world.group.attach(cast(Server, Version(7)), cast(RedisConnection, wire))
    await turns()
    assert held == [False]
    assert wire.names[-1] == "APPEND"
    assert answers == [Entry(2, 1000, b"2")]


def test_who_comes_back_was_cut_off_for_as_long_as_nothing_was_heard() -> None:
    async def main() -> None:
        world = World()
        await world.attach(BEAT=[50_000, [], []])
        assert world.group.outages == []
        await asyncio.sleep(CUT_OFF / 1000 - 0.1)
        await world.attach(BEAT=[51_000, [], []])
        assert world.group.outages == []
        world.group.detach()
        assert not world.group.ready
        await asyncio.sleep(7)
        await world.attach(BEAT=[58_000, [], []])
        assert world.group.outages == [(51_000, 58_000)]
        assert world.times == [50_000, 51_000, 58_000]

    run(main())


async def test_on_a_new_connection_all_that_is_followed_is_noted_and_read_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("service.store.shard_group.HEAL_CHUNK", 2)
    world = World()
    wire = await world.attach(XRANGE=rows(LOG[:2]))
    matches = [f"m{number}" for number in range(5)]
    for match in matches:
        await world.follow(wire, match)
    new = await world.attach(XRANGE=since)
    asked = [(name, command[1:]) for name, command in zip(new.names, new.sent, strict=True) if name != "SUBSCRIBE"]
    assert asked[0][0] == "BEAT"
    reads = [("XRANGE", (log_key(match), "2-0", "+")) for match in matches]
    notes = [("SADD", (near_key(match), "here")) for match in matches]
    assert asked[1:] == [*notes[:2], *reads[:2], *notes[2:4], *reads[2:4], *notes[4:], *reads[4:]]
    assert world.listener.seqs == [3, 4] * 5


async def test_with_replicas_what_is_new_is_confirmed_before_anybody_is_told() -> None:
    world = World(replicas=1)
    wire = await world.attach(XRANGE=rows(LOG[:2]), WAIT=1)
    await world.follow(wire)
    new = await world.attach(XRANGE=since, WAIT=LATER)
    await turns()
    assert new.names[-2:] == ["SET", "WAIT"]
    assert world.listener.seqs == []
    new.abort()
    await turns()
    assert world.listener.seqs == []
    await world.attach(XRANGE=since, WAIT=1)
    await turns()
    assert world.listener.seqs == [3, 4]
    # Nothing is new now: nothing needs to be confirmed.
    same = await world.attach(XRANGE=since, WAIT=LATER)
    await turns()
    assert "WAIT" not in same.names


async def test_a_beat_asks_for_what_it_lacks_and_only_while_the_group_is_ready() -> None:
    world = World([5, 6])
    world.group.beat()
    assert world.times == []
    wire = await world.attach(BEAT=[9_000, [b"10-20"], [b"late"]])
    assert (world.times, world.due, world.group.outages) == ([9_000], [["late"]], [(10, 20)])
    wire.replies["BEAT"] = [9_500, [], []]
    world.group.beat()
    await turns()
    keys = [shard_key(5, "beat"), shard_key(5, "outages"), shard_key(5, "due"), shard_key(6, "due")]
    assert wire.sent[-1] == ("EVALSHA", scripts.BEAT.sha, 4, *keys, BEAT, OUTAGE, REMEMBER, 20, MOST_DUE)
    assert world.times == [9_000, 9_500]
    world.group.detach()
    world.group.beat()
    assert len(wire.of("BEAT")) == 2


@pytest.mark.parametrize(
    ("error", "loads", "moves"),
    [
        ("NOSCRIPT No matching script", len(scripts.ALL), 0),
        ("MOVED 3999 127.0.0.1:6381", 0, 1),
        ("READONLY You can't write", 0, 1),
        ("OOM no room", 0, 0),
        ("ERR NOSCRIPT and READONLY are not said first", 0, 0),
    ],
)
async def test_what_a_refused_beat_whisper_or_comparison_leads_to(error: str, loads: int, moves: int) -> None:
    world = World()
    wire = await world.attach(XRANGE=rows(LOG))
    await world.follow(wire)
    wire.replies |= dict.fromkeys(("BEAT", "WHISPER", "LENGTHS"), ReplyError(error))
    for number in (1, 2):
        if number == 1:
            world.group.beat()
        else:
            world.group.whisper("m", b"")
        await turns()
        assert [command[2] for command in wire.of("SCRIPT")] == [script.text for script in scripts.ALL] * (
            number if loads else 0
        )
        assert world.moved == [world.group] * (number if moves else 0)
    before = len(wire.of("SCRIPT")), len(world.moved)
    wire.replies["BEAT"] = [5_000, [], []]
    for _ in range(COMPARE_EVERY):
        world.group.beat()
    await turns()
    assert (len(wire.of("SCRIPT")), len(world.moved)) == (before[0] + loads, before[1] + moves)


async def test_within_eight_beats_each_followed_log_is_compared_once() -> None:
    world = World()
    wire = await world.attach(XRANGE=rows(LOG), LENGTHS=lambda *command: [4] * command[2])
    matches = [f"m{number}" for number in range(40)]
    for match in matches:
        await world.follow(wire, match)
    compared: list[str] = []
    for _ in range(COMPARE_EVERY):
        world.group.beat()
        (asked,) = wire.of("LENGTHS")
        assert asked[2] == len(asked[3:])
        compared += asked[3:]
        wire.sent.clear()
    assert sorted(compared) == sorted(log_key(match) for match in matches)
    await turns()
    assert "XRANGE" not in wire.names
    wire.replies |= {"LENGTHS": lambda *command: [5] * command[2], "XRANGE": rows([LOG[-1]])}
    world.group.beat()
    await turns()
    assert [command[1:] for command in wire.of("XRANGE")] == [
        (key, "4-0", "+") for key in wire.of("LENGTHS")[0][3:]
    ]


async def test_a_group_of_one_shard_compares_in_its_turn_alone() -> None:
    match = "m"
    world = World([shard_of(match)], cluster=True)
    wire = await world.attach(XRANGE=rows(LOG), LENGTHS=[4])
    await world.follow(wire, match)
    counts = []
    for _ in range(2 * COMPARE_EVERY):
        world.group.beat()
        counts.append(len(wire.of("LENGTHS")))
    assert sorted(counts) == [0] * counts.count(0) + [1] * COMPARE_EVERY + [2] * counts.count(2)
    assert counts.index(1) == (shard_of(match) - 1) % COMPARE_EVERY
    nobody = World()
    wire = await nobody.attach()
    for _ in range(COMPARE_EVERY):
        nobody.group.beat()
    assert wire.of("LENGTHS") == []


async def test_a_lost_script_is_loaded_and_called_again_and_other_errors_are_raised() -> None:
    world = World()
    replies = [ReplyError("NOSCRIPT gone"), 1]
    wire = await world.attach(PROJECT=lambda *_: replies.pop(0))
    assert await world.group.project("m", b"change", 3, 77) is True
    call = ("EVALSHA", scripts.PROJECT.sha, 1, log_key("m"), 3, b"change", 77)
    assert wire.of("PROJECT") == [call, call]
    assert wire.sent[-2:] == [("SCRIPT", "LOAD", scripts.PROJECT.text), call]
    replies[:] = [0]
    assert await world.group.project("m", b"change", 3, 77) is False
    for error, raised in (("ERR bad", StoreError), ("LOADING", StorageUnavailableError)):
        replies[:] = [ReplyError(error)]
        with pytest.raises(raised) as caught:
            await world.group.project("m", b"change", 3, 77)
        assert type(caught.value) is raised
        assert replies == []


async def test_without_a_connection_nothing_is_asked() -> None:
    world = World()
    with pytest.raises(StorageUnavailableError):
        await world.group.follow("m", world.listener)
    assert "m" not in world.group.followed_logs
    with pytest.raises(StorageUnavailableError):
        await world.group.read("m", 0)
    world.group.whisper("m", b"")
    world.group.unfollow("m")
    wire = await world.attach()
    await turns()
    assert wire.of("WHISPER") == wire.of("SREM") == []


async def test_who_follows_is_noted_before_the_log_is_read() -> None:
    world = World()
    wire = await world.attach(XRANGE=rows(LOG), HGET=b"0a0b")
    log = await world.group.follow("m", world.listener)
    assert (log.entries, log.secret) == (LOG, b"\x0a\x0b")
    assert [command for command in wire.sent[-3:] if command[0] != "XRANGE"] == [
        ("SADD", near_key("m"), "here"),
        ("HGET", shard_key(shard_of("m"), "secrets"), "m"),
    ]
    assert wire.names[-3:].index("SADD") < wire.names[-3:].index("XRANGE")
    assert wire.of("XRANGE")[-1] == ("XRANGE", log_key("m"), "-", "+")
    assert wire.of("WAIT") == []
    world.group.unfollow("m")
    world.group.unfollow("m")
    assert wire.of("SREM") == [("SREM", near_key("m"), "here")]


async def test_nobody_follows_a_match_that_is_not_there() -> None:
    world = World()
    wire = await world.attach()
    assert (await world.group.follow("m", world.listener)).entries == []
    assert wire.sent[-1] == ("SREM", near_key("m"), "here")
    assert "m" not in world.group.followed_logs


async def test_what_is_followed_is_on_replicas_unless_it_is_archived() -> None:
    world = World(replicas=1)
    wire = await world.attach(XRANGE=archived(LOG), WAIT=0)
    assert (await world.group.follow("old", world.listener)).entries == LOG
    assert wire.of("WAIT") == []
    wire.replies["XRANGE"] = rows(LOG)
    with pytest.raises(StorageUnavailableError, match=NOT_ENOUGH):
        await world.group.follow("m", world.listener)
    assert "m" not in world.group.followed_logs
    assert wire.of("WAIT") == [("WAIT", 1, 700)]
    wire.replies["WAIT"] = 1
    assert (await world.group.follow("m", world.listener)).entries == LOG


async def test_a_log_that_was_read_on_a_connection_that_is_lost_is_not_followed() -> None:
    world = World()
    wire = await world.attach(XRANGE=rows(LOG), HGET=LATER)
    following = asyncio.ensure_future(world.group.follow("m", world.listener))
    await turns(3)
    world.group.followed_logs.doubt()
    wire.answer(None)
    with pytest.raises(StorageUnavailableError, match="changed") as caught:
        await following
    assert caught.value.retry == 100
    assert "m" not in world.group.followed_logs
    assert wire.of("SREM") == []


async def test_a_lost_connection_fails_what_is_read() -> None:
    world = World()
    await world.attach(XRANGE=ConnectionGone())
    with pytest.raises(StorageUnavailableError, match="lost"):
        await world.group.follow("m", world.listener)
    assert "m" not in world.group.followed_logs
    with pytest.raises(StorageUnavailableError):
        await world.group.load("m")


@pytest.mark.parametrize(
    ("replicas", "wait", "answer", "told"),
    [(0, 0, NumberTakenError, [3, 4]), (1, 1, NumberTakenError, [3, 4]), (1, 0, StorageUnavailableError, [])],
)
async def test_who_lost_a_race_is_told_what_won_it_first(
    replicas: int, wait: int, answer: type[StoreError], told: list[int]
) -> None:
    world = World(replicas=replicas)
    wire = await world.attach(XRANGE=rows(LOG[:2]), WAIT=1)
    await world.follow(wire)
    wire.replies |= {"XRANGE": since, "WAIT": wait, "APPEND": [-1]}
    answers: list[tuple[Any, list[int]]] = []

    def answered(result: Any) -> None:
        answers.append((result, world.listener.seqs))

    world.group.appends.add(Append("m", 3, b"mine", 0, 0, b"", answered))
    await turns(30)
    if replicas:
        # The call was stored with nothing in it; its WAIT is answered like the other one.
        assert wire.of("WAIT")
    ((result, known),) = answers
    assert (type(result), known) == (answer, told)
    # Where nobody follows, or the follower knows it already, the answer comes at once.
    for match in ("other", "m"):
        if not told and match == "m":
            continue
        reads = len(wire.of("XRANGE"))
        world.group.appends.add(Append(match, 3, b"mine", 0, 0, b"", lambda result: answers.append((result, []))))
        await turns(30)
        assert type(answers[-1][0]) is NumberTakenError
        assert len(wire.of("XRANGE")) == reads


async def test_only_a_log_that_is_there_is_archived() -> None:
    world = World()
    wire = await world.attach()
    await world.group.archive("m")
    assert wire.of("ARCHIVE") == []
    wire.replies["XRANGE"] = rows(LOG)
    await world.group.archive("m")
    assert wire.sent[-1] == (
        *("EVALSHA", scripts.ARCHIVE.sha, 2, log_key("m"), near_key("m")),
        *(len(LOG), archive.compress(LOG)),
    )


async def test_what_waits_to_be_archived_is_asked_of_each_shard() -> None:
    world = World([1, 2])
    waiting = {shard_key(1, "closing"): {b"a", b"b"}, shard_key(2, "closing"): {b"c"}}
    await world.attach(SMEMBERS=lambda _, key: waiting[key])
    assert sorted(await world.group.closing()) == ["a", "b", "c"]


def test_rows_are_read_as_entries_running_or_archived() -> None:
    assert entries_of([], 0) == []
    assert entries_of(rows(LOG[1:]), 1) == LOG[1:]
    for after in range(5):
        assert entries_of(archived(LOG), after) == LOG[after:]
    assert (secret_of(None), secret_of(b""), secret_of(b"ff00")) == (b"", b"", b"\xff\x00")
