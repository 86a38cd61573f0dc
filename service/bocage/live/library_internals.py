"""All that is used of uvicorn and websockets although their documentation does not promise it.

Only this module names it. A new release may change any of it; ``tests/live/sockets/test_library_internals.py`` then
says in a sentence what is missing.
"""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import cast

import h11
import uvicorn
from starlette.types import ASGIApp, Receive, Scope, Send
from uvicorn.config import Config
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState
from websockets.server import ServerProtocol

try:
    from websockets.speedups import apply_mask
except ImportError:  # platforms without the extension module
    from websockets.utils import apply_mask

__all__ = ["Config", "ControlledServer", "HttpBase", "ServerState", "WebSocketBase", "apply_mask", "release"]


class WebSocketBase(asyncio.Protocol):
    """A connection that asked for a websocket; ``uvicorn.Config(ws=...)`` takes such a class.

    uvicorn makes an instance, calls ``connection_made``, gives the request to ``data_received`` and makes the
    instance the protocol of the transport. It waits for those in ``ServerState.connections`` when it stops.
    """

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, object],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        self._connections = cast("set[asyncio.Protocol]", server_state.connections)

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._connections.add(self)

    def connection_lost(self, exc: Exception | None) -> None:
        self._connections.discard(self)

    def shutdown(self) -> None:
        """The server stops."""
        raise NotImplementedError


def release(protocol: ServerProtocol) -> None:
    """Let go of what belongs to ``protocol`` and holds it: the connection is lost."""
    protocol.parser.close()
    vars(protocol).pop("select_subprotocol", None)


def _is_ambiguous(headers: Iterable[tuple[bytes, bytes]], version: str) -> bool:
    """True if a request says in two ways where its body ends, of which two readers may take different ones
    (RFC 9112, section 6.1)."""
    names = {name for name, _ in headers}
    return b"transfer-encoding" in names and (b"content-length" in names or version == "1.0")


_CLOSE = [(b"content-length", b"0"), (b"connection", b"close")]


class HttpBase(H11Protocol):
    """A connection that has not asked for a websocket yet; ``uvicorn.Config(http=...)`` takes such a class."""

    transport: asyncio.Transport
    #: Bytes of this connection that another process has read.
    given = b""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, object],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        #: The application that answers requests.
        self.inside = cast(ASGIApp, self.app)
        self.app = self._answer

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        # A bound method of its own keeps it in memory until all objects are searched for garbage.
        self.app = self.inside

    @property
    def others(self) -> int:
        """How many connections there are, of all kinds, with this one."""
        return len(self.connections)

    @property
    def busy(self) -> bool:
        """True if a request is being answered."""
        return self.cycle is not None and not self.cycle.response_complete

    @property
    def begun(self) -> bool:
        """True if part of a request's head has come."""
        return bool(self.conn.trailing_data[0])

    async def _answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        if _is_ambiguous(scope["headers"], scope["http_version"]):
            await send({"type": "http.response.start", "status": 400, "headers": _CLOSE})
            await send({"type": "http.response.body", "body": b""})
        else:
            await self.answer(scope, receive, send)

    async def answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        await self.inside(scope, receive, send)

    def answered(self) -> None:
        """An answer is complete."""

    def upgrades(self) -> bool:
        """A websocket is asked for; tells whether it may be."""
        return True

    def moves(self, target: str, read: bytes, stay: Callable[[], None]) -> bool:
        """A websocket is asked for at ``target``; tells whether the connection may go to another process.

        ``read``: the request and what came after it. If it stays after all, ``stay`` is called.
        """
        return False

    def _should_upgrade(self) -> bool:
        """True if a websocket is asked for: by GET, and not by HTTP/1.0, whose Upgrade is to be ignored
        (RFC 9110, section 7.8)."""
        able = self.scope["http_version"] == "1.1" and self.scope["method"] == "GET"
        return able and not _is_ambiguous(self.headers, "1.1") and super()._should_upgrade()

    def send_400_response(self, msg: str) -> None:
        """Refuse what is no HTTP, if an answer can still be written, and close the connection."""
        if self.busy:
            # The handler of the request that this belongs to learns that nobody reads its answer.
            self.cycle.disconnected = True
            self.cycle.message_event.set()
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.close()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the connection over to a ``WebSocketBase``, if :meth:`upgrades` allows it."""
        read = b"%s %s HTTP/1.1\r\n%s\r\n%s" % (
            event.method,
            event.target,
            b"".join(b"%s: %s\r\n" % header for header in event.headers.raw_items()),
            self.conn.trailing_data[0],
        )
        if not self.moves(event.target.decode("ascii"), read, partial(self._upgrade, event)):
            self._upgrade(event)

    def _upgrade(self, event: h11.Request) -> None:
        if not self.upgrades():
            return
        super().handle_websocket_upgrade(event)
        self.app = self.inside
        # A client may have sent its first frames together with the request.
        rest = self.conn.trailing_data[0]
        if rest:
            cast(asyncio.Protocol, self.transport.get_protocol()).data_received(rest)

    def on_response_complete(self) -> None:
        """Go on to the next request, and tell :meth:`answered`."""
        super().on_response_complete()
        self.answered()


class ControlledServer(uvicorn.Server):
    """Leaves signals to its caller, says when it listens, and can be told to stop."""

    def __init__(self, config: Config) -> None:
        super().__init__(config)
        #: Set when it accepts connections.
        self.listening = asyncio.Event()
        self._adopting: set[asyncio.Task[None]] = set()

    def stop(self) -> None:
        """End in order; ``serve`` returns when that is done."""
        self.should_exit = True

    def turn_away(self) -> None:
        """Accept nobody any more; connections that are there stay."""
        for listening in getattr(self, "servers", ()):  # there are none before it has started
            listening.close()

    def adopt(self, connection: socket.socket, given: bytes) -> None:
        """Serve a connection that another process accepted, of which it has read ``given``."""
        task = asyncio.create_task(self._adopt(connection, given), name="adopt")
        self._adopting.add(task)
        task.add_done_callback(self._adopting.discard)

    async def _adopt(self, connection: socket.socket, given: bytes) -> None:
        # Another worker may hand over before this one listens.
        await self.listening.wait()
        config = self.config

        def make() -> asyncio.Protocol:
            kind = cast("type[HttpBase]", config.http_protocol_class)
            protocol = kind(config, self.server_state, self.lifespan.state)
            protocol.given = given
            return protocol

        try:
            await asyncio.get_running_loop().connect_accepted_socket(make, connection)
        except OSError:
            connection.close()

    def cut(self) -> None:
        """Accept nobody any more, and close all connections at once."""
        self.turn_away()
        for connection in list(self.server_state.connections):
            connection.shutdown()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave signals alone."""
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, then set :attr:`listening`."""
        await super().startup(sockets)
        self.listening.set()
