"""How a node leaves, and what it leaves alone: in virtual time, without any storage."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Coroutine
from types import SimpleNamespace
from typing import Any, cast

import pytest

from protocol import messages as m
from protocol.codec import MSGPACK
from service.limits import Limits
from service.node import without_rules
from service.node.node import Node
from service.node.without_rules import LEFT_ALONE, MatchesWithoutRules
from service.sockets.connection import WebSocketConnection
from service.sockets.outbox import Outbox
from tests.virtual_time import run


class Longest(random.Random):
    """Always the longest wait that could be drawn."""

    def uniform(self, a: float, b: float) -> float:
        return b


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
    """Notes when it is closed."""

    address = "192.0.2.1"
    heard = 0.0

    def __init__(self, node: Node) -> None:
        self.line = Line()
        self.outbox = Outbox(self.line, node.write_batch, lambda match: None)
        self.closed: list[tuple[str, float]] = []

    def close(self, name: str, reason: str = "") -> None:
        self.closed.append((name, round(asyncio.get_running_loop().time() - 1000, 3)))

    def ping(self) -> None:
        raise AssertionError("nobody is asked here")


def left(people: int, seconds: float) -> tuple[list[float], set[int], float]:
    """When each connection was closed, what each was told to wait (ms), and how long all of it took."""

    async def main() -> tuple[list[float], set[int], float]:
        store = cast(Any, SimpleNamespace(node="here", now=lambda: 1, available=True))
        node = Node(store, limits=Limits(address_sockets=10_000), version="test", rng=Longest(7))
        connections = [Connection(node) for _ in range(people)]
        sessions = [node.enter(cast(WebSocketConnection, one), MSGPACK) for one in connections]
        for session in sessions:
            assert session is not None
            session.receive(MSGPACK.encode(m.Hello()))
        await asyncio.sleep(0)
        for one in connections:
            one.line.sent = b""
        await node.drain(seconds)
        took = asyncio.get_running_loop().time() - 1000
        assert node.draining
        assert all([name for name, _ in one.closed] == ["going_away"] for one in connections)
        told = [MSGPACK.decode_server(one.line.sent[2:]) for one in connections if one.line.sent]
        hints = {message.retry for message in told if isinstance(message, m.Draining)}
        return sorted(at for one in connections for _, at in one.closed), hints, round(took, 3)

    return run(main())


def test_a_few_leave_at_once() -> None:
    assert left(0, 5.0) == ([], set(), 0.0)
    times, _, took = left(19, 5.0)
    assert (times, took) == ([0.0] * 19, 0.0)


@pytest.mark.parametrize(("seconds", "spread"), [(5.0, 2.0), (1.0, 1.0)])
def test_many_leave_twenty_at_a_time_and_come_back_as_far_apart(seconds: float, spread: float) -> None:
    times, hints, took = left(400, seconds)
    step = spread / 20
    assert times == pytest.approx([step * (number // 20) for number in range(400)], abs=0.002)
    assert took == pytest.approx(spread)
    assert hints == {int((0.3 + spread) * 1000)}


class Rules:
    """Matches without rules, at a time that a test sets."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.time = 5000.0
        self.spawned: list[Coroutine[Any, Any, None]] = []
        self.tended: list[tuple[str, bool]] = []

        async def tend(_: object, match: str, again: bool) -> None:
            self.tended.append((match, again))

        monkeypatch.setattr(without_rules.MatchesWithoutRules, "_tend", tend)
        self.matches = MatchesWithoutRules(cast(Any, None), lambda: self.time, self._spawn)

    def _spawn(self, work: Coroutine[Any, Any, None], name: str) -> None:
        assert "without its rules" in name
        run(work)


def test_a_match_without_rules_is_looked_at_now_and_then(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = Rules(monkeypatch)
    assert not rules.matches.leaves_alone("m")
    rules.matches.met("m")
    assert rules.matches.leaves_alone("m")
    assert not rules.matches.leaves_alone("other")
    rules.time += LEFT_ALONE - 1
    assert rules.matches.leaves_alone("m")
    rules.time += 1
    assert not rules.matches.leaves_alone("m")
    rules.matches.met("m")
    # Due again: it is put off this time.
    assert rules.tended == [("m", False), ("m", True)]


def test_a_match_that_was_not_due_for_long_is_new_again(monkeypatch: pytest.MonkeyPatch) -> None:
    rules = Rules(monkeypatch)
    rules.matches.met("m")
    rules.time += 10 * LEFT_ALONE
    rules.matches.met("other")
    rules.matches.met("m")
    rules.time += 12 * LEFT_ALONE
    rules.matches.met("other")
    rules.matches.met("m")
    assert rules.tended == [("m", False), ("other", False), ("m", True), ("other", True), ("m", False)]
