"""Websockets between clients and nodes, without the websocket: whole frames, in order, both ways.

The node's end stands where ``WebSocketConnection`` stands, the client's end where a ``websockets`` connection does.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from types import TracebackType
from typing import Any, Literal, Protocol, cast

from websockets.exceptions import ConnectionClosed
from websockets.frames import Close
from websockets.typing import Subprotocol

from bocage.live.node import Node
from bocage.live.outbox import Outbox
from bocage.live.session import Session
from bocage.protocol.codec import CODECS, Codec
from bocage.protocol.codes import CLOSE
from tests.simulate.loop import Loop
from tests.simulate.network import Way

#: A reader that takes up so many bytes less than it was sent is too slow; when half is taken, there is room again.
ROOM = 600
GONE = 1006


class Listener(Protocol):
    """Who looks at all that leaves a node."""

    def came(self, payload: bytes) -> None:
        """A frame of the client reached the node."""

    def left(self, payload: bytes) -> None:
        """A frame leaves the node."""


class NodeSocket:
    """The node's end: what a session writes to, and its transport."""

    def __init__(self, loop: Loop, codec: Codec, client: ClientSocket, listener: Listener) -> None:
        self.codec = codec
        self.heard = loop.time()
        self.address = "192.0.2.7"
        self.client = client
        self.closing = False
        self._loop = loop
        self._listener = listener
        self._waits = 0
        self._unread: deque[bytes] = deque()
        self.way = Way(loop.scheduler, self._taken)
        self.outbox: Outbox
        self.session: Session | None = None

    def enter(self, node: Node) -> None:
        """The node takes the connection in."""
        if not self.closing:
            self.outbox = Outbox(cast(Any, self), node.write_batch)
            self.session = node.enter(self, self.codec)

    # The transport -------------------------------------------------------------------------------

    def write(self, data: bytes) -> None:
        """Frames go out."""
        for payload in frames_of(data):
            self._listener.left(payload)
            self._waits += len(payload)
            self.way.send(payload)
        if self._waits > ROOM and not self.outbox.full_since:
            self.outbox.full(self._loop.time())

    def get_write_buffer_size(self) -> int:
        return self._waits

    def is_closing(self) -> bool:
        return self.closing

    def _taken(self, payload: bytes | Close) -> None:
        if isinstance(payload, Close):
            self.client.end(payload)
            return
        self._waits -= len(payload)
        self.client.take(payload)
        if self._waits < ROOM / 2 and self.outbox.full_since and not self.closing:
            self._loop.post(self._drained)

    def _drained(self) -> None:
        if not self.closing and self.outbox.full_since:
            assert self.session is not None
            self.session.drained()
            while self._unread and not self.outbox.full_since:
                self.receive(self._unread.popleft())

    # The connection as a session sees it ---------------------------------------------------------

    def close(self, name: str, reason: str = "") -> None:
        """Say goodbye with a close code."""
        if not self.closing:
            code = CLOSE[name]
            self.outbox.flush()
            self.way.send(Close(code.number, reason))
            self.lost()

    def ping(self) -> None:
        """The other end is alive, or it is not: it answers by itself."""
        self.client.way.send(b"")

    def counts_for(self, program: str) -> None:
        """Nobody counts frames here."""

    # What comes in -------------------------------------------------------------------------------

    def receive(self, payload: bytes) -> None:
        """A frame came, in a turn of the node."""
        if self.closing or self.session is None:
            return
        self.heard = self._loop.time()
        if not payload:
            return
        if self.outbox.full_since:
            self._unread.append(payload)
        else:
            self._listener.came(payload)
            self.session.receive(payload)

    def lost(self) -> None:
        """The connection is gone."""
        if not self.closing:
            self.closing = True
            if self.session is not None:
                self.session.left()

    def kill(self) -> None:
        """The process is gone; the client hears of it."""
        if not self.closing:
            self.closing = True
            self.way.send(Close(GONE, ""))

    def cut(self) -> None:
        """The connection breaks; both ends hear of it."""
        if not self.closing:
            self.way.send(Close(GONE, ""))
            self._loop.post(self.lost)


class ClientSocket:
    """The client's end."""

    def __init__(self, loop: Loop, subprotocol: Subprotocol) -> None:
        self.subprotocol: Subprotocol | None = subprotocol
        self.loop = loop
        self.node: NodeSocket | None = None
        self.node_loop: Loop | None = None
        self.way = Way(loop.scheduler, self._arrive)
        self._frames: deque[bytes] = deque()
        self._waiting: asyncio.Future[None] | None = None
        self._closed: Close | None = None

    async def send(self, message: bytes, *, text: bool | None = None) -> None:
        """Send one frame."""
        if self._closed is not None:
            raise ConnectionClosed(self._closed, None)
        self.way.send(message)

    async def recv(self, decode: Literal[False]) -> bytes:
        """The next frame."""
        while not self._frames:
            if self._closed is not None:
                raise ConnectionClosed(self._closed, None)
            self._waiting = self.loop.create_future()
            await self._waiting
        return self._frames.popleft()

    # What the network does -------------------------------------------------------------------------

    def _arrive(self, payload: bytes | None) -> None:
        if self.node is not None and self.node_loop is not None:
            if payload is None:
                self.node_loop.post(self.node.lost)
            else:
                self.node_loop.post(self.node.receive, payload)

    def take(self, payload: bytes) -> None:
        """A frame came."""
        if self._closed is None:
            self.loop.post(self._taken, payload)

    def _taken(self, payload: bytes) -> None:
        if self._closed is None:
            self._frames.append(payload)
            self._some()

    def end(self, close: Close) -> None:
        """The connection ended."""
        self.loop.post(self._end, close)

    def _end(self, close: Close) -> None:
        if self._closed is None:
            self._closed = close
            self.way.send(None)
            self._some()

    def _some(self) -> None:
        if self._waiting is not None and not self._waiting.done():
            self._waiting.set_result(None)

    def leave(self) -> None:
        """The client closes it."""
        self._end(Close(1000, ""))


class Opening:
    """``async with`` it: a connection to a node. ``reach`` makes the node's end; raises ``OSError``."""

    def __init__(
        self, loop: Loop, subprotocol: Subprotocol, reach: Callable[[ClientSocket], NodeSocket], takes: float
    ) -> None:
        self._socket = ClientSocket(loop, subprotocol)
        self._reach = reach
        self._takes = takes

    async def __aenter__(self) -> ClientSocket:
        await asyncio.sleep(self._takes)
        self._reach(self._socket)
        return self._socket

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._socket.leave()


def codec_of(subprotocol: Subprotocol) -> Codec:
    """What a subprotocol names."""
    return CODECS[subprotocol]


def frames_of(data: bytes) -> list[bytes]:
    """The payloads of whole unmasked frames."""
    found: list[bytes] = []
    position = 0
    while position < len(data):
        size, start = data[position + 1], position + 2
        if size == 126:
            size, start = int.from_bytes(data[start : start + 2], "big"), start + 2
        elif size == 127:
            size, start = int.from_bytes(data[start : start + 8], "big"), start + 8
        found.append(data[start : start + size])
        position = start + size
    return found


__all__ = ["ClientSocket", "NodeSocket", "Opening", "codec_of", "frames_of"]
