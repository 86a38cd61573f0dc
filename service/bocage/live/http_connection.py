"""Connections before they are websockets: counted, timed, and let in or not.

Before a request has come only the address is known, so limits count addresses. A proxy in front of the service
carries many clients: its connections are not counted here but by itself, and what comes through them counts for the
address that it forwards.
"""

from __future__ import annotations

import asyncio
import os
import socket
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import ClassVar, cast
from urllib.parse import parse_qs

from starlette.types import Receive, Scope, Send

from bocage.limits import Limits
from bocage.live.addresses import FORWARDED, Proxies, UnnamedProxies
from bocage.live.capacity import AddressShare, AddressShares, Admission, Capacity
from bocage.live.handover import Handover
from bocage.live.library_internals import HttpBase

#: Seconds of a node that a request is taken to cost its address.
COST = 0.001
#: The answer when there is no place for others, and the seconds that such a client may take.
OPERATIONS = frozenset({"/healthz", "/readyz"})
HURRY = 2.0
#: Connections that are looked at before others get their turn of the loop.
MOST_LOOKS = 500

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


class Ingress:
    """State shared by all connections of a node that have no session yet: proxies, capacity, address shares."""

    def __init__(
        self,
        limits: Limits,
        turned_away: Counter[str],
        proxies: Iterable[str],
        loop: asyncio.AbstractEventLoop,
        clock: Callable[[], float],
    ) -> None:
        """``proxies``: as :class:`Proxies` takes them. ``clock``: seconds."""
        self.limits = limits
        #: Connections that were not let in, or not kept, by what was wrong.
        self.turned_away = turned_away
        self.proxies = Proxies(proxies)
        self.unnamed_proxies = UnnamedProxies(self.proxies, clock)
        self.address_shares = AddressShares(loop, limits.address_rate, limits.address_burst)
        self.capacity: Capacity[HttpConnection] = Capacity(limits.address_connections)
        #: Hands connections to other workers of the same supervisor; None: there are none.
        self.handover: Handover | None = None

    def sweep(self, now: float) -> Iterator[None]:
        """End connections of which no request comes, or which do not take our answer. ``now``: loop time.

        Others may have a turn of the loop between two steps.
        """
        for number, gate in enumerate(list(self.capacity.gates), 1):
            gate.look_after(now)
            if number % MOST_LOOKS == 0:
                yield


class HttpConnection(HttpBase):
    """One connection that is no websocket. :func:`http_connection_class` makes the class that uvicorn is given."""

    ingress: ClassVar[Ingress]

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
        ingress = self.ingress
        self.since = self.loop.time()
        peer = transport.get_extra_info("peername")
        self._peer = str(peer[0]) if isinstance(peer, tuple) else ""
        self._address = ingress.proxies.peer(self._peer)
        if self._address:
            self._share = ingress.address_shares.of(self._address)
        self._place = ingress.capacity.enter(self, self._address, self.others)
        if self._place in (Admission.FULL, Admission.TOO_MANY):
            ingress.turned_away["full" if self._place is Admission.FULL else "address_connections"] += 1
            self.transport.abort()
        elif self._place is Admission.RESERVED and (oldest := ingress.capacity.give_way(self.others)) is not None:
            oldest.give_way()
        if self.given and not self.transport.is_closing():
            self.data_received(self.given)

    def give_way(self) -> None:
        """Give up a place that is kept back, for a connection that comes later."""
        self.ingress.turned_away["full"] += 1
        self.ingress.capacity.leave(self, self._address)
        self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._rest = b""
        self.ingress.capacity.leave(self, self._address)
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
            self.ingress.turned_away["full"] += 1
            await send({"type": "http.response.start", "status": 503, "headers": _HEADERS})
            await send({"type": "http.response.body", "body": _FULL})
            return
        share = self._share
        if sent := {name.decode() for name, _ in scope["headers"] if name in _FORWARDED}:
            self.ingress.unnamed_proxies.note(self._peer, sent)
        if share is None:
            forwarded = [value.decode("latin-1") for name, value in scope["headers"] if name == b"x-forwarded-for"]
            share = self.ingress.address_shares.of(self.ingress.proxies.caller(self._peer, forwarded))
        await share.turn(COST)
        await self.inside(scope, receive, send)

    def answered(self) -> None:
        """An answer is complete: the next request may come, but not at a place that is kept back."""
        self.since = self.loop.time()
        if self._place is Admission.RESERVED:
            self.transport.close()

    def moves(self, target: str, read: bytes, stay: Callable[[], None]) -> bool:
        """Hand a websocket to the worker where its match belongs, unless it came from another worker."""
        handover = self.ingress.handover
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
        """True if there is a place for a websocket."""
        if self._place is Admission.RESERVED:
            self.ingress.turned_away["full"] += 1
            self.transport.write(_NO_ROOM)
            self.transport.close()
            return False
        self.ingress.capacity.leave(self, self._address)
        return True

    def look_after(self, now: float) -> None:
        """End it if no request comes, or its answer is not taken. Called now and then."""
        limits = self.ingress.limits
        if self.stuck_since and now - self.stuck_since > limits.stuck_time:
            self.ingress.turned_away["stuck_time"] += 1
            self.transport.abort()
        elif self.transport.is_closing():
            # What was written last may never be taken.
            self.stuck_since = self.stuck_since or now
        elif self.busy:
            return
        elif now - self.since > (HURRY if self._place is Admission.RESERVED else limits.request_time):
            if self.begun:
                self.ingress.turned_away["request_time"] += 1
                self.transport.write(_TOO_LATE)
            self.transport.close()


def http_connection_class(ingress: Ingress) -> type[HttpConnection]:
    """The protocol class for ``uvicorn.Config(http=...)`` whose connections come through ``ingress``."""
    return cast("type[HttpConnection]", type("NodeHttpConnection", (HttpConnection,), {"ingress": ingress}))
