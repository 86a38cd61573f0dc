"""How much of a node one address may have: a slice of each turn of the event loop, and so many frames a second.

A connection whose address has used its slice keeps what it has read, reads no more, and goes on in a later turn.
So all others wait for one slice at most, whatever one address sends. When there are no others, turns follow each
other at once, and the only cost is one round of the loop.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import Callable
from weakref import WeakValueDictionary

log = logging.getLogger("bocage.address_share")

#: Seconds of a turn of the loop that one address may have.
SLICE = 0.005
#: A client that sends faster than allowed is read again after this many seconds at the earliest.
REST = 0.02


class AddressShare:
    """What is left for one address. ``left``: seconds of this turn. ``clock``: by which they are measured."""

    __slots__ = ("__weakref__", "_paid", "_shares", "_waiting", "clock", "left")

    def __init__(self, shares: AddressShares) -> None:
        self._shares = shares
        self._paid = 0.0
        self._waiting: deque[Callable[[], None]] = deque()
        self.clock = shares.clock
        self.left = SLICE

    def spend(self, start: float, frames: int) -> None:
        """``frames`` were handled since ``start``."""
        shares, now = self._shares, self.clock()
        if self.left >= SLICE:
            shares.touched(self)
        self.left -= now - start
        paid = self._paid
        self._paid = paid = (paid if paid > now else now) + frames * shares.per_frame
        if paid - now > shares.slack:
            self.left = 0.0

    def wait(self, go_on: Callable[[], None]) -> None:
        """Call ``go_on`` in a later turn, when some of the slice is left."""
        self._waiting.append(go_on)
        if self.left >= SLICE:
            self.left = 0.0
            self._shares.touched(self)

    async def turn(self, cost: float) -> None:
        """Wait for a turn in which some of the slice is left, and take ``cost`` seconds of it."""
        if self.left > 0.0 and not self._waiting:
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
        over = self._paid - self.clock() - self._shares.slack
        if over > 0.0:
            self._shares.later(max(over, REST), self)
            return
        self.left = SLICE
        waiting = self._waiting
        for _ in range(len(waiting)):
            if self.left <= 0.0:
                break
            try:
                waiting.popleft()()
            except Exception:
                log.exception("a connection could not go on")


class AddressShares:
    """The shares of all addresses."""

    def __init__(
        self,
        loop: asyncio.AbstractEventLoop,
        per_second: int,
        burst: int,
        clock: Callable[[], float] = time.perf_counter,
    ) -> None:
        """``per_second``, ``burst``: frames from one address in the long run, and at once after a pause."""
        self._loop = loop
        self.clock = clock
        #: Seconds that a frame costs at the allowed rate, and how far an address may be ahead.
        self.per_frame = 1.0 / per_second
        self.slack = burst / per_second
        self._shares: WeakValueDictionary[str, AddressShare] = WeakValueDictionary()
        self._touched: list[AddressShare] = []

    def of(self, address: str) -> AddressShare:
        """The share of an address; forgotten when nobody holds it any more."""
        share = self._shares.get(address)
        if share is None:
            share = self._shares[address] = AddressShare(self)
        return share

    def touched(self, share: AddressShare) -> None:
        """``share`` was used; it is renewed when the loop has done what is at hand."""
        if not self._touched:
            self._loop.call_soon(self._renew)
        self._touched.append(share)

    def later(self, seconds: float, share: AddressShare) -> None:
        """Renew ``share`` after a while."""
        self._loop.call_later(seconds, share.renew)

    def _renew(self) -> None:
        touched, self._touched = self._touched, []
        for share in touched:
            share.renew()
