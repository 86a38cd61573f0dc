"""Open hands with a delay: the same log, folded a second time, some seconds behind."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterable

from service.match.entries import Entry
from service.room.feed import MatchFeed


class DelayedFeed:
    """A show that lags behind its match by ``delay`` milliseconds, until the match is over."""

    __slots__ = ("_delay", "_now", "_pending", "_timer", "feed")

    def __init__(self, feed: MatchFeed, pending: Iterable[Entry], delay: int, now: Callable[[], int]) -> None:
        """``feed``: folded up to what may be shown; ``pending``: what follows. ``now``: the store's clock, ms."""
        self.feed = feed
        self._pending = deque(pending)
        self._delay = delay
        self._now = now
        self._timer: asyncio.TimerHandle | None = None
        self.release()

    def push(self, entry: Entry, over: bool) -> None:
        """The match goes on. ``over``: it has ended, so nothing is held back any more."""
        self._pending.append(entry)
        if over:
            self._delay = 0
        if over or self._timer is None:
            self.release()

    def release(self) -> None:
        """Show what is old enough, and come back for the rest."""
        self.close()
        pending = self._pending
        while pending:
            wait = pending[0].at + self._delay - self._now()
            if self._delay and wait > 0:
                self._timer = asyncio.get_running_loop().call_later(wait / 1000, self.release)
                return
            self.feed.extend(pending.popleft())

    def close(self) -> None:
        """Stop coming back."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
