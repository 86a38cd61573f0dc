"""Matches that are followed, and their readers."""

from __future__ import annotations

import logging

from clients.sdk.errors import BocageError
from clients.sdk.feed import Feed
from clients.sdk.link import Link
from clients.sdk.mirror import Mirror, State
from protocol.messages import Resume, Snapshot, Unwatch, Update, Watch

log = logging.getLogger("bocage.sdk")


class Followed:
    """One match: what is known of it, and who reads it."""

    __slots__ = ("feeds", "invite", "mirror", "open_hands")

    def __init__(self, match: str, open_hands: bool, invite: str) -> None:
        self.mirror = Mirror(match)
        self.feeds: list[Feed] = []
        self.open_hands = open_hands
        self.invite = invite

    def request(self) -> Watch | Resume:
        """What tells the service how far this client is."""
        mirror = self.mirror
        if mirror.state is None:
            return Watch(match=mirror.match, open=self.open_hands, invite=self.invite)
        return Resume(match=mirror.match, seq=mirror.seq, open=self.open_hands, invite=self.invite)

    def deliver(self, state: State | None) -> None:
        """Hand a new state to all readers."""
        if state is not None:
            for feed in self.feeds:
                feed.put(state)

    def fail(self, error: BocageError) -> None:
        """All readers are told that nothing more will come."""
        for feed in self.feeds:
            feed.fail(error)


class Following:
    """The matches that one client follows."""

    def __init__(self, link: Link) -> None:
        self._link = link
        self._matches: dict[str, Followed] = {}
        self._error: BocageError | None = None

    def follow(self, match: str, open_hands: bool, invite: str) -> Feed:
        """A new reader of a match. Raises ``ValueError`` when the match is already followed with other eyes."""
        if self._error is not None:
            raise self._error
        followed = self._matches.get(match)
        if followed is None:
            followed = self._matches[match] = Followed(match, open_hands, invite)
            self._link.send(followed.request())
        elif followed.open_hands != open_hands:
            raise ValueError(f"{match} is already followed {'without' if open_hands else 'with'} open hands")
        feed = Feed()
        followed.feeds.append(feed)
        if followed.mirror.state is not None:
            feed.put(followed.mirror.state)
        return feed

    def unfollow(self, match: str, feed: Feed) -> None:
        """A reader leaves; with the last one the match is not followed any more."""
        followed = self._matches.get(match)
        if followed is None or feed not in followed.feeds:
            return
        followed.feeds.remove(feed)
        if not followed.feeds:
            del self._matches[match]
            self._link.send(Unwatch(match=match))

    def again(self) -> None:
        """There is a new connection."""
        for followed in self._matches.values():
            followed.mirror.behind = False
            self._link.send(followed.request())

    def repeat(self, match: str) -> None:
        """Say once more how far this client is, or that it does not follow the match any more."""
        followed = self._matches.get(match)
        self._link.send(followed.request() if followed else Unwatch(match=match))

    def refused(self, match: str, error: BocageError) -> None:
        """The match cannot be followed."""
        if followed := self._matches.get(match):
            followed.fail(error)

    def snapshot(self, message: Snapshot) -> None:
        followed = self._matches.get(message.match)
        if followed is not None:
            followed.deliver(followed.mirror.snapshot(message))

    def update(self, message: Update) -> None:
        followed = self._matches.get(message.match)
        if followed is None:
            return
        mirror = followed.mirror
        was_behind = mirror.behind
        followed.deliver(mirror.update(message))
        if mirror.behind and not was_behind:
            log.info("gap in %s: have %d, got %d", message.match, mirror.seq, message.seq)
            self.repeat(message.match)

    def fail(self, error: BocageError) -> None:
        """Nothing more will come."""
        self._error = error
        for followed in self._matches.values():
            followed.fail(error)
