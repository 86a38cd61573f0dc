"""The websocket end of a node: a protocol class for uvicorn, so that pages and sockets share one port.

The handshake, control frames, fragments and every violation are the business of ``websockets``' sans-I/O
``ServerProtocol``. The one frame that matters for speed, a whole unfragmented message, is unmasked here and
handed to the session in the same callback; outgoing frames are encoded once and written to the transport.
docs/decisions/005-web-server.md says why.

Any page may open a socket here whatever its origin: a browser adds no credentials of its own, because the token
travels in ``hello``; so a foreign page can do only what an anonymous watcher may.
"""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable, Sequence
from typing import ClassVar, cast

from websockets.frames import Frame, Opcode
from websockets.http11 import Request, Response
from websockets.protocol import State
from websockets.server import ServerProtocol
from websockets.typing import Subprotocol

from bocage.live.addresses import FORWARDED
from bocage.live.capacity import AddressShare, ProgramShare
from bocage.live.library_internals import Config, ServerState, WebSocketBase, apply_mask, release
from bocage.live.node import Node
from bocage.live.outbox import Outbox
from bocage.live.session import Session
from bocage.protocol.codec import CODECS
from bocage.protocol.codes import CLOSE
from bocage.protocol.messages import SUBPROTOCOLS

log = logging.getLogger("bocage.connection")

_WHOLE_TEXT, _WHOLE_BINARY, _MASKED = 0x81, 0x82, 0x80
#: In the opcodes of pings, pongs and goodbyes; and how long those may be.
_CONTROL, _CONTROL_SIZE = 0x08, 125
#: Of the websocket protocol (RFC 6455, section 4.1).
_VERSION = "13"
#: Bytes that the kernel takes although it cannot send them yet.
_UNSENT = 16_384
#: Seconds that a peer has to answer our close frame; and, if they go on sending instead, to read it.
_GOODBYE = 5.0
_READ_IT = 1.0
#: Bytes that may still come after our close frame: a goodbye, and what was on its way.
_LATE = 4096


class WebSocketConnection(WebSocketBase):
    """One websocket connection. :func:`connection_class` makes the class that uvicorn is given."""

    node: ClassVar[Node]

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, object],
        _loop: asyncio.AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._loop = _loop or asyncio.get_running_loop()
        self._conn = ServerProtocol(
            subprotocols=[Subprotocol(name) for name in SUBPROTOCOLS],
            select_subprotocol=_first_known,
            # A ping within an unfinished message would count against the rest of it.
            max_size=self.node.limits.frame_size + _CONTROL_SIZE,
            logger=log,
        )
        self.transport: asyncio.Transport
        self._session: Session | None = None
        self._whole = _WHOLE_BINARY
        #: Bytes of the largest message (below 64 KiB).
        self._frame_size = self.node.limits.frame_size
        self._rest = b""
        self._parts: list[bytes] = []
        #: A message has begun whose last fragment has not come.
        self._unfinished = False
        #: Bytes of it that have come.
        self._begun = 0
        self._goodbye: asyncio.TimerHandle | None = None
        self._share: AddressShare | ProgramShare | None = None
        #: True if something that was read waits for the address's next turn; whether we read at all.
        self._held = False
        self._reading = True
        #: Bytes that came after our close frame.
        self._late = 0
        self.outbox: Outbox
        #: Where the connection comes from.
        self.address = ""
        #: Loop time of the last sign of life.
        self.heard = 0.0
        self._asked = 0.0

    # Called by the transport -----------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)
        connection = transport.get_extra_info("socket")
        if connection is not None and connection.family in (socket.AF_INET, socket.AF_INET6):
            # asyncio does this itself only for sockets that it has bound itself.
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        super().connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self._goodbye is not None:
            self._goodbye.cancel()
        self._rest = b""
        self._leave()
        release(self._conn)

    def pause_writing(self) -> None:
        if self._session is not None:
            self.outbox.full(self._loop.time())
            self._read_or_not()

    def resume_writing(self) -> None:
        if self._session is not None:
            self._session.drained()
            if self._rest and not self.outbox.full_since:
                self._hold()
            self._read_or_not()

    def data_received(self, data: bytes) -> None:
        if self._rest:
            data = self._rest + data
            self._rest = b""
        share = self._share
        if share is None:
            self._feed(data)
            return
        self.heard = self._loop.time()
        if self._held or share.left <= 0.0:
            self._rest = data
            self._hold()
            return
        start = share.clock()
        if self._session is not None:
            position, frames = self._frames(data, self._session, share.clock, start + share.left)
        else:
            position, frames = 0, 0
        if self._session is None:
            self._too_late(data[position:])
            position = len(data)
        share.spend(start, frames)
        if position < len(data):
            self._rest = data[position:]
            if share.left <= 0.0:
                self._hold()

    def _frames(self, data: bytes, peer: Session, clock: Callable[[], float], until: float) -> tuple[int, int]:
        """Handle the frames in ``data``, until that time by ``clock``; how far it came, and how many."""
        whole, most = self._whole, self._frame_size
        position, frames, size = 0, 0, len(data)
        while size - position >= 2:
            length = data[position + 1] ^ _MASKED
            start = position + 6
            if length > 125:
                if length > 127:
                    # Not masked: the library knows what to say.
                    self._feed(data[position : position + _LATE])
                    return size, frames
                if data[position] & _CONTROL:
                    # RFC 6455, section 5.5
                    self.close("protocol_error")
                    return size, frames
                least, start = (126, position + 8) if length == 126 else (65_536, position + 14)
                if size < start - 4:
                    break
                length = int.from_bytes(data[position + 2 : start - 4], "big")
                if length < least:
                    # RFC 6455, section 5.2: "the minimal number of bytes MUST be used"; the library does not mind.
                    self.close("protocol_error")
                    return size, frames
            if length > most - self._begun and not data[position] & _CONTROL:
                self.close("too_big")
                return size, frames
            end = start + length
            if end > size:
                break
            frames += 1
            if data[position] == whole and not self._unfinished:
                peer.receive(apply_mask(data[start:end], data[start - 4 : start]))
            else:
                self._feed(data[position:end])
                if self._session is not None:
                    peer.disturbed()
            position = end
            if self._session is None or (position < size and (clock() >= until or self.outbox.full_since)):
                break
        return position, frames

    def _hold(self) -> None:
        """Keep what has been read for the address's next turn, and read nothing more until then."""
        share = self._share
        assert share is not None
        if not self._held:
            self._held = True
            self._read_or_not()
            share.wait(self._go_on)

    def _go_on(self) -> None:
        self._held = False
        if self._session is None or not self.outbox.full_since:
            data, self._rest = self._rest, b""
            if data:
                self.data_received(data)
            self._read_or_not()

    def _read_or_not(self) -> None:
        """Read, unless something waits, or the peer does not take our answers."""
        wanted = not self._held and self._late <= _LATE and (self._session is None or not self.outbox.full_since)
        if wanted != self._reading and not self.transport.is_closing():
            self._reading = wanted
            if wanted:
                self.transport.resume_reading()
            else:
                self.transport.pause_reading()

    def _too_late(self, data: bytes) -> None:
        """Take data that comes after our close frame."""
        self._late += len(data)
        if self._late <= _LATE:
            self._feed(data)
        elif self._reading and self._goodbye is not None:
            # The peer does not stop. What it sends now is not read; it may still read why it was closed.
            self._goodbye.cancel()
            self._goodbye = self._loop.call_later(_READ_IT, self.transport.abort)
            self._read_or_not()

    # Called by uvicorn -----------------------------------------------------------------------

    def shutdown(self) -> None:
        """The server stops."""
        self.close("going_away")
        self.transport.close()

    # Called by the session -------------------------------------------------------------------

    def close(self, name: str, reason: str = "") -> None:
        """Say goodbye with a close code; the peer has a few seconds to answer."""
        if self._conn.state is not State.OPEN:
            return
        code = CLOSE[name]
        self._conn.send_close(code.number, reason or code.name)
        if self._session is not None:
            self.outbox.flush()
        self._flush()
        self._say_goodbye()

    def ping(self) -> None:
        """Ask the peer for a sign of life, once until it gives one."""
        if self._conn.state is State.OPEN and self._asked != self.heard:
            self._asked = self.heard
            self._conn.send_ping(b"")
            self._flush()

    # -----------------------------------------------------------------------------------------

    def _leave(self) -> None:
        peer, self._session = self._session, None
        if peer is not None:
            peer.left()

    def _feed(self, data: bytes) -> None:
        self._conn.receive_data(data)
        for event in self._conn.events_received():
            if isinstance(event, Request):
                self._open(event)
            elif self._session is not None:
                assert isinstance(event, Frame)
                self._frame(event, self._session)
        if self._conn.state is not State.OPEN and self._session is not None:
            # Answers to what came before go before the goodbye.
            self.outbox.flush()
        self._flush()
        if self._conn.state is not State.OPEN:
            self._say_goodbye()

    def _say_goodbye(self) -> None:
        """The closing handshake has begun: the session ends now, the connection soon."""
        if self._goodbye is None:
            self._goodbye = self._loop.call_later(_GOODBYE, self.transport.abort)
        self._leave()
        self._read_or_not()

    def _flush(self) -> None:
        for data in self._conn.data_to_send():
            if data:
                # A connection may be lost before its protocol is told; uvloop raises then.
                if not self.transport.is_closing():
                    self.transport.write(data)
            else:
                self.transport.close()

    def counts_for(self, program: str) -> None:
        """Count frames for the account of a program instead of the address."""
        shares = self.node.ingress.address_shares
        self._share = ProgramShare(shares.of(self.address), shares.of(program))

    def _open(self, request: Request) -> None:
        conn = self._conn
        peername = self.transport.get_extra_info("peername")
        remote = str(peername[0]) if isinstance(peername, tuple) else ""
        node, ingress = self.node, self.node.ingress
        self.address = ingress.proxies.caller(remote, request.headers.get_all("X-Forwarded-For"))
        if sent := {name for name in FORWARDED if name in request.headers}:
            ingress.unnamed_proxies.note(remote, sent)
        self._share = ingress.address_shares.of(self.address)
        if request.path.partition("?")[0].removeprefix(node.folder) != node.path:
            conn.send_response(conn.reject(404, "The websocket is elsewhere.\n"))
        elif request.headers.get_all("Sec-WebSocket-Version") != [_VERSION]:
            conn.send_response(_other_version(conn))
        else:
            conn.send_response(conn.accept(request))
        # Before anything that a session says to frames which came in together with the handshake.
        self._flush()
        codec = CODECS.get(conn.subprotocol or "")
        if codec is None:
            # Where the handshake was refused, there is nothing to close.
            self.close("subprotocol", f"ask for one of: {', '.join(SUBPROTOCOLS)}")
            return
        self._whole = _WHOLE_TEXT if codec.text else _WHOLE_BINARY
        self.transport.set_write_buffer_limits(node.limits.outbox_size)
        _keep_backlog_here(self.transport)
        self.heard = self._loop.time()
        self.outbox = Outbox(self.transport, node.write_batch)
        self._session = node.enter(self, codec)

    def _frame(self, event: Frame, peer: Session) -> None:
        """A frame that is not a whole message of the agreed kind."""
        if event.opcode in (Opcode.TEXT, Opcode.BINARY):
            if (event.opcode is Opcode.TEXT) != (self._whole == _WHOLE_TEXT):
                self.close("wrong_frame")
                return
            self._parts, self._begun = [bytes(event.data)], len(event.data)
        elif event.opcode is Opcode.CONT:
            # Empty fragments may come without end; they count as frames, but take no memory.
            if event.data:
                self._parts.append(bytes(event.data))
                self._begun += len(event.data)
        else:
            return  # the library answers control frames
        self._unfinished = not event.fin
        if event.fin:
            payload, self._parts, self._begun = b"".join(self._parts), [], 0
            peer.receive(payload)


def _other_version(conn: ServerProtocol) -> Response:
    """The answer that names the version which is spoken here (RFC 6455, section 4.4)."""
    response = conn.reject(426, f"Only version {_VERSION} of the websocket protocol is spoken here.\n")
    # Beside the field that closes the connection (RFC 9110, section 7.8).
    response.headers["Connection"] = "Upgrade"
    response.headers["Upgrade"] = "websocket"
    response.headers["Sec-WebSocket-Version"] = _VERSION
    return response


def _first_known(conn: ServerProtocol, asked: Sequence[Subprotocol]) -> Subprotocol | None:
    return next((name for name in asked if name in CODECS), None)


def _keep_backlog_here(transport: asyncio.Transport) -> None:
    """Let the kernel buffer little that it cannot send, where that can be set; else it would hide megabytes."""
    sock = transport.get_extra_info("socket")
    option = getattr(socket, "TCP_NOTSENT_LOWAT", None)
    if option is not None and sock is not None and sock.family in (socket.AF_INET, socket.AF_INET6):
        sock.setsockopt(socket.IPPROTO_TCP, option, _UNSENT)


def connection_class(node: Node) -> type[WebSocketConnection]:
    """The protocol class for ``uvicorn.Config(ws=...)`` whose connections enter at ``node``."""
    return cast("type[WebSocketConnection]", type("NodeConnection", (WebSocketConnection,), {"node": node}))
