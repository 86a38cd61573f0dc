"""Connection faults: cut, cut before an answer, half open, slow. They work against any deployment."""

from __future__ import annotations

import asyncio
import contextlib
import random
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from typing import Literal, Protocol, TypeAlias, cast, get_args

from websockets.typing import Subprotocol

from bocage.sdk.link import Connect, Socket, open_socket

Kind: TypeAlias = Literal["cut", "cut before an answer", "half open", "slow"]
KINDS: tuple[Kind, ...] = get_args(Kind)

#: Range of seconds that a connection is half open or slow, or waits for the next frame to be sent.
LASTS = (2.0, 10.0)
#: Range of seconds by which the frames of a slow connection are delayed.
LATE = (0.2, 1.0)


class Transport(Protocol):
    """The part of asyncio's transports used here."""

    def abort(self) -> None:
        """Break the connection at once."""

    def pause_reading(self) -> None:
        """Stop reading from the network."""


class OpenSocket(Socket, Protocol):
    """A websocket of the library, with its transport."""

    @property
    def transport(self) -> Transport:
        """The transport below."""


class Line:
    """A connection with injected faults, as its client sees it."""

    def __init__(self, socket: OpenSocket) -> None:
        self._socket = socket
        #: Delay of every frame in seconds.
        self.late = 0.0
        #: Nothing that is sent arrives.
        self.mute = False
        #: The connection breaks after the next frame sent.
        self.last = False
        self.broken = asyncio.Event()

    @property
    def subprotocol(self) -> Subprotocol | None:
        """The subprotocol agreed with the service."""
        return self._socket.subprotocol

    async def send(self, message: bytes, *, text: bool | None = None) -> None:
        if self.late:
            await asyncio.sleep(self.late)
        if self.mute:
            return
        await self._socket.send(message, text=text)
        if self.last:
            self.cut()

    async def recv(self, decode: Literal[False]) -> bytes:
        frame = await self._socket.recv(decode=decode)
        while self.mute:
            frame = await self._socket.recv(decode=decode)
        if self.late:
            await asyncio.sleep(self.late)
        return frame

    def cut(self) -> None:
        """Break the connection without a close frame."""
        self.broken.set()
        self._socket.transport.abort()

    def fall_silent(self) -> None:
        """Stop all traffic without telling either side."""
        self.mute = True
        self._socket.transport.pause_reading()


class Lines:
    """Opens connections and injects faults into each."""

    def __init__(self, rng: random.Random, every: float, opened: Connect = open_socket) -> None:
        """``every``: mean seconds between two faults of a connection. ``opened``: opens the connections."""
        self.happened: Counter[Kind] = Counter()
        #: Set when every kind of fault has happened.
        self.all_kinds = asyncio.Event()
        self._rng = rng
        self._every = every
        self._opened = opened
        self._kinds = self._order()
        self._quiet = False

    def calm(self) -> None:
        """Inject no more faults."""
        self._quiet = True

    @contextlib.asynccontextmanager
    async def connect(self, address: str, subprotocol: Subprotocol) -> AsyncIterator[Socket]:
        """Open a connection; for ``Client(connect=…)``."""
        async with self._opened(address, subprotocol) as socket:
            line = Line(cast(OpenSocket, socket))
            trouble = asyncio.create_task(self._befall(line))
            try:
                yield line
            finally:
                trouble.cancel()

    def _order(self) -> Iterator[Kind]:
        while True:
            kinds = list(KINDS)
            self._rng.shuffle(kinds)
            yield from kinds

    async def _befall(self, line: Line) -> None:
        while not line.broken.is_set():
            await asyncio.sleep(self._rng.expovariate(1 / self._every))
            if self._quiet:
                return
            kind = next(self._kinds)
            self.happened[kind] += 1
            if len(self.happened) == len(KINDS):
                self.all_kinds.set()
            lasts = self._rng.uniform(*LASTS)
            match kind:
                case "cut":
                    line.cut()
                case "cut before an answer":
                    line.last = True
                    with contextlib.suppress(TimeoutError):
                        await asyncio.wait_for(line.broken.wait(), lasts)
                    line.cut()
                case "half open":
                    line.fall_silent()
                    await asyncio.sleep(lasts)
                    line.cut()
                case "slow":
                    line.late = self._rng.uniform(*LATE)
                    await asyncio.sleep(lasts)
                    line.late = 0.0
