"""Capacity of a node: places for connections, in all and per address, and each address's share of the loop.

An address has a slice of each turn of the event loop, and a rate of frames. A connection whose address has used its
slice keeps what it has read, reads no more, and goes on in a later turn. So all others wait for one slice at most,
whatever one address sends. Without others, turns follow each other at once, and the only cost is one round of the
loop.
"""

from __future__ import annotations

import asyncio
import logging
import resource
import time
from collections import Counter, deque
from collections.abc import Callable
from enum import Enum, auto
from typing import Generic, TypeVar
from weakref import WeakValueDictionary

log = logging.getLogger("bocage.capacity")

G = TypeVar("G")

#: Descriptors for storage, files and the log; and those kept back for the operator.
OWN = 48
RESERVED = 16
#: The process asks for as many descriptors as it may have, up to this number.
PLENTY = 65_536
#: Seconds of a turn of the loop that one address may have.
SLICE = 0.005
#: A client that sends faster than allowed is read again after this many seconds at the earliest.
REST = 0.02


def descriptors() -> int:
    """The number of files and sockets that this process may have open."""
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return PLENTY if soft == resource.RLIM_INFINITY else soft


def raise_descriptor_limit() -> None:
    """Ask the system for as many descriptors as it lets this process have."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = PLENTY if hard == resource.RLIM_INFINITY else min(hard, PLENTY)
    if soft != resource.RLIM_INFINITY and soft < most:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        except (OSError, ValueError):  # macOS has a lower limit that it does not tell
            return


class Admission(Enum):
    """The result for a new connection: everything, answers to the operator only, or nothing."""

    FREE = auto()
    RESERVED = auto()
    TOO_MANY = auto()
    FULL = auto()


class Capacity(Generic[G]):
    """Places for connections. ``gates``: connections that have not become websockets."""

    def __init__(self, per_address: int, most: int | None = None) -> None:
        """``per_address``: places at the gates for one address; ``most``: connections of all kinds, by default
        as many as there are descriptors for."""
        self.most = max(descriptors() - OWN - RESERVED, RESERVED) if most is None else most
        self._per_address = per_address
        self.gates: set[G] = set()
        #: Connections at places that are kept back, oldest first.
        self._kept: dict[G, None] = {}
        self._addresses: Counter[str] = Counter()

    def share(self, limit: int) -> int:
        """``limit``, or less where places are few: one address leaves room for others."""
        return max(1, min(limit, self.most // 4))

    def enter(self, gate: G, address: str, connections: int) -> Admission:
        """A place for a connection. ``address`` empty: a proxy with many clients; ``connections``: all, with it."""
        if connections > self.most + RESERVED and not self._kept:
            return Admission.FULL
        if address and self._addresses[address] >= self.share(self._per_address):
            return Admission.TOO_MANY
        self.gates.add(gate)
        if address:
            self._addresses[address] += 1
        if connections <= self.most:
            return Admission.FREE
        self._kept[gate] = None
        return Admission.RESERVED

    def give_way(self, connections: int) -> G | None:
        """If all kept places are taken: the connection that has had one longest, which must leave it."""
        return next(iter(self._kept)) if connections > self.most + RESERVED else None

    def leave(self, gate: G, address: str) -> None:
        """Free the place of a connection that is gone or has become a websocket."""
        if gate in self.gates:
            self.gates.remove(gate)
            self._kept.pop(gate, None)
            if address:
                self._addresses[address] -= 1
                if not self._addresses[address]:
                    del self._addresses[address]


class AddressShare:
    """The share of one address. ``left``: seconds of this turn of the loop, by ``clock``."""

    __slots__ = ("__weakref__", "_shares", "clock", "left", "paid", "waiting")

    def __init__(self, shares: AddressShares) -> None:
        self._shares = shares
        self.paid = 0.0
        self.waiting: deque[Callable[[], None]] = deque()
        self.clock = shares.clock
        self.left = SLICE

    def spend(self, start: float, frames: int) -> None:
        """Account for ``frames`` handled since ``start``."""
        shares, now = self._shares, self.clock()
        if self.left >= SLICE:
            if not shares.touched:
                shares.loop.call_soon(shares.renew)
            shares.touched.append(self)
        self.left -= now - start
        paid = self.paid
        self.paid = paid = (paid if paid > now else now) + frames * shares.per_frame
        if paid - now > shares.slack:
            self.left = 0.0

    def wait(self, go_on: Callable[[], None]) -> None:
        """Call ``go_on`` in a later turn, when some of the slice is left."""
        self.waiting.append(go_on)
        if self.left >= SLICE:
            self.left = 0.0
            if not self._shares.touched:
                self._shares.loop.call_soon(self._shares.renew)
            self._shares.touched.append(self)

    async def turn(self, cost: float) -> None:
        """Wait for a turn in which some of the slice is left, and take ``cost`` seconds of it."""
        if self.left > 0.0 and not self.waiting:
            self.spend(self.clock() - cost, 1)
            return
        granted: asyncio.Future[None] = asyncio.get_running_loop().create_future()

        def grant() -> None:
            if not granted.done():
                self.spend(self.clock() - cost, 1)
                granted.set_result(None)

        self.wait(grant)
        await granted

    def renew(self) -> None:
        """A new turn has begun: connections that wait go on, one after another, until the slice is used up."""
        over = self.paid - self.clock() - self._shares.slack
        if over > 0.0:
            self._shares.later(max(over, REST), self)
            return
        self.left = SLICE
        waiting = self.waiting
        for _ in range(len(waiting)):
            if self.left <= 0.0:
                break
            try:
                waiting.popleft()()
            except Exception:
                log.exception("a connection could not go on")


class ProgramShare:
    """The share of a program's connection. Its frames count for its account, its time for the address as well, so
    that one address costs the others a slice at most, however many programs it has.
    """

    __slots__ = ("_account", "_address", "clock")

    def __init__(self, address: AddressShare, account: AddressShare) -> None:
        self._address = address
        self._account = account
        self.clock = address.clock

    @property
    def left(self) -> float:
        """Seconds of this turn of the loop."""
        return min(self._address.left, self._account.left)

    def spend(self, start: float, frames: int) -> None:
        """Account for ``frames`` handled since ``start``."""
        self._address.spend(start, 0)
        self._account.spend(start, frames)

    def wait(self, go_on: Callable[[], None]) -> None:
        """Call ``go_on`` in a later turn."""
        (self._address if self._address.left <= 0.0 else self._account).wait(go_on)


class AddressShares:
    """The shares of all addresses, and of the accounts of programs."""

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        per_second: int,
        burst: int,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        """``per_second``, ``burst``: frames from one address in the long run, and at once after a pause."""
        self.loop = loop
        self.clock = clock
        #: Seconds that a frame costs at the allowed rate, and how far an address may be ahead.
        self.per_frame = 1.0 / per_second
        self.slack = burst / per_second
        self._shares: WeakValueDictionary[str, AddressShare] = WeakValueDictionary()
        #: Those that were used in this turn of the loop.
        self.touched: list[AddressShare] = []

    def of(self, who: str) -> AddressShare:
        """The share of an address or account; forgotten when nobody holds it any more."""
        share = self._shares.get(who)
        if share is None:
            share = self._shares[who] = AddressShare(self)
        return share

    def later(self, seconds: float, share: AddressShare) -> None:
        """Renew ``share`` after a while."""
        self.loop.call_later(seconds, share.renew)

    def renew(self) -> None:
        """Begin a new turn of the loop. The first share that is touched in a turn schedules it."""
        touched, self.touched = self.touched, []
        now = self.clock()
        for share in touched:
            if share.waiting or share.paid - now > self.slack:
                share.renew()
            else:
                share.left = SLICE
