"""A service at the other end of the SDK's link, without a network: what happens at each try is a list."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterable
from types import TracebackType
from typing import Any, TypeAlias

from websockets.datastructures import Headers
from websockets.exceptions import ConnectionClosedError, ConnectionClosedOK, InvalidStatus
from websockets.frames import Close
from websockets.http11 import Response

from bocage.protocol import messages as m
from bocage.protocol.codec import MSGPACK
from bocage.sdk.backoff import Backoff
from bocage.sdk.link import PULSE, Link

WELCOME = m.Welcome(version="fake", time=0, player="p", name="Ada")
SILENCE = object()
DEAD = object()

#: A message, raw bytes, a close code (0: cut off), or seconds of silence; :data:`SILENCE` for ever, in which the
#: link's own pings are answered, or :data:`DEAD`, when they are not.
Step: TypeAlias = m.Message | bytes | int | float | object
#: How a try to connect ends: by an error, or in a connection on which these things happen.
Attempt: TypeAlias = Exception | list[Step]


def http_status(number: int) -> InvalidStatus:
    """The error for an answer that is no websocket."""
    return InvalidStatus(Response(number, "", Headers()))


class Longest(random.Random):
    """Always the longest wait that could be drawn."""

    def uniform(self, a: float, b: float) -> float:
        return b


class FakeSocket:
    """One connection: plays its steps, notes what is sent and when."""

    def __init__(self, wire: FakeWire, steps: list[Step]) -> None:
        self.subprotocol = wire.subprotocol or MSGPACK.name
        self._wire = wire
        self._steps = list(steps)
        #: A ping of the link's own, by which it finds out whether the line is alive, was answered.
        self._alive = asyncio.Event()

    async def send(self, data: bytes, text: bool) -> None:
        assert text is MSGPACK.text
        message = MSGPACK.decode_client(data)
        if message == m.Ping(PULSE):
            self._wire.pulses.append(self._wire.time())
            self._alive.set()
        else:
            self._wire.sent.append((self._wire.time(), len(self._wire.tries), message))

    async def _pong(self) -> bytes:
        await self._alive.wait()
        self._alive.clear()
        return MSGPACK.encode(m.Pong(id=PULSE, time=0))

    async def recv(self, decode: bool) -> bytes:
        while True:
            # At the end the line stays silent.
            step = self._steps.pop(0) if self._steps else SILENCE
            match step:
                case float():
                    end = asyncio.get_running_loop().time() + step
                    try:
                        async with asyncio.timeout_at(end):
                            pong = await self._pong()
                    except TimeoutError:
                        continue
                    self._steps.insert(0, end - asyncio.get_running_loop().time())
                    return pong
                case int():
                    if not step:
                        raise ConnectionClosedError(None, None)
                    raise ConnectionClosedOK(Close(step, "because"), Close(step, ""), True)
                case bytes():
                    return step
                case m.Message():
                    return MSGPACK.encode(step)
                case _ if step is DEAD:
                    await asyncio.Event().wait()
                case _:
                    return await self._pong()


class FakeWire:
    """Stands for ``websockets.connect``, and for the handler of a link.

    ``tries``: when each try to connect was made; ``sent``: when, on which connection, what; ``lost``: each wait.
    """

    def __init__(self, attempts: Iterable[Attempt], subprotocol: str = "") -> None:
        self.attempts = list(attempts)
        self.subprotocol = subprotocol
        self.tries: list[float] = []
        self.sent: list[tuple[float, int, Any]] = []
        self.lost_waits: list[float] = []
        self.welcomes: list[float] = []
        self.got: list[m.ServerMessage] = []
        self.options: list[Any] = []
        self.on_open: list[m.ClientMessage] = []
        #: When the link asked whether the line is alive.
        self.pulses: list[float] = []
        #: Whether a request waits for its answer.
        self.owes = False
        self.link = Link("ws://x/ws", m.Hello(token="t"), self, backoff=Backoff(Longest()))
        self._start = 0.0

    def time(self) -> float:
        return round(asyncio.get_running_loop().time() - self._start, 6)

    async def run(self) -> None:
        """Serve the link until a try is made for which nothing is written down."""
        self._start = asyncio.get_running_loop().time()
        try:
            await self.link.run()
        except asyncio.CancelledError:
            if self.attempts:
                raise

    # In place of websockets.connect -----------------------------------------------------------

    def connect(self, address: str, **options: Any) -> FakeWire:
        self.options.append((address, options))
        return self

    async def __aenter__(self) -> FakeSocket:
        if not self.attempts:
            raise asyncio.CancelledError
        self.tries.append(self.time())
        attempt = self.attempts.pop(0)
        if isinstance(attempt, Exception):
            raise attempt
        return FakeSocket(self, attempt)

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """The connection is closed."""

    # The handler ------------------------------------------------------------------------------

    def opened(self, welcome: m.Welcome) -> None:
        self.welcomes.append(self.time())
        for message in self.on_open:
            self.link.send(message)

    def received(self, message: m.ServerMessage) -> None:
        self.got.append(message)

    def owed(self) -> bool:
        return self.owes

    def lost(self, wait: float) -> None:
        self.lost_waits.append(round(wait, 6))
