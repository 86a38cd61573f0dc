"""Detects a dead connection within seconds while an answer is owed (decision 044)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

#: Seconds without a frame until a ping is sent, and from then until the connection counts as dead.
ASK = 2.0
DEAD = 3.0
#: Upper limit of the second.
LONGEST = 10.0
#: Delay of a timer in seconds that shows that our own loop was blocked, not the service silent.
LATE = 0.5


class Pulse:
    """Monitors successive connections. Idle ones are left to the websocket's own pings."""

    def __init__(self, owed: Callable[[], bool], ask: Callable[[], None], dead: Callable[[], None]) -> None:
        """``owed``: a request is unanswered. ``ask`` sends a ping. ``dead``: no frame came in time."""
        self._owed = owed
        self._ask = ask
        self._dead = dead
        #: Time since which an answer is owed without a frame; None: nothing is owed.
        self._since: float | None = None
        #: Time of an unanswered ping.
        self._asked: float | None = None
        self._forgiven = False
        self._held_until = 0.0
        #: Factor of the timeout: doubled by each dead connection, reset by a quick answer.
        self._patience = 1.0
        self._timer: asyncio.TimerHandle | None = None

    def sent(self) -> None:
        """Note that a message was sent."""
        if self._since is None:
            self._since = _now()
            self._arm()

    def heard(self) -> None:
        """Note that a frame was handled."""
        now = _now()
        if self._asked is not None and now - self._asked <= DEAD:
            self._patience = 1.0
        self._asked, self._forgiven = None, False
        self._since = now if self._owed() else None

    def hold(self, until: float) -> None:
        """Note that nothing is sent before ``until``, by the loop's clock."""
        self._held_until = until

    def stop(self) -> None:
        """Note that the connection is gone."""
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._since = self._asked = None
        self._forgiven, self._held_until = False, 0.0

    @property
    def _due(self) -> float | None:
        if self._since is None:
            return None
        if self._asked is None:
            return max(self._since, self._held_until) + ASK
        return max(self._asked, self._held_until) + min(DEAD * self._patience, LONGEST)

    def _arm(self) -> None:
        if self._timer is None and self._due is not None:
            self._timer = asyncio.get_running_loop().call_at(self._due, self._look)

    def _look(self) -> None:
        self._timer = None
        due, now = self._due, _now()
        if due is None:
            return
        # Frames received meanwhile only move the due time.
        if now >= due:
            if self._asked is not None and (self._forgiven or now <= due + LATE):
                self._patience *= 2
                self._dead()
                return
            self._forgiven = self._asked is not None
            self._asked = now
            self._ask()
        self._arm()


def _now() -> float:
    return asyncio.get_running_loop().time()
