"""Matches that are due and cannot be opened here: their log is broken, or their rules are not installed."""

from __future__ import annotations

import logging
from collections.abc import Callable

from bocage.live.background import Background
from bocage.live.stored_matches import append_all
from bocage.log.entries import UnknownEntryError
from bocage.log.outline import due_without_rules
from bocage.log.records import Change
from bocage.protocol.refusal import RefusedError
from bocage.store import StoreError
from bocage.store.store import Store

log = logging.getLogger("bocage.node")


#: Seconds until the second try; each wait after it is twice as long, up to the longest.
FIRST_WAIT = 30.0
LONGEST_WAIT = 3600.0
#: Seconds for which a match that is due is left to a node that has its rules, before this one looks again.
LEFT_ALONE = 30.0
#: It is put off by this many milliseconds if it is still due then; else it would always come before others.
PUT_OFF = 600_000


class FailedDue:
    """Due matches that could not be opened. Lists name a due match at every beat until it is done or put off."""

    def __init__(
        self,
        store: Store,
        clock: Callable[[], float],
        background: Background,
    ) -> None:
        """``clock``: seconds."""
        self._store = store
        self._clock = clock
        self._background = background
        #: Match → when it may be tried again (loop time), and how long it waited for that.
        self._waits: dict[str, tuple[float, float]] = {}

    def leaves_alone(self, match: str) -> bool:
        """True if it is too early for another try."""
        waits = self._waits.get(match)
        return waits is not None and waits[0] > self._clock()

    def failed(self, match: str) -> None:
        """It could not be opened: wait, and let the lists name it later, so that it stands before no other."""
        now = self._clock()
        # A match that has not been due again for a long time is settled.
        self._waits = {name: one for name, one in self._waits.items() if one[0] > now - 2 * LONGEST_WAIT}
        wait = min(2 * self._waits[match][1], LONGEST_WAIT) if match in self._waits else FIRST_WAIT
        self._waits[match] = now + wait, wait
        self._background.spawn(self._put_off(match, wait), f"put off {match}")

    async def _put_off(self, match: str, wait: float) -> None:
        store = self._store
        try:
            if entries := await store.read(match):
                due = store.now() + int(1000 * wait)
                await store.project(match, Change(due=due), entries[-1].seq, entries[-1].at)
        except StoreError as error:
            log.info("match %s cannot be put off: %s", match, error)


class MatchesWithoutRules:
    """The matches that were due here, and whose rules are not installed on this node."""

    def __init__(
        self,
        store: Store,
        clock: Callable[[], float],
        background: Background,
    ) -> None:
        """``clock``: seconds."""
        self._store = store
        self._clock = clock
        self._background = background
        #: Match → when it may be looked at again (loop time).
        self._until: dict[str, float] = {}

    def leaves_alone(self, match: str) -> bool:
        """True if this node has looked at it just now."""
        return self._until.get(match, 0.0) > self._clock()

    def met(self, match: str) -> None:
        """It is due, and its rules are not here: do what needs none."""
        now = self._clock()
        again = match in self._until
        # A match that has not been due again for a long time is settled.
        self._until = {name: until for name, until in self._until.items() if until > now - 10 * LEFT_ALONE}
        self._until[match] = now + LEFT_ALONE
        self._background.spawn(self._tend(match, again), f"tend {match} without its rules")

    async def _tend(self, match: str, again: bool) -> None:
        store = self._store
        try:
            try:
                if await append_all(store, match, lambda seen: due_without_rules(seen, store.now())):
                    return
                log.info("match %s is due, but its rules are not installed here", match)
            except UnknownEntryError as error:
                log.info("match %s is due, but %s", match, error)
            if again:
                last = (await store.read(match))[-1]
                await store.project(match, Change(due=store.now() + PUT_OFF), last.seq, last.at)
        except (StoreError, RefusedError) as error:
            log.info("match %s cannot be tended: %s", match, error)
