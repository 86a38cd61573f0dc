"""Following logs: every entry exactly once and in order, from this node's appends, from what other nodes publish,
and from the stream itself where anything is missing."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from service.match.records import Entry
from service.store.keys import shard_of
from service.store.records import Follower, StoreError, Unavailable

log = logging.getLogger(__name__)


class FollowedLog:
    """A match followed on this node."""

    __slots__ = ("again", "closed", "follower", "healing", "log", "match", "shard", "sure", "tail")

    def __init__(self, match: str, follower: Follower) -> None:
        self.match = match
        self.shard = shard_of(match)
        self.follower = follower
        #: The last entry the follower knows; None: not loaded yet.
        self.tail: Entry | None = None
        #: The log, from when it is read until whoever asked for it has taken it.
        self.log: list[Entry] | None = None
        self.healing: asyncio.Task[None] | None = None
        #: The log may hold more than what has been read: a reading that was begun before does not do.
        self.again = False
        #: Whether the log still holds ``tail`` as far as is known; not on a new connection until it was read.
        self.sure = True
        #: The log was found archived, and read since: nothing is added to it any more.
        self.closed = False


class FollowedLogs:
    """All matches followed on this node."""

    def __init__(
        self,
        read: Callable[[str, int], Awaitable[list[Entry]]],
        confirm: Callable[[], Awaitable[None]],
    ) -> None:
        """``read(match, after)``: what the log holds. ``confirm()``: what was read before is stored as safely as
        it is acknowledged; both raise :class:`StoreError`."""
        self._read = read
        self._confirm = confirm
        #: How many connections there have been before this one.
        self._before = 0
        self._by_match: dict[str, FollowedLog] = {}

    def __contains__(self, match: str) -> bool:
        return match in self._by_match

    def all(self) -> list[FollowedLog]:
        """Everybody who follows a match and has loaded it."""
        return [followed for followed in self._by_match.values() if followed.tail is not None]

    def add(self, match: str, follower: Follower) -> FollowedLog:
        """Note a follower before its log is loaded; what was added until then is in the log."""
        self.remove(match)
        followed = self._by_match[match] = FollowedLog(match, follower)
        return followed

    def remove(self, match: str, followed: FollowedLog | None = None) -> bool:
        """Forget who follows ``match`` (if given: only that one); tells whether there was anybody."""
        present = self._by_match.get(match)
        if present is None or (followed is not None and followed is not present):
            return False
        del self._by_match[match]
        if present.healing is not None:
            present.healing.cancel()
        return True

    def loaded(self, followed: FollowedLog, entries: list[Entry]) -> None:
        """Its log was read; entries that come before :meth:`take` are added to it."""
        followed.log = entries
        if entries:
            followed.tail = entries[-1]

    def take(self, followed: FollowedLog) -> list[Entry] | None:
        """The log as loaded, with what was added since; from now on the follower is told.

        None: gone again, or loaded on a connection that is not the present one.
        """
        entries, followed.log = followed.log, None
        return entries if self._present(followed) and followed.sure else None

    def deliver(self, match: str, entry: Entry) -> None:
        """An entry of ``match`` became known."""
        followed = self._by_match.get(match)
        if followed is None or followed.tail is None:
            return
        if not followed.sure:
            # Told on top of what the log may have lost, it would tell what never was.
            followed.again = True
        elif entry.seq == followed.tail.seq + 1:
            self._tell(followed, entry)
        elif entry.seq > followed.tail.seq or (entry.seq == followed.tail.seq and entry != followed.tail):
            self.heal(followed)

    def hear(self, match: str, note: bytes) -> None:
        """Another node whispered."""
        followed = self._by_match.get(match)
        if followed is not None and followed.tail is not None and followed.log is None:
            self._call(followed.follower.heard, note)

    def compare(self, match: str, length: int) -> None:
        """The log of ``match`` has ``length`` entries, and all that was published before is delivered.

        -1: it is archived, and nobody knows without reading it.
        """
        followed = self._by_match.get(match)
        if followed is None or followed.tail is None or followed.closed or not followed.sure:
            return
        if length != followed.tail.seq:
            if length > followed.tail.seq and (followed.healing is None or followed.healing.done()):
                log.info("%s has %d entries, its follower was not told of all", match, length)
            self.heal(followed)
            followed.closed = length < 0

    def doubt(self) -> None:
        """There is a new connection: what comes by it is told once the log was read (:meth:`caught_up`)."""
        self._before += 1
        for followed in self.all():
            followed.sure = False
            if followed.healing is not None:
                # What the old connection answers may be old by now.
                followed.healing.cancel()
                followed.healing = None

    def heal(self, followed: FollowedLog) -> asyncio.Task[None]:
        """Read what the follower misses, in a reading that begins now or later."""
        followed.again = True
        if followed.healing is None or followed.healing.done():
            followed.healing = asyncio.create_task(self._catch_up(followed), name=f"heal {followed.match}")
        return followed.healing

    def behind(self, match: str, seq: int) -> FollowedLog | None:
        """Who follows ``match`` here and does not know entry ``seq`` yet."""
        followed = self._by_match.get(match)
        return followed if followed is not None and followed.tail is not None and followed.tail.seq < seq else None

    async def read(self, match: str) -> list[Entry]:
        """The whole log, after its follower was told whatever it did not know of it. Raises :class:`StoreError`."""
        followed = self._by_match.get(match)
        tail = followed.tail if followed is not None else None
        before = self._before
        entries = await self._read(match, 0)
        if followed is not None and tail is not None:
            if entries and entries[-1].seq > tail.seq:
                await self._confirm()
            if self._before != before:
                raise Unavailable(100, "the connection to Redis changed while a log was read")
            self.caught_up(followed, tail, entries[tail.seq - 1 :])
        return entries

    async def _catch_up(self, followed: FollowedLog) -> None:
        """Read on from the last entry the follower knows, and check that it is still there."""
        while followed.again and self._present(followed):
            followed.again = False
            tail = followed.tail
            assert tail is not None
            try:
                entries = await self._read(followed.match, tail.seq - 1)
                if len(entries) > 1:
                    await self._confirm()
            except StoreError as error:
                # Whoever connects anew reads all logs; whoever does not compares their lengths soon.
                log.info("cannot catch up with %s: %s", followed.match, error)
                followed.closed = False
                return
            self.caught_up(followed, tail, entries)

    def caught_up(self, followed: FollowedLog, tail: Entry, entries: list[Entry]) -> None:
        """``entries`` are what the log holds from ``tail`` on, which was the last entry known when it was read."""
        if not self._present(followed) or followed.tail is None:
            return
        if not entries or entries[0] != tail:
            self.remove(followed.match)
            if followed.log is None:
                self._call(followed.follower.rewound)
            return
        followed.sure = True
        for entry in entries:
            if entry.seq == followed.tail.seq + 1:
                self._tell(followed, entry)
                if not self._present(followed):
                    return
        if followed.again:
            self.heal(followed)

    def _present(self, followed: FollowedLog) -> bool:
        return self._by_match.get(followed.match) is followed

    def _tell(self, followed: FollowedLog, entry: Entry) -> None:
        followed.tail = entry
        if followed.log is not None:
            followed.log.append(entry)
        else:
            self._call(followed.follower.entry, entry)

    def _call(self, function: Callable[..., None], *arguments: Any) -> None:
        try:
            function(*arguments)
        except Exception:
            # One table's mistake must not stop the reading of all others.
            log.exception("a follower failed")
