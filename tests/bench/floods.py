"""What somebody who means harm sends. ``python -m tests.bench.floods PORT KIND`` sends one until it is ended.

Plain sockets from 127.0.0.2, so that the service tells them from everybody else. Whatever the node closes is opened
again at once.
"""

from __future__ import annotations

import base64
import os
import selectors
import socket
import sys
from collections.abc import Callable

import msgspec
from websockets.frames import Frame, Opcode

from bocage.protocol import messages as m
from bocage.protocol.codec import MSGPACK

#: From where floods come.
FROM = "127.0.0.2"
BLOCK = 262_144


def framed(opcode: Opcode, payload: bytes = b"", *, fin: bool = True, mask: bool = True) -> bytes:
    """One frame of a client, or (unmasked) one that no client may send."""
    return Frame(opcode, payload, fin).serialize(mask=mask)


def said(message: m.Message) -> bytes:
    """One message of a client."""
    return framed(Opcode.BINARY, MSGPACK.encode(message))


def handshake(port: int) -> bytes:
    """The request with which a websocket begins."""
    key = base64.b64encode(os.urandom(16)).decode()
    return (
        f"GET /ws HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: {MSGPACK.name}\r\n\r\n"
    ).encode()


class Flood(msgspec.Struct, frozen=True):
    """What is sent: once per connection, then again and again. ``reads``: whether answers are taken."""

    again: bytes
    sockets: int = 1
    websocket: bool = True
    hello: bool = True
    reads: bool = True
    #: Whether connections are closed as soon as they are open.
    closes: bool = False

    def first(self, port: int) -> bytes:
        """What a connection begins with."""
        start = handshake(port) if self.websocket else b""
        return start + (said(m.Hello()) if self.hello and self.websocket else b"")


def filled(piece: bytes) -> bytes:
    """The same again and again, about as much as a node reads at once."""
    return piece * max(1, BLOCK // len(piece))


PAGE = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"

FLOODS: dict[str, Flood] = {
    "text": Flood(filled(framed(Opcode.TEXT, b"{}"))),
    "empty text": Flood(filled(framed(Opcode.TEXT))),
    "binary": Flood(filled(said(m.Ping(1)))),
    "empty binary": Flood(filled(framed(Opcode.BINARY))),
    "binary before hello": Flood(filled(said(m.Ping(1))), hello=False),
    "ping": Flood(filled(framed(Opcode.PING))),
    "pong": Flood(filled(framed(Opcode.PONG))),
    "fragments": Flood(framed(Opcode.BINARY, fin=False) + filled(framed(Opcode.CONT, fin=False))),
    "continuation of nothing": Flood(filled(framed(Opcode.CONT))),
    "oversized": Flood(filled(framed(Opcode.BINARY, bytes(60_000)))),
    "unmasked": Flood(filled(framed(Opcode.BINARY, b"x", mask=False))),
    "ping from 100 sockets": Flood(filled(framed(Opcode.PING)), sockets=100),
    "messages from 250 sockets": Flood(filled(said(m.Ping(1))), sockets=250),
    "lobby from 100 sockets": Flood(filled(said(m.WatchLobby())), sockets=100),
    "slow readers": Flood(filled(said(m.Ping(1))), sockets=100, reads=False),
    "connections": Flood(b"", sockets=100, websocket=False, closes=True),
    "half handshakes": Flood(b"", sockets=1000, websocket=False),
    "handshakes": Flood(b"\0", sockets=50, hello=False),
    "http": Flood(filled(PAGE), sockets=50, websocket=False),
    "http, one at a time": Flood(PAGE, sockets=100, websocket=False),
    "no http": Flood(filled(b"\r\n"), sockets=50, websocket=False),
    "half headers": Flood(b"a: b\r\n", sockets=50, websocket=False),
}


class Sender:
    """One connection of a flood."""

    def __init__(self, flood: Flood, name: str, port: int) -> None:
        self._flood = flood
        self.socket = socket.socket()
        self.socket.setblocking(False)
        self.socket.bind((FROM, 0))
        self.socket.connect_ex(("127.0.0.1", port))
        half = name.startswith("half")
        self._waiting = b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\n" if half else flood.first(port)

    def go(self, can_read: bool, can_write: bool) -> bool:
        """Send more; tells whether the connection still stands."""
        try:
            if can_read and not self.socket.recv(1 << 20):
                return False
            if can_write and self._flood.closes:
                return False
            if can_write:
                self._waiting = self._waiting or self._flood.again
                sent = self.socket.send(self._waiting)
                self._waiting = self._waiting[sent:]
        except BlockingIOError:
            return True
        except OSError:
            return False
        return True

    @property
    def wants_to_write(self) -> bool:
        return bool(self._waiting or self._flood.again or self._flood.closes)


def run(port: int, name: str, told: Callable[[], None] = lambda: None) -> None:
    """Flood for ever."""
    flood = FLOODS[name]
    selector = selectors.DefaultSelector()
    events = selectors.EVENT_READ if flood.reads else 0

    def open_one() -> None:
        sender = Sender(flood, name, port)
        selector.register(sender.socket, events | selectors.EVENT_WRITE, sender)

    for _ in range(flood.sockets):
        open_one()
    told()
    while True:
        for key, mask in selector.select(1.0):
            sender = key.data
            stands = sender.go(bool(mask & selectors.EVENT_READ), bool(mask & selectors.EVENT_WRITE))
            if not stands:
                selector.unregister(sender.socket)
                sender.socket.close()
                open_one()
            elif not sender.wants_to_write and key.events & selectors.EVENT_WRITE:
                selector.modify(sender.socket, selectors.EVENT_READ, sender)


if __name__ == "__main__":
    run(int(sys.argv[1]), sys.argv[2], lambda: print(flush=True))
