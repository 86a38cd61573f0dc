"""How a load opens its connections: few at a time, again after a close; and how late it is. Time is virtual."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import AsyncIterator
from typing import Any, Literal

import pytest
from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosedError, InvalidStatus
from websockets.frames import Close
from websockets.http11 import Response
from websockets.typing import Subprotocol

from bocage.protocol.codec import MSGPACK
from bocage.protocol.messages import Welcome
from bocage.sdk import connect
from bocage_tools.load.gate import Gate
from bocage_tools.load.lag import LOOK, Lag
from tests.virtual_time import VirtualLoop, run

ADDRESS, SUBPROTOCOL = "ws://h/ws", Subprotocol(MSGPACK.name)


class Wire:
    """A connection whose service greets some seconds after it was opened, or closes it then."""

    subprotocol = SUBPROTOCOL

    def __init__(self, close: int, seconds: float) -> None:
        self.transport = self
        self._seconds = seconds
        self._close = close
        self._told = False
        self.sent: list[tuple[bytes, bool | None]] = []

    async def send(self, message: bytes, *, text: bool | None = None) -> None:
        self.sent.append((message, text))

    async def recv(self, decode: Literal[False]) -> bytes:
        await asyncio.sleep(self._seconds)
        if self._close:
            raise ConnectionClosedError(Close(self._close, ""), None)
        if self._told:
            await asyncio.Event().wait()
        self._told = True
        return bytes(MSGPACK.encode(Welcome("1", 0, "", "")))


class Service:
    """Opens connections. ``closes``: close codes of the next ones; above 5000: a status of HTTP."""

    def __init__(self, *closes: int, seconds: float = 1.0) -> None:
        self.seconds = seconds
        self._closes = list(closes)
        self.opened: list[float] = []
        self.open = 0

    @contextlib.asynccontextmanager
    async def connect(self, address: str, subprotocol: Subprotocol) -> AsyncIterator[Any]:
        assert (address, subprotocol) == (ADDRESS, SUBPROTOCOL)
        self.opened.append(asyncio.get_running_loop().time() - 1000)
        close = self._closes.pop(0) if self._closes else 0
        if close > 5000:
            raise InvalidStatus(Response(close - 5000, "", Headers()))
        self.open += 1
        try:
            yield Wire(close, self.seconds)
        finally:
            self.open -= 1


async def once(gate: Gate) -> None:
    """A connection that is left when it was greeted."""
    async with gate.connect(ADDRESS, SUBPROTOCOL) as socket:
        await socket.recv(False)


def test_frames_and_the_transport_are_the_connections_own() -> None:
    async def opening() -> None:
        wire = Wire(0, 0.0)

        @contextlib.asynccontextmanager
        async def opened(address: str, subprotocol: Subprotocol) -> AsyncIterator[Any]:
            yield wire

        async with Gate(opened).connect(ADDRESS, SUBPROTOCOL) as socket:
            for text in (True, False, None):
                await socket.send(b"hello", text=text)
            line: Any = socket
            assert (line.transport, line.subprotocol) == (wire, SUBPROTOCOL)
        assert wire.sent == [(b"hello", True), (b"hello", False), (b"hello", None)]

    run(opening())


def test_only_opening_connections_count() -> None:
    service = Service()
    gate = Gate(service.connect, 2, 2)

    async def stay() -> None:
        async with gate.connect(ADDRESS, SUBPROTOCOL) as socket:
            await socket.recv(False)
            await asyncio.sleep(100)

    async def opening() -> None:
        tasks = [asyncio.create_task(stay()) for _ in range(7)]
        await asyncio.sleep(50)
        assert service.open == 7
        await asyncio.gather(*tasks)

    run(opening())
    # Two at a time, each of which takes a second.
    assert service.opened == [0, 0, 1, 1, 2, 2, 3]
    assert gate.waited == service.opened
    assert gate.closed == {}


@pytest.mark.parametrize(
    ("seconds", "opened"),
    [
        # As long as all are greeted at once, each makes room for one more; up to the most.
        (1.0, [0, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4]),
        (3.0, [0, 3, 6, 9]),
        (5.0, [0, 5, 10, 15]),
    ],
)
def test_more_are_opened_at_a_time_while_that_is_quick(seconds: float, opened: list[int]) -> None:
    service = Service(seconds=seconds)
    gate = Gate(service.connect, 1, 4)

    async def opening() -> None:
        await asyncio.gather(*(once(gate) for _ in opened))

    run(opening())
    assert service.opened == opened


def test_fewer_are_opened_at_a_time_when_that_is_slow() -> None:
    service = Service()
    gate = Gate(service.connect, 1, 4)

    async def opening() -> None:
        await asyncio.gather(*(once(gate) for _ in range(7)))
        # Four at a time by now; each that is slow takes a place away, but the last.
        service.opened.clear()
        service.seconds = 5.0
        await asyncio.gather(*(once(gate) for _ in range(7)))

    run(opening())
    assert service.opened == [3, 3, 3, 3, 8, 13, 18]


def test_middling_wait_changes_no_rate() -> None:
    async def opening(seconds: float) -> list[float]:
        service = Service()
        gate = Gate(service.connect, 1, 2)
        await asyncio.gather(*(once(gate) for _ in range(3)))
        service.opened.clear()
        service.seconds = seconds
        await asyncio.gather(*(once(gate) for _ in range(6)))
        return [at - service.opened[0] for at in service.opened]

    assert run(opening(4.0)) == [0, 0, 4, 4, 8, 8]
    assert run(opening(4.5)) == [0, 0, 4.5, 9, 13.5, 18]
    service = Service(seconds=2.0)
    gate = Gate(service.connect, 1, 2)

    async def twice() -> None:
        await asyncio.gather(*(once(gate) for _ in range(3)))

    run(twice())
    assert service.opened == [0, 2, 4]


def test_a_place_is_free_again_when_nobody_was_greeted() -> None:
    service = Service(4001, 4006, 5503, 4999)
    gate = Gate(service.connect, 1, 1)

    async def opening() -> list[BaseException | None]:
        cut = asyncio.create_task(once(gate))
        done = await asyncio.gather(*(once(gate) for _ in range(5)), return_exceptions=True)
        await asyncio.gather(cut, return_exceptions=True)
        return done

    errors = run(opening())
    assert [type(error) for error in errors] == [
        *(ConnectionClosedError, InvalidStatus, ConnectionClosedError, type(None), type(None)),
    ]
    assert service.opened == [0, 1, 2, 2, 3, 4]
    assert gate.closed == {"no_hello": 1, "too_many_sockets": 1, "HTTP 503": 1, "4999": 1}


def test_slow_hello_reconnects() -> None:
    service = Service(4001, 4001)
    gate = Gate(service.connect, 1)

    async def coming() -> list[float]:
        told: list[str] = []

        def status(now: str, _: float) -> None:
            told.append(now)

        async with connect("http://h", patience=60.0, on_status=status, connect=gate.connect):
            assert told == ["lost", "lost", "connected"]
        return service.opened

    assert len(run(coming())) == 3
    assert gate.closed == {"no_hello": 2}


def test_how_late_the_load_is_shows() -> None:
    async def looking() -> list[float]:
        lag, loop = Lag(), asyncio.get_running_loop()
        assert isinstance(loop, VirtualLoop)
        task = asyncio.create_task(lag.look())
        await asyncio.sleep(3.5 * LOOK)
        # Something takes 0.25 s, and nothing else is done meanwhile.
        loop.now += 0.25
        await asyncio.sleep(2 * LOOK)
        task.cancel()
        assert lag.used() >= 0.0
        return lag.late

    assert run(looking()) == pytest.approx([0, 0, 0, 0.2, 0])
