"""The way in: every connection comes through here, is counted and timed, and asks for a page or a websocket.

Before a request has come only the address is known, so limits count addresses. A proxy in front of the service
carries many clients: its connections are not counted here but by itself, and what comes through them counts for the
address that it forwards.
"""

from __future__ import annotations

import asyncio
import os
import socket
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from typing import ClassVar, Protocol, cast
from urllib.parse import parse_qs

from starlette.types import Receive, Scope, Send

from bocage.limits import Limits
from bocage.live.address_share import AddressShare, AddressShares
from bocage.live.capacity import Admission, Capacity
from bocage.live.handover import Handover
from bocage.live.interfaces import FORWARDED
from bocage.live.library_internals import HttpBase

#: Seconds of a node that a request is taken to cost its address.
COST = 0.001
#: What is answered when there is no place for others, and the seconds that such a client may take.
OPERATIONS = frozenset({"/healthz", "/readyz"})
HURRY = 2.0

_FULL = b"This node has no room. Try again soon.\n"
_HEADERS = [
    (b"content-type", b"text/plain; charset=utf-8"),
    (b"content-length", str(len(_FULL)).encode()),
    (b"connection", b"close"),
    (b"retry-after", b"2"),
    # docs/decisions/047-other-origins.md
    (b"access-control-allow-origin", b"*"),
    (b"access-control-expose-headers", b"Retry-After"),
]
_HEAD = b"".join(b"%s: %s\r\n" % header for header in _HEADERS)
_NO_ROOM = b"HTTP/1.1 503 Service Unavailable\r\n" + _HEAD + b"\r\n" + _FULL
_TOO_LATE = (
    b"HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\nconnection: close\r\n"
    b"access-control-allow-origin: *\r\n\r\n"
)


_FORWARDED = frozenset(name.encode() for name in FORWARDED)


class HttpHost(Protocol):
    """To whom connections come; see :class:`~bocage.live.node.Node`."""

    limits: Limits
    address_shares: AddressShares
    capacity: Capacity[HttpConnection]
    #: Connections that were not let in, or not kept, by what was wrong.
    turned_away: Counter[str]
    #: Hands connections to other workers; None: there are none.
    handover: Handover | None

    def address(self, peer: str, forwarded: Sequence[str]) -> str:
        """Where a connection comes from, given its ``X-Forwarded-For`` headers."""

    def note_forwarded(self, peer: str, sent: Collection[str]) -> None:
        """Headers came from ``peer`` by which a proxy says for whom it asks."""

    def peer(self, peer: str) -> str:
        """Where a connection comes from, as far as it can be known now; empty: from a proxy."""


class HttpConnection(HttpBase):
    """One connection that is no websocket. :func:`http_connection_class` makes the class that uvicorn is given."""

    host: ClassVar[HttpHost]

    #: Loop time since when a request is waited for; since when nobody takes our answer (0.0: they do).
    since = 0.0
    stuck_since = 0.0
    _peer = ""
    #: By which it is counted; empty: not at all.
    _address = ""
    _share: AddressShare | None = None
    _place = Admission.FREE
    _rest = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(cast(asyncio.Transport, transport))
        host = self.host
        self.since = self.loop.time()
        peer = transport.get_extra_info("peername")
        self._peer = str(peer[0]) if isinstance(peer, tuple) else ""
        self._address = host.peer(self._peer)
        if self._address:
            self._share = host.address_shares.of(self._address)
        self._place = host.capacity.enter(self, self._address, self.others)
        if self._place in (Admission.FULL, Admission.TOO_MANY):
            host.turned_away["full" if self._place is Admission.FULL else "address_connections"] += 1
            self.transport.abort()
        elif self._place is Admission.RESERVED and (oldest := host.capacity.give_way(self.others)) is not None:
            oldest.give_way()
        if self.given and not self.transport.is_closing():
            self.data_received(self.given)

    def give_way(self) -> None:
        """Give up a place that is kept back, for a connection that comes later."""
        self.host.turned_away["full"] += 1
        self.host.capacity.leave(self, self._address)
        self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._rest = b""
        self.host.capacity.leave(self, self._address)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        share = self._share
        if share is None:
            super().data_received(data)
        elif self._rest or share.left <= 0.0:
            if not self._rest:
                share.wait(self._go_on)
            self._rest += data
            self.flow.pause_reading()
        else:
            start = share.clock()
            super().data_received(data)
            share.spend(start, 1)

    def _go_on(self) -> None:
        data, self._rest = self._rest, b""
        if data and not self.transport.is_closing():
            self.flow.resume_reading()
            self.data_received(data)

    def pause_writing(self) -> None:
        self.stuck_since = self.loop.time()
        super().pause_writing()

    def resume_writing(self) -> None:
        self.stuck_since = 0.0
        super().resume_writing()

    async def answer(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request when its address has something left of a turn."""
        if self._place is Admission.RESERVED and scope["path"] not in OPERATIONS:
            self.host.turned_away["full"] += 1
            await send({"type": "http.response.start", "status": 503, "headers": _HEADERS})
            await send({"type": "http.response.body", "body": _FULL})
            return
        share = self._share
        if sent := {name.decode() for name, _ in scope["headers"] if name in _FORWARDED}:
            self.host.note_forwarded(self._peer, sent)
        if share is None:
            forwarded = [value.decode("latin-1") for name, value in scope["headers"] if name == b"x-forwarded-for"]
            share = self.host.address_shares.of(self.host.address(self._peer, forwarded))
        await share.turn(COST)
        await self.inside(scope, receive, send)

    def answered(self) -> None:
        """An answer is complete: the next request may come, but not at a place that is kept back."""
        self.since = self.loop.time()
        if self._place is Admission.RESERVED:
            self.transport.close()

    def moves(self, target: str, read: bytes, stay: Callable[[], None]) -> bool:
        """Hand a websocket to the worker where its match belongs, unless it came from another worker."""
        handover = self.host.handover
        match = parse_qs(target.partition("?")[2]).get("match", [""])[0]
        if handover is None or not match or self.given:
            return False
        connection = socket.socket(fileno=os.dup(self.transport.get_extra_info("socket").fileno()))

        def done(moved: bool) -> None:
            connection.close()
            if self.transport.is_closing():
                return
            if moved:
                self.transport.abort()
            else:
                self.transport.resume_reading()
                stay()

        self.transport.pause_reading()
        handover.hand_over(match, connection, read, done)
        return True

    def upgrades(self) -> bool:
        """Whether there is a place for a websocket."""
        if self._place is Admission.RESERVED:
            self.host.turned_away["full"] += 1
            self.transport.write(_NO_ROOM)
            self.transport.close()
            return False
        self.host.capacity.leave(self, self._address)
        return True

    def look_after(self, now: float) -> None:
        """End it if no request comes, or its answer is not taken. Called now and then."""
        limits = self.host.limits
        if self.stuck_since and now - self.stuck_since > limits.stuck_time:
            self.host.turned_away["stuck_time"] += 1
            self.transport.abort()
        elif self.transport.is_closing():
            # What was written last may never be taken.
            self.stuck_since = self.stuck_since or now
        elif self.busy:
            return
        elif now - self.since > (HURRY if self._place is Admission.RESERVED else limits.request_time):
            if self.begun:
                self.host.turned_away["request_time"] += 1
                self.transport.write(_TOO_LATE)
            self.transport.close()


def http_connection_class(node: HttpHost) -> type[HttpConnection]:
    """The protocol class for ``uvicorn.Config(http=...)`` whose connections come to ``node``."""
    return cast("type[HttpConnection]", type("NodeHttpConnection", (HttpConnection,), {"host": node}))
