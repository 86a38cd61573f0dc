"""Logs that a group of shards reads, follows and archives, reply by reply: without any Redis."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bocage.store import archive, scripts
from bocage.store.appends import NOT_ENOUGH
from bocage.store.connection import ConnectionGone, ReplyError
from bocage.store.keys import log_key, near_key, shard_key, shard_of
from bocage.store.records import Append, NumberTakenError, StorageUnavailableError, StoreError
from bocage.store.shard_group import (
    entries_of,
    secret_of,
)
from tests.store.shard_group_world import LOG, World, archived, rows, since
from tests.store.wire import LATER, turns


async def test_lost_script_is_loaded_again_and_other_errors_raise() -> None:
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


async def test_log_read_on_a_lost_connection_is_not_followed() -> None:
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
    assert (NOT_ENOUGH in str(result)) is (answer is StorageUnavailableError)
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
        *(len(LOG), archive.compress(LOG), LOG[-1].at),
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
