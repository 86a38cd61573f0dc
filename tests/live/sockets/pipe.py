"""A websocket protocol object by itself, on a transport that keeps what is written."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Collection, Sequence
from typing import Any, cast

import uvicorn
from uvicorn.server import ServerState
from websockets.frames import Close, Frame, Opcode

from bocage.limits import Limits
from bocage.live.capacity import AddressShares
from bocage.live.connection import connection_class
from bocage.live.outbox import WriteBatch
from bocage.live.session import Connection
from bocage.protocol.codec import MSGPACK, Codec
from tests.virtual_time import VirtualLoop


class Pipe(asyncio.Transport):
    """A transport that keeps what is written."""

    def __init__(self, address: str = "192.0.2.7") -> None:
        super().__init__()
        self.address = address
        self.sent = bytearray()
        self.closed = False
        self.reading = True
        self.aborted = False
        self.waiting = 0

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return (self.address, 5555) if name == "peername" else default

    def write(self, data: Any) -> None:
        self.sent += data

    def close(self) -> None:
        self.closed = True

    def abort(self) -> None:
        self.closed = self.aborted = True

    def set_write_buffer_limits(self, high: int | None = None, low: int | None = None) -> None:
        self.high = high

    def is_closing(self) -> bool:
        return self.closed

    def get_write_buffer_size(self) -> int:
        return self.waiting

    def paused(self) -> bool:
        return not self.reading

    def pause_reading(self) -> None:
        self.reading = False

    def resume_reading(self) -> None:
        self.reading = True


class Never:
    """A loop that calls nothing."""

    def call_soon(self, work: object) -> None:
        """Nothing."""


def unflushed_batch() -> WriteBatch:
    """A batch whose outboxes are flushed by the test."""
    return WriteBatch(cast(Any, Never()))


class Recorder:
    """A node, its ingress and its only session."""

    path, folder = "/ws", ""
    limits = Limits(frame_size=1000, outbox_size=4096)

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.ingress = self.proxies = self.unnamed_proxies = self
        self.write_batch = WriteBatch(loop)
        #: Time by the shares' clock, and how long each frame takes.
        self.now = 0.0
        self.takes = 0.0
        self.address_shares = AddressShares(loop, 10**9, 10**9, lambda: self.now)
        self.messages: list[bytes] = []
        self.codec: Codec | None = None
        self.gone = 0
        self.disturbances = 0
        self.renewed: list[str] = []
        self.forwarded: Sequence[str] = ()
        self.noted: list[tuple[str, list[str]]] = []

    def caller(self, peer: str, forwarded: Sequence[str]) -> str:
        self.forwarded = forwarded
        return peer

    def note(self, peer: str, sent: Collection[str]) -> None:
        self.noted.append((peer, sorted(sent)))

    def enter(self, connection: Connection, codec: Codec) -> Any:
        self.outbox = connection.outbox
        self.codec = codec
        return self

    def receive(self, payload: bytes) -> None:
        self.messages.append(bytes(payload))
        self.now += self.takes

    def disturbed(self) -> None:
        self.disturbances += 1
        self.now += self.takes

    def drained(self) -> None:
        self.outbox.drained()
        self.renewed += self.outbox.behind

    def left(self) -> None:
        self.gone += 1


class Setup:
    """A connection that has shaken hands, in virtual time; ``beside``: one whose door and loop it shares.

    ``after``: frames that came in together with the handshake. ``request``: another handshake than the usual one.
    ``host``: what it comes to.
    """

    def __init__(
        self,
        subprotocol: str = MSGPACK.name,
        path: str = "/ws",
        beside: Setup | None = None,
        address: str = "192.0.2.7",
        after: bytes = b"",
        request: bytes = b"",
        host: type[Recorder] = Recorder,
    ) -> None:
        self.pipe = Pipe(address)
        self.state = ServerState()
        loop: asyncio.AbstractEventLoop = beside.loop if beside else VirtualLoop()
        self.host: Recorder = beside.host if beside else host(loop)
        self.connection = connection_class(cast(Any, self.host))(
            uvicorn.Config(app=lambda: None, log_config=None), self.state, {}, loop
        )
        self.loop: asyncio.AbstractEventLoop = loop
        self.connection.connection_made(self.pipe)
        head = [
            f"GET {path} HTTP/1.1",
            "Host: localhost",
            "Upgrade: websocket",
            "Connection: Upgrade",
            f"Sec-WebSocket-Key: {base64.b64encode(bytes(16)).decode()}",
            "Sec-WebSocket-Version: 13",
            *([f"Sec-WebSocket-Protocol: {subprotocol}"] if subprotocol else []),
        ]
        self.connection.data_received((request or "\r\n".join([*head, "", ""]).encode()) + after)
        self.answer, _, rest = bytes(self.pipe.sent).partition(b"\r\n\r\n")
        self.pipe.sent[:] = rest

    def close_code(self) -> int:
        """The code of the close frame that was sent last."""
        at = self.pipe.sent.rfind(0x88)
        assert at >= 0, bytes(self.pipe.sent)
        return Close.parse(bytes(self.pipe.sent[at + 2 :])).code

    def one_turn(self) -> None:
        """Exactly one turn of the loop."""
        self.loop.call_soon(self.loop.stop)
        self.loop.run_forever()

    def turn_over(self) -> None:
        """Let the loop do what is at hand."""
        for _ in range(3):
            self.loop.run_until_complete(asyncio.sleep(0))

    def wait(self, seconds: float) -> None:
        """Let so much time pass by the loop's clock."""
        self.loop.run_until_complete(asyncio.sleep(seconds))

    def end(self) -> None:
        self.connection.connection_lost(None)
        self.loop.close()


def masked(payload: bytes, opcode: Opcode = Opcode.BINARY, fin: bool = True) -> bytes:
    return Frame(opcode, payload, fin).serialize(mask=True)
