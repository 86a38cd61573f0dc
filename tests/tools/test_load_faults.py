"""Faults of a load's connections in virtual time, as both sides notice them."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections.abc import AsyncIterator, Coroutine
from typing import Any, Literal

import pytest
from websockets.exceptions import ConnectionClosedError
from websockets.typing import Subprotocol

from bocage_tools.load.faults import KINDS, LASTS, LATE, Kind, Lines
from tests.virtual_time import run

MSGPACK = Subprotocol("msgpack")


class Wire:
    """A connection without network. ``came``: what is to be received, with the time."""

    subprotocol = MSGPACK

    def __init__(self) -> None:
        self.transport = self
        self.sent: list[tuple[float, bytes]] = []
        self.came: asyncio.Queue[bytes | None] = asyncio.Queue()
        self.paused = False
        self.aborted = False

    async def send(self, message: bytes, *, text: bool | None = None) -> None:
        self.sent.append((asyncio.get_running_loop().time(), message))

    async def recv(self, decode: Literal[False]) -> bytes:
        frame = None if self.aborted else await self.came.get()
        if frame is None:
            raise ConnectionClosedError(None, None)
        return frame

    def abort(self) -> None:
        self.aborted = True
        self.came.put_nowait(None)

    def pause_reading(self) -> None:
        self.paused = True


class Only(Lines):
    """Only one kind of fault happens, a second after the connection was made."""

    def __init__(self, kind: Kind) -> None:
        self.wire = Wire()
        super().__init__(random.Random(1), 1.0, self._open)
        self._kinds = iter([kind])
        self._rng.expovariate = lambda lambd: 1.0  # type: ignore[method-assign]

    @contextlib.asynccontextmanager
    async def _open(self, address: str, subprotocol: Subprotocol) -> AsyncIterator[Any]:
        assert (address, subprotocol) == ("ws://h/ws", MSGPACK)
        yield self.wire


def with_line(lines: Only, use: Any) -> Any:
    """What ``use`` gives back, called with a connection and the loop's time."""

    async def using() -> Any:
        async with lines.connect("ws://h/ws", MSGPACK) as line:
            assert line.subprotocol == MSGPACK
            found = await use(line, asyncio.get_running_loop().time)
        # Nothing befalls a connection that was left.
        await asyncio.sleep(0)
        assert asyncio.all_tasks() == {asyncio.current_task()}
        return found

    work: Coroutine[Any, Any, Any] = using()
    return run(work)


def test_a_connection_that_is_cut_breaks_for_its_client() -> None:
    lines = Only("cut")

    async def use(line: Any, now: Any) -> float:
        lines.wire.came.put_nowait(b"one")
        assert await line.recv(decode=False) == b"one"
        start: float = now()
        with pytest.raises(ConnectionClosedError):
            await line.recv(decode=False)
        return float(now()) - start

    assert with_line(lines, use) == pytest.approx(1.0)
    assert lines.happened == {"cut": 1}
    assert not lines.all_kinds.is_set()


@pytest.mark.parametrize("sends", [True, False])
def test_a_connection_is_cut_right_after_something_was_sent(sends: bool) -> None:
    lines = Only("cut before an answer")

    async def use(line: Any, now: Any) -> float:
        start: float = now()
        await asyncio.sleep(1.5)
        assert not lines.wire.aborted
        if sends:
            await line.send(b"act")
        with pytest.raises(ConnectionClosedError):
            await line.recv(decode=False)
        return float(now()) - start

    seconds = with_line(lines, use)
    # The service got it; its answer is lost. Who sends nothing is cut a little later.
    assert [message for _, message in lines.wire.sent] == ([b"act"] if sends else [])
    assert seconds == pytest.approx(1.5) if sends else 1 + LASTS[0] <= seconds <= 1 + LASTS[1]


def test_nothing_passes_a_half_open_connection_until_it_is_cut() -> None:
    lines = Only("half open")

    async def use(line: Any, now: Any) -> float:
        start: float = now()
        await asyncio.sleep(1.5)
        await line.send(b"lost")
        lines.wire.came.put_nowait(b"never seen")
        assert lines.wire.paused
        with pytest.raises(ConnectionClosedError):
            await line.recv(decode=False)
        return float(now()) - start

    assert 1 + LASTS[0] <= with_line(lines, use) <= 1 + LASTS[1]
    assert lines.wire.sent == []


def test_a_slow_connection_brings_everything_late_and_recovers() -> None:
    lines = Only("slow")

    async def use(line: Any, now: Any) -> tuple[float, float]:
        await asyncio.sleep(1.5)
        start: float = now()
        lines.wire.came.put_nowait(b"one")
        assert await line.recv(decode=False) == b"one"
        received = float(now()) - start
        await line.send(b"act")
        sent = lines.wire.sent[0][0] - start - received
        await asyncio.sleep(LASTS[1])
        start = now()
        await line.send(b"again")
        assert lines.wire.sent[1] == (start, b"again")
        return received, sent

    received, sent = with_line(lines, use)
    assert LATE[0] <= received <= LATE[1]
    assert sent == pytest.approx(received)
    assert not lines.wire.aborted


def test_fault_kinds_rotate_until_the_calm() -> None:
    wires: list[Wire] = []

    @contextlib.asynccontextmanager
    async def opened(address: str, subprotocol: Subprotocol) -> AsyncIterator[Any]:
        wires.append(Wire())
        yield wires[-1]

    async def live() -> tuple[Lines, int]:
        lines = Lines(random.Random(2), 5.0, opened)
        for _ in range(3 * len(KINDS)):
            async with lines.connect("ws://h/ws", MSGPACK):
                before = lines.happened.total()
                while lines.happened.total() == before:  # noqa: ASYNC110 - time is virtual
                    await asyncio.sleep(0.1)
                most, least = max(lines.happened.values()), min(lines.happened[kind] for kind in KINDS)
                assert most - least <= 1
        assert lines.all_kinds.is_set()
        lines.calm()
        async with lines.connect("ws://h/ws", MSGPACK):
            await asyncio.sleep(1000)
        return lines, lines.happened.total()

    _, total = run(live())
    assert total == 3 * len(KINDS)
    assert not wires[-1].aborted
    assert not wires[-1].paused


def test_seed_decides_the_order_of_faults() -> None:
    def first(seed: int) -> tuple[Kind, ...]:
        lines = Lines(random.Random(seed), 5.0)
        return tuple(next(lines._kinds) for _ in KINDS)

    orders = [first(seed) for seed in range(20)]
    assert len(set(orders)) > 5
    assert orders == [first(seed) for seed in range(20)]
    assert {frozenset(order) for order in orders} == {frozenset(KINDS)}


def test_nothing_befalls_a_connection_that_was_left() -> None:
    lines = Only("cut")

    async def use(line: Any, now: Any) -> None:
        await asyncio.sleep(0.5)

    with_line(lines, use)
    assert lines.happened == {}
    assert not lines.wire.aborted
