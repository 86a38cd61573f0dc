"""What a node closes, asks and forgets as time passes; and what it catches up on when storage is back."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from functools import partial
from typing import Any, cast

import pytest

from bocage.limits import Limits
from bocage.live.node import Node
from bocage.live.outbox import Outbox
from bocage.live.rooms import HostedRoom
from bocage.live.session import Session
from bocage.log import judge
from bocage.log.create import create
from bocage.protocol import messages as m
from bocage.protocol.codec import MSGPACK
from bocage.protocol.refusal import RefusedError
from bocage.rules.kernel.registry import find_game
from bocage.store import Store, StoreSettings
from bocage.store.keys import shard_key, shard_of
from tests.redis_server import RedisServer
from tests.store.logs import until

LIMITS = Limits(hello_time=10, stuck_time=30, address_sockets=2)


class Line:
    """A transport that keeps what is written."""

    def __init__(self) -> None:
        self.sent = b""

    def write(self, data: bytes) -> None:
        self.sent += data

    def get_write_buffer_size(self) -> int:
        return 0

    def is_closing(self) -> bool:
        return False


class Connection:
    """A connection as a node sees it: what it did to it stands in ``done``."""

    def __init__(self, node: Node, address: str = "192.0.2.1") -> None:
        self.line = Line()
        self.outbox = Outbox(cast(Any, self.line), node.write_batch)
        self.address = address
        self.heard = node.clock()
        self.done: list[str] = []

    def close(self, name: str, reason: str = "") -> None:
        self.done.append(name)

    def ping(self) -> None:
        self.done.append("ping")

    def counts_for(self, program: str) -> None:
        self.done.append(f"counts for {program}")


class World:
    """A node whose clock stands still until a test moves it."""

    def __init__(self, store: Store) -> None:
        self.time = 1000.0
        self.node = Node(store, limits=LIMITS, version="test", idle_room=60.0, clock=lambda: self.time)

    def enter(self, address: str = "192.0.2.1", greeted: bool = True) -> tuple[Connection, Session | None]:
        connection = Connection(self.node, address)
        session = self.node.enter(connection, MSGPACK)
        if session is not None and greeted:
            session.receive(MSGPACK.encode(m.Hello()))
        return connection, session

    def after(self, seconds: float) -> None:
        """So much later, the node looks after everything."""
        self.time += seconds
        list(self.node.sweep())


@pytest.fixture
async def world(redis_url: str) -> AsyncIterator[World]:
    store = await Store.open(StoreSettings(redis_url))
    world = World(store)
    yield world
    await world.node.close()
    await store.close()


async def test_silence_is_questioned_at_20_seconds_given_up_at_45(world: World) -> None:
    connection, _ = world.enter()
    world.after(20.0)
    assert connection.done == []
    world.after(0.1)
    assert connection.done == ["ping"]
    world.after(24.9)
    assert connection.done == ["ping", "ping"]
    world.after(0.1)
    assert connection.done == ["ping", "ping", "silent"]
    assert world.node.counts.closed["silent"] == 1


async def test_whoever_talks_is_neither_asked_nor_closed(world: World) -> None:
    connection, _ = world.enter()
    for _ in range(10):
        connection.heard = world.time
        world.after(19.0)
    assert connection.done == []


async def test_who_says_no_hello_is_closed_and_frees_the_place(world: World) -> None:
    first, session = world.enter(greeted=False)
    world.after(10.0)
    assert first.done == []
    world.after(0.1)
    assert first.done == ["no_hello"]
    assert session is not None
    assert world.enter()[1] is not None
    turned_away, none = world.enter()
    assert (turned_away.done, none) == (["too_many_sockets"], None)
    assert world.enter("192.0.2.2")[1] is not None
    session.left()
    assert world.enter()[1] is not None
    assert world.node.counts.closed == {"no_hello": 1, "too_many_sockets": 1}


async def test_whose_token_is_being_looked_up_has_said_hello(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    """However slow storage is. Whose token nobody has may say hello once more, in time."""
    answer: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def authenticate(token: str) -> None:
        await answer

    monkeypatch.setattr(world.node.store, "authenticate", authenticate)
    connection, session = world.enter(greeted=False)
    assert session is not None
    session.receive(MSGPACK.encode(m.Hello(token="nobody's")))
    world.after(15.0)
    assert connection.done == []
    answer.set_result(None)
    await until(lambda: b"bad_token" in connection.line.sent)
    connection.heard = world.time
    world.after(10.0)
    assert connection.done == []
    world.after(0.1)
    assert connection.done == ["no_hello"]


async def test_slow_reader_is_closed_in_time_not_called_silent(world: World) -> None:
    connection, _ = world.enter()
    world.after(5.0)
    connection.outbox.full(world.time)
    connection.heard = world.time - 44.0
    world.after(30.0)
    assert connection.done == []
    world.after(0.1)
    assert connection.done == ["too_slow"]


async def test_who_reads_again_is_kept(world: World) -> None:
    connection, _ = world.enter()
    connection.outbox.full(world.time)
    connection.heard = world.time + 100
    world.after(29.0)
    connection.outbox.drained()
    world.after(29.0)
    assert connection.done == []


async def test_slow_reader_delays_nobody_else(world: World) -> None:
    """Whichever of them is looked at first."""
    connections = [world.enter(f"192.0.2.{number}")[0] for number in range(1, 8)]
    for stuck in connections[::2]:
        stuck.outbox.full(world.time + 40.0)
    world.after(46.0)
    assert [connection.done for connection in connections] == [[], ["silent"]] * 3 + [[]]


async def test_leaving_node_makes_no_match_and_names_a_time(world: World) -> None:
    await world.node.sessions.drain(0.0)
    match, body = create(find_game("tally"), "ann")
    with pytest.raises(RefusedError) as caught:
        await world.node.create(match, body)
    assert caught.value.code == "draining"
    assert 0 < caught.value.retry <= 60_000
    assert await world.node.store.read(body.match) == []


async def opened(world: World) -> HostedRoom:
    """A match of two that are waited for, open at this node."""
    match, body = create(find_game("tally"), "ann")
    await world.node.create(match, body)
    return await world.node.rooms.room(body.match)


async def test_unneeded_table_is_closed_and_unfollowed(world: World) -> None:
    room = await opened(world)
    followed = world.node.store.topology.group(room.match.id).followed_logs
    world.after(60.0)
    assert world.node.rooms.open == {room.match.id: room}
    assert room.match.id in followed
    world.after(0.1)
    assert world.node.rooms.open == {}
    assert room.match.id not in followed


async def test_a_table_that_is_watched_or_asked_stays(world: World) -> None:
    room = await opened(world)
    _, session = world.enter()
    assert session is not None
    session.receive(MSGPACK.encode(m.Watch(room.match.id)))
    world.after(1000.0)
    assert world.node.rooms.open == {room.match.id: room}
    session.receive(MSGPACK.encode(m.Unwatch(room.match.id)))
    world.after(59.0)
    await world.node.command(room.match.id, partial(judge.sit, player="ann", name="Ann"))
    world.after(59.0)
    assert world.node.rooms.open == {room.match.id: room}


async def test_what_waits_is_answered_when_a_table_closes(world: World) -> None:
    room = await opened(world)
    sit = partial(judge.sit, player="ann", name="Ann")
    first = asyncio.ensure_future(world.node.command(room.match.id, sit))
    second = asyncio.ensure_future(world.node.command(room.match.id, partial(judge.sit, player="bob", name="Bob")))
    await asyncio.sleep(0)
    assert room.room.busy
    world.node.rooms.drop(room, None)
    async with asyncio.timeout(60):
        done = await asyncio.gather(first, second, return_exceptions=True)
    assert [getattr(error, "code", error) for error in done][1] == "unavailable"


async def test_when_storage_is_back_the_lobby_is_read_again(world: World) -> None:
    node = world.node
    await node.start()
    connection, session = world.enter()
    assert session is not None
    session.receive(MSGPACK.encode(m.WatchLobby()))
    await asyncio.sleep(0)
    # Rows that were told while the connection was lost are told no more.
    node.store.on_row = lambda row: None
    match, body = create(find_game("tally"), "ann")
    await node.create(match, body)
    assert body.match.encode() not in connection.line.sent
    node.store.on_up()
    await until(lambda: body.match.encode() in connection.line.sent)


async def test_a_wrong_deadline_is_put_right(world: World, shared_redis: RedisServer) -> None:
    """A list may name a match as due that is not: it is looked at once, not with every beat from then on."""
    await world.node.start()
    match = (await opened(world)).match
    key = shard_key(shard_of(match.id), "due")
    with shared_redis.client() as client:
        client.zadd(key, {match.id: 1})
        await until(lambda: client.zscore(key, match.id) is None)


async def test_a_node_that_leaves_adds_nothing_that_is_due(world: World, shared_redis: RedisServer) -> None:
    await world.node.start()
    match = (await opened(world)).match
    await world.node.sessions.drain(0.0)
    world.node.store.on_due([match.id])
    world.after(100.0)
    assert (await world.node.store.read(match.id))[1:] == []


async def test_closed_node_ignores_the_store(world: World) -> None:
    node = world.node
    await node.start()
    match = (await opened(world)).match
    connection, _ = world.enter()
    await node.close()
    sent = connection.line.sent
    node.store.on_due([match.id])
    node.store.on_up()
    node.store.on_down(100)
    await asyncio.sleep(0)
    assert (node.rooms.open, connection.line.sent) == ({}, sent)
    assert match.id not in node.store.topology.group(match.id).followed_logs
