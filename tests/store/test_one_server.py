"""One server holds everything: beats, pushes, and what is told when it is lost. Without any Redis."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import pytest

from bocage.log.records import Entry
from bocage.store.connection import ReplyError
from bocage.store.keys import ROWS_CHANNEL, SHARDS, SIGNED_OUT_CHANNEL, TAGS, shard_of
from bocage.store.records import Append
from bocage.store.server import PATIENCE
from bocage.store.topology import BEAT_EVERY, LASTING
from tests.store.logs import Listener
from tests.store.topology_world import World
from tests.store.wire import LATER, turns
from tests.virtual_time import run


@pytest.fixture
def single(monkeypatch: pytest.MonkeyPatch) -> World:
    return World(monkeypatch, "redis://one:7000")


def test_one_server_holds_everything(single: World) -> None:
    async def main() -> None:
        topology = single.topology
        assert [list(group.shards) for group in topology.groups] == [list(range(SHARDS))]
        await topology.start()
        (server,) = single.servers.values()
        assert (server.patience, server.node, server.always) == (PATIENCE, "here", True)
        assert topology.server("player:x") is server
        assert topology.masters() == [server]
        assert topology.group("m") is topology.group("other") is topology.groups[0]
        assert single.changes == [(True, 500)]
        assert topology.available
        await topology.close()
        assert server.closed
        assert len(single.changes) == 1

    run(main())


def test_lost_server_is_told_with_its_retry(single: World) -> None:
    async def main() -> None:
        await single.topology.start()
        (server,) = single.servers.values()
        wire = server.connection
        assert wire is not None
        await asyncio.sleep(BEAT_EVERY * 10.5)
        assert len(wire.of("BEAT")) == 1 + 11  # one is part of connecting
        server.retry = 1_700
        server.lose()
        assert single.changes == [(True, 500), (False, 1_700)]
        again = await server.connect()
        assert single.changes[2:] == [(True, 1_700)]
        assert again.of("SUBSCRIBE")[0] == ("SUBSCRIBE", ROWS_CHANNEL)
        await single.topology.close()

    run(main())


def test_a_single_server_that_refuses_is_connected_to_again(single: World) -> None:
    async def main() -> None:
        await single.topology.start()
        (server,) = single.servers.values()
        group = single.topology.groups[0]
        group._failed(ReplyError("READONLY You can't write"))
        assert not group.ready
        assert server.reconnects == 1
        assert single.changes[-1] == (False, 500)
        await single.topology.close()

    run(main())


async def test_pushes_reach_whom_they_concern(single: World) -> None:
    await single.topology.start()
    (server,) = single.servers.values()
    entries = [Entry(1, 900, b"1")]
    assert server.connection is not None
    server.connection.replies["XRANGE"] = [[b"1-0", [b"at", b"900", b"raw", b"1"]]]
    listener = Listener()
    log = await single.topology.group("m").follow("m", listener)
    assert log.entries == entries
    channel = f"{TAGS[shard_of('m')]}:node:here".encode()
    server.on_push([b"message", ROWS_CHANNEL, b"17 {}"])
    server.on_push([b"message", SIGNED_OUT_CHANNEL, b"somebody"])
    server.on_push([b"message", channel, b"m 2 950 two words"])
    server.on_push([b"smessage", channel, b"m 3 960 3"])
    server.on_push([b"message", channel, b"m 0 0 psst, you"])
    server.on_push([b"sunsubscribe", channel, 0])
    server.on_push([b"unsubscribe", ROWS_CHANNEL, 0])
    assert (single.rows, single.signed_out) == ([b"17 {}"], [b"somebody"])
    assert listener.entries == [Entry(2, 950, b"two words"), Entry(3, 960, b"3")]
    assert listener.notes == [b"psst, you"]
    await single.topology.close()


async def test_what_is_still_under_way_at_closing_is_answered(single: World) -> None:
    await single.topology.start()
    (server,) = single.servers.values()
    assert server.connection is not None
    server.connection.replies["APPEND"] = LATER
    answers: list[Any] = []
    appends = single.topology.groups[0].appends
    appends.add(Append("m", 1, b"1", 0, 0, b"", answers.append))
    await turns()
    server.lose()
    await turns()
    assert (answers, appends.pending) == ([], True)
    await single.topology.close()
    assert [str(answer) for answer in answers] == ["the store is closed"]
    assert not appends.pending


def test_lasting_refusals_are_logged_once_and_so_is_their_end(
    single: World, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO)

    async def main() -> None:
        topology = single.topology
        await topology.start()
        (server,) = single.servers.values()
        wire = server.connection
        assert wire is not None
        for text in ("OOM no room", "OOM no room at all", "MISCONF no snapshot"):
            wire.replies["BEAT"] = ReplyError(text)
            await asyncio.sleep(LASTING * 3)
        assert (topology.available, topology.writable) == (True, False)
        assert single.changes == [(True, 500), (False, 500)]
        wire.replies["BEAT"] = [9_000, [], []]
        await asyncio.sleep(BEAT_EVERY * 2.5)
        assert topology.writable
        assert single.changes[2:] == [(True, 500)]
        # What lasts for a moment is told to players, and not to the operator.
        wire.replies["BEAT"] = ReplyError("BUSY with a script")
        await asyncio.sleep(LASTING / 2)
        assert not topology.writable
        wire.replies["BEAT"] = [9_000, [], []]
        await asyncio.sleep(LASTING * 2)
        assert topology.writable
        await topology.close()

    run(main())
    place = next(iter(single.servers.values())).target.place
    assert [(record.levelname, record.getMessage()) for record in caplog.records] == [
        ("ERROR", f"{place} refuses all writes, so nobody can act: OOM no room"),
        ("ERROR", f"{place} refuses all writes, so nobody can act: MISCONF no snapshot"),
        ("INFO", f"{place} takes writes again"),
    ]


async def test_a_lost_server_does_not_take_writes_again(single: World, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)
    await single.topology.start()
    (server,) = single.servers.values()
    single.topology.groups[0]._failed(ReplyError("OOM no room"))
    server.lose()
    assert (single.topology.available, single.topology.writable) == (False, False)
    assert "again" not in caplog.text
    await single.topology.close()


async def test_lost_rights_are_looked_at_on_a_new_connection(single: World) -> None:
    await single.topology.start()
    (server,) = single.servers.values()
    single.topology.groups[0]._failed(ReplyError("NOPERM no"))
    assert (server.reconnects, single.topology.available) == (1, False)
    await single.topology.close()
