"""Following logs: a follower gets every entry exactly once and in order.

Entries come from this node's own appends and from those that other nodes publish. Gaps are filled from the log.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from bocage.log.records import Entry
from bocage.store.keys import shard_of
from bocage.store.records import Follower, StorageUnavailableError, StoreError

log = logging.getLogger(__name__)


class FollowedLog:
    """A match followed on this node."""

    __slots__ = ("again", "closed", "follower", "healing", "log", "match", "shard", "sure", "tail")

    def __init__(self, match: str, follower: Follower) -> None:
        self.match = match
        self.shard = shard_of(match)
        self.follower = follower
        #: Last entry delivered to the follower; None until the log is loaded.
        self.tail: Entry | None = None
        #: The log as read, until ``follow`` returns it.
        self.log: list[Entry] | None = None
        self.healing: asyncio.Task[None] | None = None
        #: The log may hold more than the current reading returns: read again after it.
        self.again = False
        #: The log is known to hold ``tail``. False on a new connection until the log was read.
        self.sure = True
        #: The log was read after it was archived: nothing will be added.
        self.closed = False


class FollowedLogs:
    """All matches followed on this node."""

    def __init__(
        self,
        read: Callable[[str, int], Awaitable[list[Entry]]],
        confirm: Callable[[], Awaitable[None]],
    ) -> None:
        """``read(match, after)`` returns the entries after number ``after``. ``confirm()`` returns when enough
        replicas have what was read. Both may raise :class:`StoreError`.
        """
        self.fetch = read
        self.confirm = confirm
        #: Number of connections lost so far.
        self._before = 0
        #: By the id of their match.
        self.by_match: dict[str, FollowedLog] = {}

    def __contains__(self, match: str) -> bool:
        return match in self.by_match

    def all(self) -> list[FollowedLog]:
        """Return the followed logs that are loaded."""
        return [followed for followed in self.by_match.values() if followed.tail is not None]

    def add(self, match: str, follower: Follower) -> FollowedLog:
        """Add a follower before reading its log, so that no entry is missed in between."""
        self.remove(match)
        followed = self.by_match[match] = FollowedLog(match, follower)
        return followed

    def remove(self, match: str, followed: FollowedLog | None = None) -> bool:
        """Remove the follower of ``match`` (only ``followed``, if given). Returns whether there was one."""
        present = self.by_match.get(match)
        if present is None or (followed is not None and followed is not present):
            return False
        del self.by_match[match]
        if present.healing is not None:
            present.healing.cancel()
        return True

    def loaded(self, followed: FollowedLog, entries: list[Entry]) -> None:
        """Set the log as read. Entries that arrive before :meth:`take` are added to it."""
        followed.log = entries
        if entries:
            followed.tail = entries[-1]

    def take(self, followed: FollowedLog) -> list[Entry] | None:
        """Return the log as loaded, with the entries added since. From now on the follower gets new entries.

        None if the follower was removed, or if the log was loaded on a connection that has been lost.
        """
        entries, followed.log = followed.log, None
        return entries if self._present(followed) and followed.sure else None

    def deliver(self, match: str, entry: Entry) -> None:
        """Deliver an entry that this node has learned of."""
        followed = self.by_match.get(match)
        if followed is None or followed.tail is None:
            return
        if not followed.sure:
            # The log may have lost entries before this one, so the log is read first.
            followed.again = True
        elif entry.seq == followed.tail.seq + 1:
            followed.tail = entry
            if followed.log is not None:
                followed.log.append(entry)
                return
            try:
                followed.follower.entry(entry)
            except Exception:
                # An exception for one match must not stop all others.
                log.exception("a follower failed")
        elif entry.seq > followed.tail.seq or (entry.seq == followed.tail.seq and entry != followed.tail):
            self.heal(followed)

    def hear(self, match: str, note: bytes) -> None:
        """Deliver a ``note`` that another node whispered."""
        followed = self.by_match.get(match)
        if followed is not None and followed.tail is not None and followed.log is None:
            self._call(followed.follower.heard, note)

    def compare(self, match: str, length: int) -> None:
        """Compare with the ``length`` of the stored log; everything published before has been delivered.

        ``length`` is -1 for an archived log, whose length is known only after reading it.
        """
        followed = self.by_match.get(match)
        if followed is None or followed.tail is None or followed.closed or not followed.sure:
            return
        if length != followed.tail.seq:
            if length > followed.tail.seq and (followed.healing is None or followed.healing.done()):
                log.info("%s has %d entries, its follower was not told of all", match, length)
            self.heal(followed)
            followed.closed = length < 0

    def doubt(self) -> None:
        """Mark all logs as unverified after a reconnection, until they are read on the new connection."""
        self._before += 1
        for followed in self.all():
            followed.sure = False
            if followed.healing is not None:
                # The reply of the old connection may be stale.
                followed.healing.cancel()
                followed.healing = None

    def heal(self, followed: FollowedLog) -> asyncio.Task[None]:
        """Read the entries that the follower lacks. The reading begins after this call, never before."""
        followed.again = True
        if followed.healing is None or followed.healing.done():
            followed.healing = asyncio.create_task(self._catch_up(followed), name=f"heal {followed.match}")
        return followed.healing

    def behind(self, match: str, seq: int) -> FollowedLog | None:
        """Return the followed log of ``match`` if its follower lacks entry ``seq``, else None."""
        followed = self.by_match.get(match)
        return followed if followed is not None and followed.tail is not None and followed.tail.seq < seq else None

    async def read(self, match: str) -> list[Entry]:
        """Return the whole log, after delivering all its entries to the follower. Raises :class:`StoreError`."""
        followed = self.by_match.get(match)
        tail = followed.tail if followed is not None else None
        before = self._before
        entries = await self.fetch(match, 0)
        if followed is not None and tail is not None:
            if entries and entries[-1].seq > tail.seq:
                await self.confirm()
            if self._before != before:
                raise StorageUnavailableError(100, "the connection to Redis changed while a log was read")
            self.caught_up(followed, tail, entries[tail.seq - 1 :])
        return entries

    async def _catch_up(self, followed: FollowedLog) -> None:
        """Read from the last delivered entry on, and check that this entry is still there."""
        while followed.again and self._present(followed):
            followed.again = False
            tail = followed.tail
            assert tail is not None
            try:
                entries = await self.fetch(followed.match, tail.seq - 1)
                if len(entries) > 1:
                    await self.confirm()
            except StoreError as error:
                # All logs are read after a reconnection. Without one, lengths are compared soon.
                log.info("cannot catch up with %s: %s", followed.match, error)
                followed.closed = False
                return
            self.caught_up(followed, tail, entries)

    def caught_up(self, followed: FollowedLog, tail: Entry, entries: list[Entry]) -> None:
        """Deliver ``entries`` of the log, which begin at ``tail``, the last one known when the reading began."""
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
        return self.by_match.get(followed.match) is followed

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
            # An exception for one match must not affect the others.
            log.exception("a follower failed")
