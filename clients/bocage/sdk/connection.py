"""One connection of a client: its link, the requests that go over it, and the matches that are followed there."""

from __future__ import annotations

import asyncio
import logging
import random
from typing import Protocol

from bocage.protocol import messages as m
from bocage.sdk.errors import BocageError, ClosedError, RefusedError
from bocage.sdk.link import Link
from bocage.sdk.requests import ELSEWHERE, ELSEWHERE_PAUSE, LONGEST_RETRY, UNKNOWN_RULES, Requests, pause
from bocage.sdk.subscriptions import Subscriptions

log = logging.getLogger("bocage.sdk")

#: The limit on messages per connection: past it, all of them wait.
MESSAGE_RATE = "message_rate"


class Owner(Protocol):
    """The client of a connection."""

    def welcomed(self, connection: Connection, welcome: m.Welcome) -> None:
        """The connection stands, and has caught up."""

    def waits(self, connection: Connection, wait: float) -> None:
        """The connection is lost; the next try is in ``wait`` seconds."""

    def failed(self, error: BocageError) -> None:
        """Nothing more will come: every caller is to be told."""

    def told(self, message: m.ServerMessage) -> None:
        """A message came that concerns no match that is followed, and answers no request."""

    def lobby_refused(self) -> None:
        """The lobby is to be asked for again."""


class Connection:
    """Resumes its matches and sends its requests again whenever its link has a new connection."""

    def __init__(self, owner: Owner, rng: random.Random) -> None:
        """Give it its link with :meth:`attach` before anything else."""
        self._owner = owner
        self._rng = rng
        #: Match → how many connections in a row led to a node without its rules.
        self._elsewhere_tries: dict[str, int] = {}

    def attach(self, link: Link) -> None:
        """Use ``link``, whose handler this is."""
        self.link = link
        self.requests = Requests(link, self._rng)
        self.subscriptions = Subscriptions(link)

    async def run(self) -> None:
        """Stay connected until cancelled, or until trying again is pointless."""
        async with asyncio.TaskGroup() as self._later:
            try:
                await self.link.run()
            except BocageError as error:
                self._owner.failed(error)
            except Exception as error:
                # Raised here, it would cancel the task that opened the client; every caller learns of it instead.
                log.exception("the client broke")
                self._owner.failed(ClosedError(0, f"the client broke: {error!r}"))

    def fail(self, error: BocageError) -> None:
        """Nothing more will come."""
        self.requests.fail(error)
        self.subscriptions.fail(error)

    # What the link says ---------------------------------------------------------------------

    def opened(self, welcome: m.Welcome) -> None:
        """Catch up: resume every match, say again what was not answered."""
        self.subscriptions.again()
        self._owner.welcomed(self, welcome)
        self.requests.again()

    def lost(self, wait: float) -> None:
        """There is no connection; the next try is in ``wait`` seconds."""
        self._owner.waits(self, wait)

    def owed(self) -> bool:
        """Whether a request waits for its answer."""
        return self.requests.waiting

    def received(self, message: m.ServerMessage) -> None:
        """Take a message to where it belongs."""
        match message:
            case m.Update():
                self._elsewhere_tries.pop(message.match, None)
                self.subscriptions.update(message)
            case m.Snapshot():
                self._elsewhere_tries.pop(message.match, None)
                self.subscriptions.snapshot(message)
            case m.Ack() | m.Pong():
                self.requests.answered(message)
            case m.Refused():
                self._refused(message)
            case _:
                self._owner.told(message)

    def _refused(self, message: m.Refused) -> None:
        if message.limit == MESSAGE_RATE:
            self.link.hold(message.retry / 1000)
        if message.code == UNKNOWN_RULES:
            self._elsewhere(message)
        elif message.id:
            self.requests.refused(message)
        elif 0 < message.retry <= LONGEST_RETRY:
            self._later.create_task(self._repeat(message.match, message.retry))
        elif message.match:
            self.subscriptions.refused(message.match, RefusedError.of(message))
        else:
            log.warning("refused: %s", message.text)

    def _elsewhere(self, message: m.Refused) -> None:
        """This node cannot play the match; while nodes are replaced, another one can."""
        match = message.match
        tries = self._elsewhere_tries.get(match, 0)
        if message.id:
            self.requests.refused(message)
        if tries < ELSEWHERE:
            self._elsewhere_tries[match] = tries + 1
            self.link.leave(ELSEWHERE_PAUSE / 1000 * self._rng.uniform(1.0, 1.5))
        elif not message.id:
            self.subscriptions.refused(match, RefusedError.of(message))

    async def _repeat(self, match: str, retry: int) -> None:
        """Follow or leave a match, or the lobby, once more: none of that is answered."""
        await pause(retry, self._rng)
        if match:
            self.subscriptions.repeat(match)
        else:
            self._owner.lobby_refused()
