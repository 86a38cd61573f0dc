"""Followed matches and their readers."""

from __future__ import annotations

import logging

from bocage.protocol.messages import Resume, Snapshot, Unwatch, Update, Watch
from bocage.sdk.errors import BocageError
from bocage.sdk.link import Link
from bocage.sdk.mirror import MatchState, Mirror
from bocage.sdk.state_queue import StateQueue

log = logging.getLogger("bocage.sdk")


class Subscription:
    """One followed match: its state, and its readers."""

    __slots__ = ("invite", "mirror", "odds", "open_hands", "queues")

    def __init__(self, match: str, open_hands: bool, invite: str, odds: bool) -> None:
        self.mirror = Mirror(match)
        self.queues: list[StateQueue] = []
        self.open_hands = open_hands
        self.invite = invite
        self.odds = odds

    def request(self) -> Watch | Resume:
        """Return the request to follow the match from its known position."""
        mirror = self.mirror
        if mirror.state is None:
            return Watch(match=mirror.match, open=self.open_hands, invite=self.invite, odds=self.odds)
        return Resume(
            match=mirror.match,
            seq=mirror.seq,
            open=self.open_hands,
            invite=self.invite,
            digest=mirror.state.digest,
            odds=self.odds,
        )

    def deliver(self, state: MatchState | None) -> None:
        """Pass a new state to all readers."""
        if state is not None:
            for queue in self.queues:
                queue.put(state)

    def fail(self, error: BocageError) -> None:
        """Pass a fatal error to all readers."""
        for queue in self.queues:
            queue.fail(error)


class Subscriptions:
    """The followed matches of one connection."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self._matches: dict[str, Subscription] = {}
        self._error: BocageError | None = None

    def follow(self, match: str, open_hands: bool, invite: str, odds: bool = False) -> StateQueue:
        """Add a reader of a match. Raises ``ValueError`` if it is followed with another view."""
        if self._error is not None:
            raise self._error
        subscription = self._matches.get(match)
        if subscription is None:
            subscription = self._matches[match] = Subscription(match, open_hands, invite, odds)
            self._link.send(subscription.request())
        elif subscription.open_hands != open_hands:
            raise ValueError(f"{match} is already followed {'without' if open_hands else 'with'} open hands")
        elif odds and not subscription.odds:
            raise ValueError(f"{match} is already followed without odds")
        queue = StateQueue()
        subscription.queues.append(queue)
        if subscription.mirror.state is not None:
            queue.put(subscription.mirror.state)
        return queue

    def unfollow(self, match: str, queue: StateQueue) -> None:
        """Remove a reader; without further readers the match is no longer followed."""
        subscription = self._matches.get(match)
        if subscription is None or queue not in subscription.queues:
            return
        subscription.queues.remove(queue)
        if not subscription.queues:
            del self._matches[match]
            self._link.send(Unwatch(match=match))

    def holds(self, match: str) -> bool:
        """True if the match has readers."""
        return match in self._matches

    def again(self) -> None:
        """Resume all matches on a new connection."""
        for subscription in self._matches.values():
            subscription.mirror.behind = False
            self._link.send(subscription.request())

    def repeat(self, match: str) -> None:
        """Repeat the request to follow or leave a match."""
        subscription = self._matches.get(match)
        self._link.send(subscription.request() if subscription else Unwatch(match=match))

    def refused(self, match: str, error: BocageError) -> None:
        """Handle the refusal to follow a match."""
        if subscription := self._matches.get(match):
            subscription.fail(error)

    def snapshot(self, message: Snapshot) -> None:
        subscription = self._matches.get(message.match)
        if subscription is not None:
            subscription.deliver(subscription.mirror.snapshot(message))

    def update(self, message: Update) -> None:
        subscription = self._matches.get(message.match)
        if subscription is None:
            return
        mirror = subscription.mirror
        was_behind = mirror.behind
        subscription.deliver(mirror.update(message))
        if mirror.behind and not was_behind:
            log.info("gap in %s: have %d, got %d", message.match, mirror.seq, message.seq)
            self.repeat(message.match)

    def fail(self, error: BocageError) -> None:
        """Pass a fatal error to all readers."""
        self._error = error
        for subscription in self._matches.values():
            subscription.fail(error)
