"""What a group of shards says to its server, and what it makes of the replies: without any Redis."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import pytest

from bocage.log.records import Entry
from bocage.store import scripts
from bocage.store.appends import FENCED
from bocage.store.connection import RedisConnection, ReplyError
from bocage.store.keys import TAGS, log_key, near_key, shard_key, shard_of
from bocage.store.records import Append, StorageUnavailableError
from bocage.store.server import Server
from bocage.store.shard_group import (
    BEAT,
    COMPARE_EVERY,
    CUT_OFF,
    MOST_DUE,
    OUTAGE,
    REMEMBER,
)
from tests.store.shard_group_world import LOG, Version, World, rows, since
from tests.store.wire import LATER, Wire, turns
from tests.virtual_time import run


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


async def test_appends_wait_until_the_group_is_ready() -> None:
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


async def test_a_group_that_is_detached_during_attach_is_not_ready() -> None:
    world = World()

    def beat(*_: Any) -> Any:
        world.group.detach()
        return [5_000, [], []]

    with pytest.raises(StorageUnavailableError):
        await world.attach(BEAT=beat)
    assert not world.group.ready


def test_reconnected_group_reports_its_silence() -> None:
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


async def test_new_connection_reads_followed_logs_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("bocage.store.shard_group.HEAL_CHUNK", 2)
    world = World()
    wire = await world.attach(XRANGE=rows(LOG[:2]))
    matches = [f"m{number}" for number in range(5)]
    for match in matches:
        await world.follow(wire, match)
    new = await world.attach(XRANGE=since)
    asked = [(name, command[1:]) for name, command in zip(new.names, new.sent, strict=True) if name != "SUBSCRIBE"]
    fence = (shard_key(world.group.shards[0], "fence:here"), 2, "EX", FENCED)
    assert [asked[0], asked[1][0]] == [("SET", fence), "BEAT"]
    reads = [("XRANGE", (log_key(match), "2-0", "+")) for match in matches]
    notes = [("SADD", (near_key(match), "here")) for match in matches]
    assert asked[2:] == [*notes[:2], *reads[:2], *notes[2:4], *reads[2:4], *notes[4:], *reads[4:]]
    assert world.listener.seqs == [3, 4] * 5


async def test_replicas_confirm_entries_before_followers_hear() -> None:
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


async def test_beat_asks_only_while_the_group_is_ready() -> None:
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


@pytest.mark.parametrize(("then", "told"), [(9_000_000 - OUTAGE, 0), (9_000_000 - OUTAGE - 1, 1)])
async def test_a_clock_set_back_by_an_outage_is_told(then: int, told: int) -> None:
    world = World()
    wire = await world.attach(BEAT=[9_000_000, [], []])
    wire.replies["BEAT"] = [then, [], []]
    world.group.beat()
    await turns()
    # It is told before the new time is.
    assert world.set_back == [[9_000_000]] * told
    assert world.times == [9_000_000, then]


async def test_an_outage_that_several_beats_are_told_is_noted_once() -> None:
    """Where Redis is slow, more beats are asked before the first that tells of an outage is answered."""
    world = World()
    wire = await world.attach()
    wire.replies["BEAT"] = [9_000, [b"10-20", b"4000-8000"], []]
    for _ in range(3):
        world.group.beat()
    await turns()
    assert world.group.outages == [(10, 20), (4_000, 8_000)]


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
    assert COMPARE_EVERY == 8
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


async def test_refused_writes_are_told_once_and_so_is_their_end() -> None:
    world = World()
    wire = await world.attach()

    async def beat(reply: Any) -> tuple[Any, ...]:
        wire.replies["BEAT"] = reply
        world.group.beat()
        await turns()
        return wire.of("BEAT")[-1]

    usual = (await beat([6_000, [], []]))[-5]
    full = ReplyError("OOM command not allowed when used memory > 'maxmemory'.")
    await beat(full)
    # Now every beat tries to write.
    assert [(await beat(full))[-5] for _ in range(3)] == [0, 0, 0]
    await beat(ReplyError("MISCONF no snapshot"))
    await beat([7_000, [], []])
    assert (await beat([8_000, [], []]))[-5] == usual == BEAT
    assert world.refusals == [str(full), "MISCONF no snapshot", ""]


async def test_a_beat_that_wrote_nothing_does_not_end_a_refusal() -> None:
    world = World()
    wire = await world.attach()
    wire.replies["BEAT"] = LATER
    world.group.beat()
    world.group._failed(ReplyError("OOM no room"))
    wire.answer([6_000, [], []])
    assert world.refusals == ["OOM no room"]
    world.group.beat()
    wire.answer([6_500, [], []])
    assert world.refusals == ["OOM no room", ""]
    world.group._failed(ReplyError("OOM no room"))
    # Nothing is known of a server that is lost.
    world.group.detach()
    assert world.group.refusal == ""


@pytest.mark.parametrize(
    "text",
    [
        "NOPERM User u has no permissions to run the 'xadd' command",
        "NOAUTH Authentication required.",
        "ERR The user executing the script can't run this command or subcommand script: 1f, on @user_script:13.",
        "ERR Error running script (call to f_1f): @user_script:9: The user executing the script can't run this",
        "NOPERM ACL failure in script: User u has no permissions to run the 'xadd' command script: 1f",
    ],
)
async def test_rights_that_were_lost_are_told(text: str) -> None:
    world = World()
    await world.attach()
    world.group._failed(ReplyError(text))
    assert (world.denied, world.moved, world.refusals) == ([world.group], [], [])
