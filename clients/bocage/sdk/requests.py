"""Pending requests, repeated on every new connection until they are answered."""

from __future__ import annotations

import asyncio
import itertools
import random
from collections.abc import Callable
from typing import TypeAlias

from bocage.protocol.messages import Ack, Move, Ping, Pong, Refused, Say
from bocage.sdk.errors import BocageError, FateUnknownError, RefusedError
from bocage.sdk.link import Link

Request: TypeAlias = Move | Say | Ping
Answer: TypeAlias = Ack | Pong

#: A node may lack the rules of a match that others have; number of connections to try.
UNKNOWN_RULES = "unknown_rules"
ELSEWHERE = 5
#: Milliseconds between them.
ELSEWHERE_PAUSE = 200

#: Longest wait in milliseconds; refusals that ask for more are raised.
LONGEST_RETRY = 60_000
#: Milliseconds up to which waits are doubled.
LONGEST_DOUBLED = 5_000


async def pause(retry: int, rng: random.Random) -> None:
    """Wait ``retry`` milliseconds plus up to half of that, so that clients refused together do not return
    together.
    """
    await asyncio.sleep(retry / 1000 * rng.uniform(1.0, 1.5))


class _PendingRequest:
    __slots__ = ("answer", "message", "sent")

    def __init__(self, message: Request) -> None:
        self.message = message
        self.sent = False
        self.answer: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()


class Requests:
    """The unanswered requests of one client, in order."""

    def __init__(self, link: Link, rng: random.Random) -> None:
        self._link = link
        self._rng = rng
        self._numbers = itertools.count(1)
        self._open: dict[int, _PendingRequest] = {}
        self._error: BocageError | None = None
        self._asking = 0
        self._idle = asyncio.Event()
        self._idle.set()

    async def idle(self) -> None:
        """Wait until all requests are answered."""
        await self._idle.wait()

    async def ask(self, make: Callable[[int], Request]) -> Answer:
        """Send ``make(number)`` until it is answered, waiting after refusals with a short ``retry``.

        Raises :class:`RefusedError`, and the error of :meth:`fail`.
        """
        self._asking += 1
        self._idle.clear()
        try:
            return await self._ask(make)
        finally:
            self._asking -= 1
            if not self._asking:
                self._idle.set()

    async def _ask(self, make: Callable[[int], Request]) -> Answer:
        elsewhere = ELSEWHERE
        refused = 0
        while True:
            if self._error is not None:
                raise self._error
            number = next(self._numbers)
            pending = self._open[number] = _PendingRequest(make(number))
            self._send(pending)
            try:
                return await pending.answer
            except RefusedError as error:
                if error.code == UNKNOWN_RULES and elsewhere:
                    # The link reconnects to another node.
                    elsewhere -= 1
                elif not 0 < error.retry <= LONGEST_RETRY:
                    raise
                retry = error.retry or ELSEWHERE_PAUSE
                if error.code == "limit":
                    # Other requests may wait for the same moment, so repeated refusals wait longer.
                    retry = max(retry, min(retry << refused, LONGEST_DOUBLED))
                refused = refused + 1 if error.code == "limit" else 0
            finally:
                del self._open[number]
            await pause(retry, self._rng)

    @property
    def waiting(self) -> bool:
        """True if a request is unanswered."""
        return any(not pending.answer.done() for pending in self._open.values())

    def again(self) -> None:
        """Repeat requests on a new connection."""
        for pending in self._open.values():
            # All others are idempotent.
            if pending.sent and isinstance(pending.message, Say):
                self._settle(pending, FateUnknownError("the connection broke; it may have been said"))
            else:
                self._send(pending)

    def answered(self, answer: Answer) -> None:
        """Resolve a request with its answer."""
        pending = self._open.get(answer.id)
        if pending is not None and not pending.answer.done():
            pending.answer.set_result(answer)

    def refused(self, message: Refused) -> None:
        """Resolve a request with its refusal."""
        pending = self._open.get(message.id)
        if pending is not None:
            self._settle(pending, RefusedError.of(message))

    def fail(self, error: BocageError) -> None:
        """Resolve all requests with a fatal error."""
        self._error = error
        for pending in self._open.values():
            self._settle(pending, error)

    def _send(self, pending: _PendingRequest) -> None:
        pending.sent = pending.sent or self._link.open
        self._link.send(pending.message)

    def _settle(self, pending: _PendingRequest, error: BocageError) -> None:
        if not pending.answer.done():
            pending.answer.set_exception(error)
