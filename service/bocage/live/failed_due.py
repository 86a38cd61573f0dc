"""Matches that are due and cannot be opened, such as one whose log is broken: tried again ever more rarely."""

from __future__ import annotations

import logging
from collections.abc import Callable, Coroutine
from typing import Any

from bocage.log.records import Change
from bocage.store import StoreError
from bocage.store.store import Store

log = logging.getLogger("bocage.node")

#: Seconds until the second try; each wait after it is twice as long, up to the longest.
FIRST_WAIT = 30.0
LONGEST_WAIT = 3600.0


class FailedDue:
    """What this node could not do in time. Lists name a due match at every beat until it is done or put off."""

    def __init__(
        self,
        store: Store,
        clock: Callable[[], float],
        spawn: Callable[[Coroutine[Any, Any, None], str], None],
    ) -> None:
        """``clock``: seconds. ``spawn`` runs work beside everything else, under a name."""
        self._store = store
        self._clock = clock
        self._spawn = spawn
        #: Match → when it may be tried again (loop time), and how long it waited for that.
        self._waits: dict[str, tuple[float, float]] = {}

    def leaves_alone(self, match: str) -> bool:
        """Whether it is too early for another try."""
        waits = self._waits.get(match)
        return waits is not None and waits[0] > self._clock()

    def failed(self, match: str) -> None:
        """It could not be opened: wait, and let the lists name it later, so that it stands before no other."""
        now = self._clock()
        # A match that has not been due again for a long time is settled.
        self._waits = {name: one for name, one in self._waits.items() if one[0] > now - 2 * LONGEST_WAIT}
        wait = min(2 * self._waits[match][1], LONGEST_WAIT) if match in self._waits else FIRST_WAIT
        self._waits[match] = now + wait, wait
        self._spawn(self._put_off(match, wait), f"put off {match}")

    async def _put_off(self, match: str, wait: float) -> None:
        store = self._store
        try:
            if entries := await store.read(match):
                due = store.now() + int(1000 * wait)
                await store.project(match, Change(due=due), entries[-1].seq, entries[-1].at)
        except StoreError as error:
            log.info("match %s cannot be put off: %s", match, error)
