"""A node that leaves, counts connections and tells all: with sessions that a test made, in virtual time."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Iterator
from itertools import pairwise
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bocage.limits import Limits
from bocage.live.counts import APPEND_BUCKETS
from bocage.live.node import SWEEP, Node
from bocage.live.server import NodeServer, monitor_server, tune_gc
from bocage.live.session import PAUSE
from bocage.log.create import create
from bocage.log.records import Row
from bocage.protocol.codec import JSON, MSGPACK, Codec
from bocage.protocol.framing import frame_of
from bocage.protocol.messages import Available, Draining, Hello, Unavailable
from bocage.protocol.refusal import RefusedError
from bocage.rules.kernel.registry import find_game
from bocage.store import NumberTakenError, Player, StorageUnavailableError
from tests.live.node.memory_store import MemoryStore
from tests.store.wire import turns
from tests.virtual_time import run


class Session:
    """Keeps what it is sent and when it is closed."""

    def __init__(self, codec: Codec = MSGPACK, greeted: bool = True) -> None:
        self.codec, self.greeted = codec, greeted
        self.sent: list[Any] = []
        self.closed: list[tuple[str, float]] = []
        self.outbox = SimpleNamespace(write=self.sent.append)

    def send(self, message: Any) -> None:
        self.sent.append(message)

    def close(self, name: str) -> None:
        self.closed.append((name, round(asyncio.get_running_loop().time() - 1000, 3)))


class Line:
    """A connection: what a node did to it stands in ``done``."""

    def __init__(self, address: str = "192.0.2.1") -> None:
        self.address = address
        self.heard = 0.0
        self.done: list[str] = []
        self.outbox = SimpleNamespace(full_since=0.0)

    def close(self, name: str, reason: str = "") -> None:
        self.done.append(name)


def made(limits: Limits | None = None, seed: int = 1) -> tuple[Node, MemoryStore]:
    store = MemoryStore()
    return Node(cast(Any, store), limits=limits, version="9", rng=random.Random(seed)), store


def with_sessions(node: Node, count: int) -> list[Session]:
    sessions = [Session() for _ in range(count)]
    node.sessions.all = cast(Any, set(sessions))
    return sessions


@pytest.mark.parametrize(("count", "seconds", "spread"), [(0, 5, 0), (7, 5, 0), (200, 5, 1), (1000, 2, 2)])
def test_who_is_connected_leaves_in_turn_and_is_told_before(count: int, seconds: float, spread: float) -> None:
    async def main() -> None:
        node, _ = made()
        sessions = with_sessions(node, count)
        await node.sessions.drain(seconds)
        assert node.draining
        hints = [session.sent for session in sessions]
        assert all([type(message) for message in sent] == [Draining] for sent in hints)
        for (told,) in hints:
            assert 100 <= told.retry <= 1000 * (0.3 + min(seconds, count / 200))
        closed = sorted(when for session in sessions for name, when in session.closed if name == "going_away")
        assert len(closed) == count
        if count:
            assert closed[0] == 0
            pause = 20 * min(seconds, count / 200) / count
            assert closed == [round(number // 20 * pause, 3) for number in range(count)]
            assert spread - pause <= closed[-1] <= spread

    run(main())


def test_all_drains_of_a_node_share_one_deadline() -> None:
    async def main() -> None:
        node, _ = made()
        with_sessions(node, 1000)
        room = SimpleNamespace(busy=True)
        node.rooms.open["m"] = cast(Any, SimpleNamespace(room=room))
        began = asyncio.get_running_loop().time()
        draining = asyncio.ensure_future(node.sessions.drain(2.0))
        await asyncio.sleep(1.0)
        room.busy = False
        await draining
        assert asyncio.get_running_loop().time() - began == pytest.approx(2.0)
        room.busy = True
        await node.sessions.drain(2.0)
        assert asyncio.get_running_loop().time() - began == pytest.approx(2.0)

    run(main())


def test_work_under_way_ends_before_connections_close() -> None:
    async def main() -> None:
        node, _ = made()
        (session,) = with_sessions(node, 1)
        room = SimpleNamespace(busy=True)
        node.rooms.open["m"] = cast(Any, SimpleNamespace(room=room))
        draining = asyncio.ensure_future(node.sessions.drain(2.0))
        await asyncio.sleep(1.0)
        assert session.closed == []
        room.busy = False
        await draining
        ((_, when),) = session.closed
        assert 1.0 <= when <= 1.0 + 2 * PAUSE
        # But not for ever.
        slow, _ = made()
        (other,) = with_sessions(slow, 1)
        slow.rooms.open["m"] = cast(Any, SimpleNamespace(room=SimpleNamespace(busy=True)))
        began = asyncio.get_running_loop().time()
        await slow.sessions.drain(2.0)
        assert asyncio.get_running_loop().time() - began == pytest.approx(2.0)
        assert len(other.closed) == 1

    run(main())


async def test_a_node_that_leaves_takes_nobody_in_and_no_work() -> None:
    node, _ = made()
    node.sessions.draining = True
    line = Line()
    assert node.enter(cast(Any, line), MSGPACK) is None
    assert line.done == ["going_away"]
    assert node.counts.closed == {"going_away": 1}
    match, body = create(find_game("omaha"), "ann")
    for work in (node.create(match, body), node.command("m", lambda match: cast(Any, None))):
        with pytest.raises(RefusedError) as caught:
            await work
        assert caught.value.code == "draining"
        assert 100 <= caught.value.retry <= 300


async def test_connections_are_counted_by_address_until_they_are_gone() -> None:
    node, _ = made(Limits(address_sockets=2))
    entered = [node.enter(cast(Any, Line(address)), MSGPACK) for address in ("a", "a", "b", "a", "b", "b")]
    assert [session is not None for session in entered] == [True, True, True, False, True, False]
    assert len(node.sessions.all) == 4
    assert node.counts.closed == {"too_many_sockets": 2}
    assert node.sessions._addresses == {"a": 2, "b": 2}
    first = entered[0]
    assert first is not None
    node.lobby.join(first)
    assert list(node.lobby._watchers) == [first]
    node.sessions.leave(first)
    # Whoever looked at the lobby is not kept for ever.
    assert node.lobby._watchers == {}
    assert node.sessions._addresses == {"a": 1, "b": 2}
    assert first not in node.sessions.all
    assert node.enter(cast(Any, Line("a")), MSGPACK) is not None
    for session in list(node.sessions.all):
        node.sessions.leave(session)
    assert (node.sessions.all, dict(node.sessions._addresses)) == (set(), {})


async def test_all_who_said_hello_are_told_in_their_own_codec() -> None:
    node, _ = made()
    sessions = [Session(), Session(JSON), Session(greeted=False), Session(JSON)]
    node.sessions.all = cast(Any, sessions)
    message = Unavailable(700)
    node.sessions.tell_all(message)
    frames = [frame_of(MSGPACK, message), frame_of(JSON, message)]
    assert [session.sent for session in sessions] == [[frames[0]], [frames[1]], [], [frames[1]]]
    assert sessions[1].sent[0] is sessions[3].sent[0]


async def test_what_the_store_says_is_told_to_all() -> None:
    node, store = made()
    await node.start()
    (session,) = with_sessions(node, 1)
    reads = store.lobbies
    hooks = [store.on_down, store.on_up, store.on_row, store.on_due]
    store.on_down(900)
    store.on_up()
    await turns()
    assert session.sent == [frame_of(MSGPACK, Unavailable(900)), frame_of(MSGPACK, Available())]
    assert store.lobbies == reads + 1
    node.sessions.all = set()
    await node.close()
    # From now on it hears nothing.
    for before, after in zip(hooks, [store.on_down, store.on_up, store.on_row, store.on_due], strict=True):
        assert after != before
    known = dict(node.lobby._changes)
    store.on_row(Row("m", "squad", "open", [""], [""]))
    assert node.lobby._changes == known


@pytest.mark.parametrize(
    ("error", "code"), [(StorageUnavailableError(700), "unavailable"), (LookupError("mine"), "internal")]
)
async def test_a_match_that_could_not_be_stored_is_refused(
    error: Exception, code: str, caplog: pytest.LogCaptureFixture
) -> None:
    node, store = made()
    match, body = create(find_game("omaha"), "ann")
    store.error = error
    with pytest.raises(RefusedError) as caught:
        await node.create(match, body)
    assert (caught.value.code, caught.value.retry) == (code, 700 if code == "unavailable" else 0)
    assert ("a match could not be created" in caplog.text) is (code == "internal")
    store.error = None
    await node.create(match, body)
    assert [entry.seq for entry in store.logs[body.match]] == [1]
    assert store.secrets[body.match] == match.secret
    with pytest.raises(NumberTakenError):
        await node.create(match, body)


async def test_player_muted_during_a_token_lookup_is_not_heard() -> None:
    node, store = made()
    store.players["t"] = Player("ann", "Ann", 0)
    line = Line()
    line.outbox = cast(Any, SimpleNamespace(write=lambda frame: None, behind=set()))
    session = node.enter(cast(Any, line), MSGPACK)
    assert session is not None
    asked: list[str] = []

    async def unheard(player: str) -> frozenset[str]:
        asked.append(player)
        if len(asked) > 1:
            return frozenset({"bob"})
        # Told to all while this reading, which knows nothing of it yet, is under way; no connection is Ann's yet.
        node.sessions.unheard("ann")
        return frozenset()

    node.sessions.unheard_of = unheard
    session.receive(MSGPACK.encode(Hello("t")))
    await turns()
    assert (session.player, set(session.unheard), asked) == ("ann", {"bob"}, ["ann", "ann"])


def test_a_sweep_that_fails_is_not_the_last(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.ERROR)

    async def main() -> None:
        node, _ = made()
        sweeps: list[float] = []

        def sweep() -> Iterator[None]:
            yield
            sweeps.append(asyncio.get_running_loop().time() - 1000)
            if len(sweeps) == 1:
                raise LookupError("mine")

        node.sweep = sweep  # type: ignore[method-assign]
        await node.start()
        await asyncio.sleep(3.5 * SWEEP)
        assert len(sweeps) == 3
        await node.close()
        await asyncio.sleep(5 * SWEEP)
        assert len(sweeps) == 3

    run(main())
    assert caplog.messages == ["sweeping failed"]


async def test_closed_node_has_ended_its_last_sweep() -> None:
    node, _ = made()
    ended: list[str] = []

    async def sweep_forever() -> None:
        try:
            await asyncio.Event().wait()
        finally:
            await turns(3)
            ended.append("swept")

    node._sweep_forever = sweep_forever  # type: ignore[method-assign]
    await node.start()
    await turns()
    node.rooms.close = lambda: ended.append("rooms")  # type: ignore[method-assign]
    await node.close()
    assert ended == ["swept", "rooms"]


async def test_leaving_node_leaves_due_matches_to_others() -> None:
    node, store = made()
    await node.start()
    due: list[Any] = []
    cast(Any, node.rooms).due = due.append
    store.on_due(["a"])
    node.sessions.draining = True
    store.on_due(["b"])
    assert due == [["a"]]
    await node.close()


async def test_the_clock_and_the_limits_are_those_that_were_given() -> None:
    store = MemoryStore()
    plain = Node(cast(Any, store))
    assert plain.clock() == pytest.approx(asyncio.get_running_loop().time(), abs=60)
    assert (plain.limits, plain.version, plain.now()) == (Limits(), "", store.time)
    node = Node(cast(Any, store), limits=Limits(frame_size=77, outbox_size=99), version="9", clock=lambda: 5.0)
    assert (node.clock(), node.limits.frame_size, node.rooms.clock(), node.path) == (5.0, 77, 5.0, "/ws")
    assert node.ingress.proxies.caller("192.0.2.1", ["198.51.100.7"]) == "192.0.2.1"
    proxied = Node(cast(Any, store), proxies=["192.0.2.1"])
    assert proxied.ingress.proxies.caller("192.0.2.1", ["198.51.100.7"]) == "198.51.100.7"


def test_the_collector_is_tuned_for_a_process_that_only_serves(monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[Any] = []
    monkeypatch.setattr("gc.collect", lambda: done.append("collect"))
    monkeypatch.setattr("gc.freeze", lambda: done.append("freeze"))
    monkeypatch.setattr("gc.set_threshold", lambda *numbers: done.append(numbers))
    tune_gc()
    # What is garbage already must not be frozen.
    assert done[:2] == ["collect", "freeze"]
    ((young, middle, old),) = done[2:]
    # A look through what is new is short, and one through everything is rarer than Python's.
    assert young * middle <= 10_000
    assert young * middle * old > 100 * 700 * 10 * 10


def test_append_times_are_counted_from_half_a_millisecond_to_seconds() -> None:
    assert sorted(set(APPEND_BUCKETS)) == list(APPEND_BUCKETS)
    assert (APPEND_BUCKETS[0], APPEND_BUCKETS[-1]) == (0.0005, 2.5)
    assert all(1.9 < later / sooner < 2.6 for sooner, later in pairwise(APPEND_BUCKETS))


async def nothing(*_: Any) -> None:
    """An application that answers nothing."""


async def test_the_server_says_nothing_of_itself_and_believes_no_header() -> None:
    node, _ = made()
    server = NodeServer(node, nothing, drain=3.0)
    config = server.config
    assert (config.server_header, config.proxy_headers, config.access_log, config.log_config) == (
        False,
        False,
        False,
        None,
    )
    assert (config.lifespan, config.timeout_graceful_shutdown) == ("off", 10)
    monitor = monitor_server(nothing).config
    assert (monitor.server_header, monitor.access_log, monitor.log_config) == (False, False, None)
    assert (monitor.http, monitor.ws, monitor.lifespan) == ("h11", "none", "off")
    drained: list[float] = []

    async def drain(seconds: float) -> None:
        drained.append(seconds)
        raise LookupError("stop here")

    node.sessions.drain = drain  # type: ignore[method-assign]
    with pytest.raises(LookupError):
        await server.shutdown()
    assert drained == [3.0]
