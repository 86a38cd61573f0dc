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


class Follow:
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


class Follows:
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
        self._follows: dict[str, Follow] = {}

    def __contains__(self, match: str) -> bool:
        return match in self._follows

    def all(self) -> list[Follow]:
        """Everybody who follows a match and has loaded it."""
        return [follow for follow in self._follows.values() if follow.tail is not None]

    def add(self, match: str, follower: Follower) -> Follow:
        """Note a follower before its log is loaded; what was added until then is in the log."""
        self.remove(match)
        follow = self._follows[match] = Follow(match, follower)
        return follow

    def remove(self, match: str, follow: Follow | None = None) -> bool:
        """Forget who follows ``match`` (if given: only that one); tells whether there was anybody."""
        present = self._follows.get(match)
        if present is None or (follow is not None and follow is not present):
            return False
        del self._follows[match]
        if present.healing is not None:
            present.healing.cancel()
        return True

    def loaded(self, follow: Follow, entries: list[Entry]) -> None:
        """Its log was read; entries that come before :meth:`take` are added to it."""
        follow.log = entries
        if entries:
            follow.tail = entries[-1]

    def take(self, follow: Follow) -> list[Entry] | None:
        """The log as loaded, with what was added since; from now on the follower is told.

        None: gone again, or loaded on a connection that is not the present one.
        """
        entries, follow.log = follow.log, None
        return entries if self._present(follow) and follow.sure else None

    def deliver(self, match: str, entry: Entry) -> None:
        """An entry of ``match`` became known."""
        follow = self._follows.get(match)
        if follow is None or follow.tail is None:
            return
        if not follow.sure:
            # Told on top of what the log may have lost, it would tell what never was.
            follow.again = True
        elif entry.seq == follow.tail.seq + 1:
            self._tell(follow, entry)
        elif entry.seq > follow.tail.seq or (entry.seq == follow.tail.seq and entry != follow.tail):
            self.heal(follow)

    def hear(self, match: str, note: bytes) -> None:
        """Another node whispered."""
        follow = self._follows.get(match)
        if follow is not None and follow.tail is not None and follow.log is None:
            self._call(follow.follower.heard, note)

    def compare(self, match: str, length: int) -> None:
        """The log of ``match`` has ``length`` entries, and all that was published before is delivered.

        -1: it is archived, and nobody knows without reading it.
        """
        follow = self._follows.get(match)
        if follow is None or follow.tail is None or follow.closed or not follow.sure:
            return
        if length != follow.tail.seq:
            if length > follow.tail.seq and (follow.healing is None or follow.healing.done()):
                log.info("%s has %d entries, its follower was not told of all", match, length)
            self.heal(follow)
            follow.closed = length < 0

    def doubt(self) -> None:
        """There is a new connection: what comes by it is told once the log was read (:meth:`caught_up`)."""
        self._before += 1
        for follow in self.all():
            follow.sure = False
            if follow.healing is not None:
                # What the old connection answers may be old by now.
                follow.healing.cancel()
                follow.healing = None

    def heal(self, follow: Follow) -> asyncio.Task[None]:
        """Read what the follower misses, in a reading that begins now or later."""
        follow.again = True
        if follow.healing is None or follow.healing.done():
            follow.healing = asyncio.create_task(self._catch_up(follow), name=f"heal {follow.match}")
        return follow.healing

    def behind(self, match: str, seq: int) -> Follow | None:
        """Who follows ``match`` here and does not know entry ``seq`` yet."""
        follow = self._follows.get(match)
        return follow if follow is not None and follow.tail is not None and follow.tail.seq < seq else None

    async def read(self, match: str) -> list[Entry]:
        """The whole log, after its follower was told whatever it did not know of it. Raises :class:`StoreError`."""
        follow = self._follows.get(match)
        tail = follow.tail if follow is not None else None
        before = self._before
        entries = await self._read(match, 0)
        if follow is not None and tail is not None:
            if entries and entries[-1].seq > tail.seq:
                await self._confirm()
            if self._before != before:
                raise Unavailable(100, "the connection to Redis changed while a log was read")
            self.caught_up(follow, tail, entries[tail.seq - 1 :])
        return entries

    async def _catch_up(self, follow: Follow) -> None:
        """Read on from the last entry the follower knows, and check that it is still there."""
        while follow.again and self._present(follow):
            follow.again = False
            tail = follow.tail
            assert tail is not None
            try:
                entries = await self._read(follow.match, tail.seq - 1)
                if len(entries) > 1:
                    await self._confirm()
            except StoreError as error:
                # Whoever connects anew reads all logs; whoever does not compares their lengths soon.
                log.info("cannot catch up with %s: %s", follow.match, error)
                follow.closed = False
                return
            self.caught_up(follow, tail, entries)

    def caught_up(self, follow: Follow, tail: Entry, entries: list[Entry]) -> None:
        """``entries`` are what the log holds from ``tail`` on, which was the last entry known when it was read."""
        if not self._present(follow) or follow.tail is None:
            return
        if not entries or entries[0] != tail:
            self.remove(follow.match)
            if follow.log is None:
                self._call(follow.follower.rewound)
            return
        follow.sure = True
        for entry in entries:
            if entry.seq == follow.tail.seq + 1:
                self._tell(follow, entry)
                if not self._present(follow):
                    return
        if follow.again:
            self.heal(follow)

    def _present(self, follow: Follow) -> bool:
        return self._follows.get(follow.match) is follow

    def _tell(self, follow: Follow, entry: Entry) -> None:
        follow.tail = entry
        if follow.log is not None:
            follow.log.append(entry)
        else:
            self._call(follow.follower.entry, entry)

    def _call(self, function: Callable[..., None], *arguments: Any) -> None:
        try:
            function(*arguments)
        except Exception:
            # One table's mistake must not stop the reading of all others.
            log.exception("a follower failed")
