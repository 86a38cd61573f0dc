"""What a node is asked and told goes to whom it concerns, with all that was said: without any store or socket."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any, cast

import pytest

from bocage.limits import Limits
from bocage.live import node as module
from bocage.live.node import Node
from bocage.log.records import Row
from tests.live.node.memory_store import MemoryStore
from tests.store.wire import turns
from tests.virtual_time import run


class Heard:
    """Takes every call, and keeps it."""

    def __init__(self, calls: list[tuple[Any, ...]], name: str) -> None:
        self._calls, self._name = calls, name

    def __getattr__(self, name: str) -> Any:
        def call(*args: Any) -> Any:
            self._calls.append((self._name, name, *args))
            return SimpleNamespace() if name != "sweep" else None

        return call


def made(**wishes: Any) -> tuple[Node, MemoryStore, list[tuple[Any, ...]]]:
    """A node, its store, and what its rooms, its lobby and its news are asked."""
    store, calls = MemoryStore(), list[tuple[Any, ...]]()
    node: Any = Node(cast(Any, store), **wishes)
    node._rooms, node.lobby = Heard(calls, "rooms"), Heard(calls, "lobby")
    return node, store, calls


ONE, OTHER = object(), object()
ROW = Row("m", "squad", "open", [""], [""])


@pytest.mark.parametrize(
    ("ask", "call"),
    [
        (lambda node: node.drop(ONE, OTHER), ("rooms", "drop", ONE, OTHER)),
        (lambda node: node.seq_of(ONE), ("rooms", "seq_of", ONE)),
        (lambda node: node.texts_of(ONE), ("rooms", "texts_of", ONE)),
        (lambda node: node.submit(ONE, OTHER), ("rooms", "submit", ONE, OTHER)),
        (lambda node: node.watch(ONE, OTHER), ("rooms", "watch", ONE, OTHER)),
        (lambda node: node.unwatch(ONE, OTHER), ("rooms", "unwatch", ONE, OTHER)),
        (lambda node: node.renew(ONE, OTHER), ("rooms", "renew", ONE, OTHER)),
        (lambda node: node.say(ONE, OTHER), ("rooms", "say", ONE, OTHER)),
        (lambda node: node.join_lobby(ONE), ("lobby", "join", ONE)),
        (lambda node: node.leave_lobby(ONE), ("lobby", "leave", ONE)),
    ],
)
async def test_what_sessions_want_is_asked_of_rooms_and_lobby(
    ask: Callable[[Any], object], call: tuple[object, ...]
) -> None:
    node, _, calls = made()
    ask(node)
    assert calls == [call]


async def test_a_command_and_a_room_are_asked_of_the_rooms_and_their_answer_is_handed_back() -> None:
    node, _, _ = made()
    asked: list[tuple[Any, ...]] = []

    async def command(*args: Any) -> int:
        asked.append(args)
        return 7

    node._rooms = cast(Any, SimpleNamespace(command=command, room=command, open={"m": ONE}))
    assert await node.command("m", cast(Any, OTHER)) == 7
    assert cast(Any, await node.room("m")) == 7
    assert asked == [("m", OTHER), ("m",)]
    assert node.rooms == {"m": ONE}


async def test_a_node_listens_from_its_start_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    node, store, calls = made()
    loaded: list[str] = []
    monkeypatch.setattr(module, "all_games", lambda: loaded.append("games"))

    async def load() -> None:
        loaded.append("lobby")

    node.lobby.load = load  # type: ignore[method-assign]
    news: Any = Heard(calls, "news")
    node.player_news = news
    session = Hashed(
        SimpleNamespace(greeted=False, sign_in="s1", close=lambda name: calls.append(("session", name)))
    )
    node.sessions.add(cast(Any, session))

    def told() -> list[tuple[Any, ...]]:
        """Whatever the store has to say is said; who heard it."""
        calls.clear()
        store.on_down(5)
        store.on_up()
        store.on_row(ROW)
        store.on_due(["m"])
        store.on_signed_out(["s1", "s2"])
        return list(calls)

    assert told() == []
    await node.start()
    assert loaded == ["games", "lobby"]
    assert calls == [("news", "start")]
    assert told() == [
        ("rooms", "storage_back"),
        ("news", "storage_back"),
        ("lobby", "changed", ROW),
        ("rooms", "row_changed", ROW),
        ("rooms", "due", ["m"]),
        ("session", "signed_out"),
    ]
    await turns()
    assert loaded == ["games", "lobby", "lobby"]
    calls.clear()
    ended: list[str] = []

    async def work() -> None:
        try:
            await asyncio.sleep(600)
        finally:
            ended.append("work")

    node._background.spawn(work(), "work")
    sweeper = node._sweeper
    assert sweeper is not None
    await turns()
    await node.close()
    assert calls == [("news", "close"), ("lobby", "close"), ("rooms", "close")]
    assert (sweeper.cancelled(), ended) == (True, ["work"])
    assert told() == []


@pytest.mark.parametrize("sign_ins", [["s2"], ["s2", "s1"], ["s3"], []])
async def test_who_uses_a_sign_in_that_ended_is_closed_and_nobody_else(sign_ins: list[str]) -> None:
    node, _, _ = made()
    closed = Counter[str]()
    for name in ("s1", "s2", "s2", ""):
        session = SimpleNamespace(sign_in=name)
        session.close = lambda code, name=name: closed.update([f"{name} {code}"])
        node.sessions.add(cast(Any, Hashed(session)))
    node.close_signed_out(iter(sign_ins))
    assert closed == {f"{name} signed_out": {"s1": 1, "s2": 2}[name] for name in sign_ins if name != "s3"}


class Hashed:
    """Whatever it stands for, as a member of a set."""

    def __init__(self, what: Any) -> None:
        self.__dict__.update(vars(what))


def member(**known: Any) -> Any:
    """A connection as it is looked after; what is done to it stands in ``done``."""
    done: list[str] = []
    session = Hashed(SimpleNamespace(done=done, close=done.append, owes_hello=known.pop("owes_hello", False)))
    cast(Any, session).born = known.pop("born", 0.0)
    cast(Any, session).outbox = SimpleNamespace(full_since=known.pop("full_since", 0.0))
    cast(Any, session).connection = SimpleNamespace(
        heard=known.pop("heard", 1000.0), ping=lambda: done.append("ping")
    )
    return session


@pytest.mark.parametrize(
    ("known", "done"),
    [
        ({}, []),
        ({"heard": 980.0}, []),
        ({"heard": 979.9}, ["ping"]),
        ({"heard": 955.0}, ["ping"]),
        ({"heard": 954.9}, ["silent"]),
        # Who owes a hello is not asked for anything else before its time is up.
        ({"owes_hello": True, "born": 990.0}, []),
        ({"owes_hello": True, "born": 989.9}, ["no_hello"]),
        ({"owes_hello": True, "born": 989.9, "heard": 900.0}, ["no_hello"]),
        ({"owes_hello": False, "born": 1.0}, []),
        ({"full_since": 970.0}, []),
        ({"full_since": 969.9}, ["too_slow"]),
        ({"full_since": 969.9, "heard": 900.0, "owes_hello": True}, ["too_slow"]),
        ({"full_since": 970.0, "owes_hello": True, "born": 989.9}, ["no_hello"]),
        # Nothing is read from who does not read, so they cannot give a sign of life.
        ({"full_since": 970.0, "heard": 900.0}, []),
    ],
)
async def test_each_connection_is_looked_after(known: dict[str, Any], done: list[str]) -> None:
    node, _, calls = made(limits=Limits(hello_time=10, stuck_time=30), clock=lambda: 1000.0)
    session, gate = member(**known), SimpleNamespace(seen=[])
    after = member(heard=979.0)
    gate.look_after = gate.seen.append
    node.sessions = cast(Any, {session: None, after: None})
    node.capacity.gates = cast(Any, {1: gate}.values())
    node.sweep()
    node.draining = True
    assert (session.done, after.done, gate.seen) == (done, ["ping"], [1000.0])
    assert calls == [("rooms", "sweep", 1000.0, False)]
    node.sweep()
    assert calls[1:] == [("rooms", "sweep", 1000.0, True)]


async def test_chat_is_counted_by_the_minute_and_all_else_as_the_limits_say() -> None:
    node, _, _ = made(
        limits=Limits(chat_rate=30, chat_burst=2, address_rate=50, address_burst=200, address_connections=9)
    )
    assert [node.chat_rates.take("ann", 0.0) for _ in range(3)] == [0.0, 0.0, 2.0]
    shares = node.address_shares
    assert (1 / shares.per_frame, shares.slack) == (50, 4.0)
    node.capacity.most = 1000
    assert [node.capacity.enter(cast(Any, number), "a", 1).name for number in range(10)] == [
        *["FREE"] * 9,
        "TOO_MANY",
    ]


async def test_what_nobody_wished_for() -> None:
    store = MemoryStore()
    plain = Node(cast(Any, store))
    assert 100 <= plain.drain_hint() <= 300
    assert plain._rooms._idle_room == 60.0
    assert plain._rooms._resume_span == Limits().resume_span
    assert plain.word_filter("word") == "word"
    wished = Node(cast(Any, store), rng=random.Random(5), idle_room=7.0, limits=Limits(resume_span=3))
    assert wished.drain_hint() == int(random.Random(5).uniform(0.1, 0.3) * 1000)
    assert (wished._rooms._idle_room, wished._rooms._resume_span) == (7.0, 3)
    time = [5.0]
    moved = Node(cast(Any, store), clock=lambda: time[0])
    time[0] = 8.0
    assert (moved.clock(), moved._rooms.clock()) == (8.0, 8.0)
    moved.clock = lambda: 9.0
    assert moved._rooms.clock() == 9.0


def test_who_is_closed_first_when_a_node_leaves_is_left_to_chance() -> None:
    async def main() -> None:
        node, _, _ = made(rng=random.Random(1))
        node._rooms = cast(Any, SimpleNamespace(open={}))
        closed: list[int] = []
        sessions = [
            Hashed(
                SimpleNamespace(send=lambda message: None, close=lambda name, number=number: closed.append(number))
            )
            for number in range(50)
        ]
        node.sessions = cast(Any, dict.fromkeys(sessions))
        await node.drain(1.0)
        assert sorted(closed) == list(range(50))
        assert closed != sorted(closed)

    run(main())
