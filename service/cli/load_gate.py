"""Where the connections of a load begin: few at a time, so that all say hello in time."""

from __future__ import annotations

import asyncio
import contextlib
from collections import Counter
from collections.abc import AsyncIterator
from typing import Literal, cast

from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.typing import Subprotocol

from clients.sdk.link import Connect, open_socket
from protocol.codes import CLOSE_NUMBER
from service.cli.load_faults import OpenSocket, Transport

#: Connections of one process that are being opened and have not been greeted yet, at most; and requests under way.
AT_ONCE = 20


class Gate:
    """Opens connections, ``most`` at a time. One has passed when its first frame, the welcome, has come."""

    def __init__(self, opened: Connect = open_socket, most: int = AT_ONCE) -> None:
        """``opened``: what opens the connections."""
        #: Name of a close code of the service, or ``HTTP`` and a status → how often a connection ended with it.
        self.closed: Counter[str] = Counter()
        self._opened = opened
        self._places = asyncio.Semaphore(most)

    @contextlib.asynccontextmanager
    async def connect(self, address: str, subprotocol: Subprotocol) -> AsyncIterator[OpenSocket]:
        """A connection, for ``Client(connect=…)``."""
        await self._places.acquire()
        place = _Place(self._places)
        try:
            async with self._opened(address, subprotocol) as socket:
                yield _Passing(cast(OpenSocket, socket), place, self.closed)
        except InvalidStatus as error:
            self.closed[f"HTTP {error.response.status_code}"] += 1
            raise
        finally:
            place.leave()


class _Place:
    """One of the places at a gate. It is left once."""

    def __init__(self, places: asyncio.Semaphore) -> None:
        self._places: asyncio.Semaphore | None = places

    def leave(self) -> None:
        if self._places is not None:
            self._places.release()
            self._places = None


class _Passing:
    """A connection that leaves its place when it is greeted, and notes why it was closed."""

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
