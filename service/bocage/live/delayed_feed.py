"""Open hands with a delay: the same log, folded a second time, some seconds behind."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable

from bocage.live.effects import Effect
from bocage.live.feed import MatchFeed
from bocage.log.entries import Entry


class DelayedFeed:
    """A feed that is ``delay`` milliseconds behind its match, until the match is over."""

    __slots__ = ("_delay", "_pending", "feed")

    def __init__(self, feed: MatchFeed, pending: Iterable[Entry], delay: int) -> None:
        """``feed``: folded up to what may be shown; ``pending``: the entries after that."""
        self.feed = feed
        self._pending = deque(pending)
        self._delay = delay

    def push(self, entry: Entry, over: bool) -> bool:
        """Take the next entry. Returns whether to call :meth:`release`, because no older entry waits.

        ``over``: it has ended, so nothing is held back any more.
        """
        self._pending.append(entry)
        if over:
            self._delay = 0
        return over or len(self._pending) == 1

    def release(self, now: int, out: list[Effect]) -> int:
        """Show what is old enough at ``now`` (ms). Returns when to release the rest; 0: there is no rest."""
        pending = self._pending
        while pending:
            due = pending[0].at + self._delay
            if self._delay and due > now:
                return due
            self.feed.extend(pending.popleft(), out)
        return 0
