"""One connection of a client: its link, pending requests, and followed matches."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Callable
from typing import TYPE_CHECKING

from bocage.protocol import messages as m
from bocage.sdk.errors import BocageError, ClosedError, RefusedError
from bocage.sdk.link import Link
from bocage.sdk.requests import ELSEWHERE, ELSEWHERE_PAUSE, LONGEST_RETRY, UNKNOWN_RULES, Requests, pause
from bocage.sdk.subscriptions import Subscriptions

if TYPE_CHECKING:
    from bocage.sdk.client import Client

log = logging.getLogger("bocage.sdk")

#: The limit on messages per connection: once reached, all messages wait.
MESSAGE_RATE = "message_rate"


class Connection:
    """Resumes its matches and repeats its requests on every new connection of its link."""

    def __init__(self, client: Client, rng: random.Random, open_link: Callable[[Connection], Link]) -> None:
        """``client``: handles what concerns no match. ``open_link``: creates the link to this handler."""
        self._client = client
        self._rng = rng
        #: Match → number of consecutive connections to nodes without its rules.
        self._elsewhere_tries: dict[str, int] = {}
        self.link = open_link(self)
        self.requests = Requests(self.link, rng)
        self.subscriptions = Subscriptions(self.link)

    async def run(self) -> None:
        """Stay connected until cancelled, or until retrying is useless."""
        async with asyncio.TaskGroup() as self._later:
            try:
                await self.link.run()
            except BocageError as error:
                self._client.failed(error)
            except Exception as error:
                # Raised here, it would cancel the task that opened the client; instead every caller gets it.
                log.exception("the client broke")
                self._client.failed(ClosedError(0, f"the client broke: {error!r}"))

    def fail(self, error: BocageError) -> None:
        """Pass a fatal error to every caller."""
        self.requests.fail(error)
        self.subscriptions.fail(error)

    # Events of the link ---------------------------------------------------------------------

    def opened(self, welcome: m.Welcome) -> None:
        """Resume every match, and repeat unanswered requests."""
        self.subscriptions.again()
        self._client.welcomed(self, welcome)
        self.requests.again()

    def lost(self, wait: float) -> None:
        """Handle a lost connection; the next attempt is in ``wait`` seconds."""
        self._client.waits(self, wait)

    def owed(self) -> bool:
        """True if a request is unanswered."""
        return self.requests.waiting

    def received(self, message: m.ServerMessage) -> None:
        """Dispatch a message."""
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
                self._client.told(message)

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
        """Handle a node without the match's rules; during an upgrade another node may have them."""
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
        """Repeat a request to follow or leave a match, or the lobby, which has no answer."""
        await pause(retry, self._rng)
        if match:
            self.subscriptions.repeat(match)
        else:
            self._client.follow_lobby_again()
