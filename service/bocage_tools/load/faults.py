"""Connections that go wrong: cut, cut before an answer comes, half open, slow. They work against any deployment."""

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
#: All of them.
KINDS: tuple[Kind, ...] = get_args(Kind)

#: For how many seconds a connection is half open or slow, or waits for something to be sent.
LASTS = (2.0, 10.0)
#: Seconds by which each frame of a slow connection is late.
LATE = (0.2, 1.0)


class Transport(Protocol):
    """The part of asyncio's transports that is used here."""

    def abort(self) -> None:
        """Break the connection without a word."""

    def pause_reading(self) -> None:
        """Take nothing more from the network."""


class OpenSocket(Socket, Protocol):
    """A connection as the library makes it."""

    @property
    def transport(self) -> Transport:
        """What it runs over."""


class Line:
    """A connection as its client sees it, good or bad."""

    def __init__(self, socket: OpenSocket) -> None:
        self._socket = socket
        #: Seconds by which every frame is late.
        self.late = 0.0
        #: What is sent does not arrive.
        self.mute = False
        #: The connection breaks when the next frame was sent.
        self.last = False
        self.broken = asyncio.Event()

    @property
    def subprotocol(self) -> Subprotocol | None:
        """What the service agreed to speak."""
        return self._socket.subprotocol

    async def send(self, message: bytes, *, text: bool | None = None) -> None:
        """Send one frame."""
        if self.late:
            await asyncio.sleep(self.late)
        if self.mute:
            return
        await self._socket.send(message, text=text)
        if self.last:
            self.cut()

    async def recv(self, decode: Literal[False]) -> bytes:
        """The next frame."""
        frame = await self._socket.recv(decode=decode)
        while self.mute:
            frame = await self._socket.recv(decode=decode)
        if self.late:
            await asyncio.sleep(self.late)
        return frame

    def cut(self) -> None:
        """Break it, both ways, without a word."""
        self.broken.set()
        self._socket.transport.abort()

    def fall_silent(self) -> None:
        """From now on nothing passes, and neither side is told."""
        self.mute = True
        self._socket.transport.pause_reading()


class Lines:
    """Opens connections; again and again something happens to each."""

    def __init__(self, rng: random.Random, every: float, opened: Connect = open_socket) -> None:
        """``every``: seconds until something happens to a connection, on average. ``opened``: what opens them."""
        self.happened: Counter[Kind] = Counter()
        #: Every kind has happened.
        self.all_kinds = asyncio.Event()
        self._rng = rng
        self._every = every
        self._opened = opened
        self._kinds = self._order()
        self._quiet = False

    def calm(self) -> None:
        """From now on nothing more happens."""
        self._quiet = True

    @contextlib.asynccontextmanager
    async def connect(self, address: str, subprotocol: Subprotocol) -> AsyncIterator[Socket]:
        """A connection, for ``Client(connect=…)``."""
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
