"""Limits how many connections are being opened at once, so that all send ``hello`` in time."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import AsyncIterator
from typing import Literal, cast

from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Subprotocol

from bocage.protocol.codes import CLOSE_NUMBER
from bocage.sdk.link import Connect, open_socket
from bocage_tools.load.faults import OpenSocket, Transport

#: Initial number of connections being opened at once, per process. Also the limit of concurrent requests.
AT_ONCE = 20
#: Maximum number of connections being opened at once.
MOST = 200
#: A connection welcomed within this many seconds raises the number by one.
QUICK = 2.0
#: A connection welcomed after more seconds than this lowers it by one. The service's limit ``hello_time`` is 10 s.
SLOW = 4.0


class Gate:
    """Opens a few connections at a time. A connection counts as open when its first frame, ``welcome``, has
    come.
    """

    def __init__(self, opened: Connect = open_socket, least: int = AT_ONCE, most: int = MOST) -> None:
        """``opened``: opens the connections. ``least``, ``most``: how many at a time."""
        #: Name of a close code, or ``HTTP`` with a status → how many connections ended with it.
        self.closed: Counter[str] = Counter()
        #: Seconds that each connection waited for its turn. Readers clear it.
        self.waited: list[float] = []
        self._opened = opened
        self._places = _Places(least, most)

    @contextlib.asynccontextmanager
    async def connect(self, address: str, subprotocol: Subprotocol) -> AsyncIterator[OpenSocket]:
        """Open a connection; for ``Client(connect=…)``."""
        loop = asyncio.get_running_loop()
        begin = loop.time()
        await self._places.free.acquire()
        self.waited.append(loop.time() - begin)
        place = _Place(self._places, loop.time())
        try:
            async with self._opened(address, subprotocol) as socket:
                yield _Passing(cast(OpenSocket, socket), place, self.closed)
        except InvalidStatus as error:
            self.closed[f"HTTP {error.response.status_code}"] += 1
            raise
        finally:
            place.leave()


class _Places:
    """A semaphore whose size adapts to how fast the service answers."""

    def __init__(self, least: int, most: int) -> None:
        self.free = asyncio.Semaphore(least)
        self._count = self._least = least
        self._most = most

    def left(self, seconds: float) -> None:
        """Release a place that was held for ``seconds``."""
        if seconds > SLOW and self._count > self._least:
            self._count -= 1
            return
        if seconds < QUICK and self._count < self._most:
            self._count += 1
            self.free.release()
        self.free.release()


class _Place:
    """A place at the gate, released at most once."""

    def __init__(self, places: _Places, now: float) -> None:
        self._places = places
        self._taken_at = now
        self._left = False

    def leave(self) -> None:
        if not self._left:
            self._left = True
            self._places.left(asyncio.get_running_loop().time() - self._taken_at)


class _Passing:
    """A connection that releases its place at the first frame and notes why it was closed."""

    def __init__(self, socket: OpenSocket, place: _Place, closed: Counter[str]) -> None:
        self._socket = socket
        self._place = place
        self._closed = closed

    @property
    def subprotocol(self) -> Subprotocol | None:
        return self._socket.subprotocol

    @property
    def transport(self) -> Transport:
        return self._socket.transport

    async def send(self, message: bytes, *, text: bool | None = None) -> None:
        await self._socket.send(message, text=text)

    async def recv(self, decode: Literal[False]) -> bytes:
        try:
            frame = await self._socket.recv(decode=decode)
        except ConnectionClosed as error:
            if error.rcvd is not None:
                known = CLOSE_NUMBER.get(error.rcvd.code)
                self._closed[known.name if known else str(error.rcvd.code)] += 1
            raise
        self._place.leave()
        return frame
