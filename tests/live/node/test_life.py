"""What a node listens to, closes and looks after: without any store or socket."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
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


def made(**options: Any) -> tuple[Node, MemoryStore]:
    store = MemoryStore()
    return Node(cast(Any, store), **options), store


ROW = Row("m", "squad", "open", [""], [""])


async def test_a_node_listens_from_its_start_to_its_end(monkeypatch: pytest.MonkeyPatch) -> None:
    node, store = made()
    calls: list[tuple[Any, ...]] = []
    monkeypatch.setattr(module, "all_games", lambda: calls.append(("games",)))

    async def load() -> None:
        calls.append(("lobby", "load"))

    node.lobby.load = load  # type: ignore[method-assign]
    for part, names in (
        ("rooms", ["storage_back", "name_all", "row_changed", "due", "named", "close"]),
        ("lobby", ["changed", "named", "close"]),
        ("sessions", ["named"]),
    ):
        for name in names:
            monkeypatch.setattr(
                getattr(node, part), name, lambda *said, part=part, name=name: calls.append((part, name, *said))
            )
    session = Hashed(SimpleNamespace(greeted=False, player="", sign_in="s1"))
    cast(Any, session).close = lambda name: calls.append(("session", name))
    node.sessions.all.add(cast(Any, session))

    def told() -> list[tuple[Any, ...]]:
        """Everything that the store has to say is said; who heard it."""
        calls.clear()
        store.on_down(5)
        store.on_up()
        store.on_row(ROW)
        store.on_due(["m"])
        store.on_signed_out(["s1", "s2"])
        store.player_names.on_named("ann", "Anna")
        return list(calls)

    assert told() == []
    await node.start()
    assert calls == [("games",), ("lobby", "load")]
    assert told() == [
        ("rooms", "storage_back"),
        ("rooms", "name_all"),
        ("lobby", "changed", ROW),
        ("rooms", "row_changed", ROW),
        ("rooms", "due", ["m"]),
        ("session", "signed_out"),
        ("sessions", "named", "ann", "Anna"),
        ("rooms", "named", "ann", "Anna"),
        ("lobby", "named", "ann", "Anna"),
    ]
    calls.clear()
    await turns()
    assert calls == [("lobby", "load")]
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
    assert calls == [("lobby", "close"), ("rooms", "close")]
    assert (sweeper.cancelled(), ended) == (True, ["work"])
    assert told() == []


@pytest.mark.parametrize("sign_ins", [["s2"], ["s2", "s1"], ["s3"], []])
async def test_ended_sign_in_closes_its_connections_and_no_others(sign_ins: list[str]) -> None:
    node, _ = made()
    closed = Counter[str]()
    for name in ("s1", "s2", "s2", ""):
        session = SimpleNamespace(sign_in=name)
        session.close = lambda code, name=name: closed.update([f"{name} {code}"])
        node.sessions.all.add(cast(Any, Hashed(session)))
    node.sessions.close_signed_out(iter(sign_ins))
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
    node, _ = made(limits=Limits(hello_time=10, stuck_time=30), clock=lambda: 1000.0)
    session, after = member(**known), member(heard=979.0)
    node.sessions.all = cast(Any, {session: None, after: None})
    list(node.sweep())
    assert (session.done, after.done) == (done, ["ping"])


async def test_chat_is_limited_by_the_minute_others_by_their_limits() -> None:
    node, _ = made(
        limits=Limits(chat_rate=30, chat_burst=2, address_rate=50, address_burst=200, address_connections=9)
    )
    assert [node.sessions.chat_rates.take("ann", 0.0) for _ in range(3)] == [0.0, 0.0, 2.0]
    shares = node.ingress.address_shares
    assert (1 / shares.per_frame, shares.slack) == (50, 4.0)
    node.ingress.capacity.most = 1000
    assert [node.ingress.capacity.enter(cast(Any, number), "a", 1).name for number in range(10)] == [
        *["FREE"] * 9,
        "TOO_MANY",
    ]


async def test_what_is_usual() -> None:
    store = MemoryStore()
    plain = Node(cast(Any, store))
    assert 100 <= plain.sessions.drain_hint() <= 300
    assert (plain.rooms._idle_room, plain.rooms.resume_span) == (60.0, Limits().resume_span)
    assert plain.word_filter("word") == "word"
    other = Node(cast(Any, store), rng=random.Random(5), idle_room=7.0, limits=Limits(resume_span=3))
    assert other.sessions.drain_hint() == int(random.Random(5).uniform(0.1, 0.3) * 1000)
    assert (other.rooms._idle_room, other.rooms.resume_span) == (7.0, 3)


def test_leaving_node_closes_connections_in_random_order() -> None:
    async def main() -> None:
        node, _ = made(rng=random.Random(1))
        node.rooms = cast(Any, SimpleNamespace(open={}))
        closed: list[int] = []
        sessions = [
            Hashed(
                SimpleNamespace(send=lambda message: None, close=lambda name, number=number: closed.append(number))
            )
            for number in range(50)
        ]
        node.sessions.all = cast(Any, dict.fromkeys(sessions))
        await node.sessions.drain(1.0)
        assert sorted(closed) == list(range(50))
        assert closed != sorted(closed)

    run(main())
