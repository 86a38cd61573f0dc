"""Following logs: every entry exactly once and in order, from this node's appends, from what other nodes publish,
and from the stream itself where anything is missing."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from typing import Any

from service.store.records import Entry, Follower, StoreError

log = logging.getLogger(__name__)


class Follow:
    """A match followed on this node."""

    __slots__ = ("follower", "healing", "log", "match", "tail")

    def __init__(self, match: str, follower: Follower) -> None:
        self.match = match
        self.follower = follower
        #: The last entry the follower knows; None: not loaded yet.
        self.tail: Entry | None = None
        #: The log, from when it is read until whoever asked for it has taken it.
        self.log: list[Entry] | None = None
        self.healing: asyncio.Task[None] | None = None


class Follows:
    """All matches followed on this node."""

    def __init__(self, read: Callable[[str, int], Awaitable[list[Entry]]]) -> None:
        self._read = read
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
        """The log as loaded, with what was added since; from now on the follower is told. None: gone again."""
        entries, follow.log = follow.log, None
        return entries if self._follows.get(follow.match) is follow else None

    def deliver(self, match: str, entry: Entry) -> None:
        """An entry of ``match`` became known."""
        follow = self._follows.get(match)
        if follow is None or follow.tail is None:
            return
        missing = entry.seq - follow.tail.seq - 1
        if missing == 0:
            self._tell(follow, entry)
        elif missing > 0:
            self.heal(follow)

    def hear(self, match: str, note: bytes) -> None:
        """Another node whispered."""
        follow = self._follows.get(match)
        if follow is not None and follow.tail is not None and follow.log is None:
            self._call(follow.follower.heard, note)

    def heal(self, follow: Follow) -> asyncio.Task[None]:
        """Read what the follower misses, unless that is under way."""
        if follow.healing is None or follow.healing.done():
            follow.healing = asyncio.create_task(self.catch_up(follow), name=f"heal {follow.match}")
        return follow.healing

    def behind(self, match: str, seq: int) -> Follow | None:
        """Who follows ``match`` here and does not know entry ``seq`` yet."""
        follow = self._follows.get(match)
        return follow if follow is not None and follow.tail is not None and follow.tail.seq < seq else None

    async def catch_up(self, follow: Follow) -> None:
        """Read on from the last entry the follower knows, and check that it is still there."""
        tail = follow.tail
        if tail is None:
            return
        try:
            entries = await self._read(follow.match, tail.seq - 1)
        except StoreError as error:
            # Storage went away again; connecting anew heals everything.
            log.info("cannot catch up with %s: %s", follow.match, error)
            return
        self.caught_up(follow, tail, entries)

    def caught_up(self, follow: Follow, tail: Entry, entries: list[Entry]) -> None:
        """``entries`` are what the log holds from ``tail`` on."""
        if self._follows.get(follow.match) is not follow or follow.tail is None:
            return
        if not entries or entries[0] != tail:
            del self._follows[follow.match]
            if follow.log is None:
                self._call(follow.follower.rewound)
            return
        for entry in entries:
            if entry.seq == follow.tail.seq + 1:
                self._tell(follow, entry)

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
