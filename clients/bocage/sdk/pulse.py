"""Notices in seconds that a connection is dead, while an answer is owed (decision 044)."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

#: Seconds without a frame until the service is asked for a word, and from then until the connection counts as dead.
ASK = 2.0
DEAD = 3.0
#: The longest that the second may become.
LONGEST = 10.0
#: Seconds. A timer that comes so late measured that our own loop was held, and not the service's silence.
LATE = 0.5


class Pulse:
    """Listens to one connection after the other. At rest it does nothing: there the websocket's own pings do."""

    def __init__(self, owed: Callable[[], bool], ask: Callable[[], None], dead: Callable[[], None]) -> None:
        """``owed``: whether a request waits for its answer. ``ask`` sends a ping. ``dead``: no word came."""
        self._owed = owed
        self._ask = ask
        self._dead = dead
        #: Since when an answer is owed and nothing was heard; None: nothing is owed.
        self._since: float | None = None
        #: When the service was asked for a word that has not come yet.
        self._asked: float | None = None
        self._forgiven = False
        self._held_until = 0.0
        #: Each connection that dies of silence doubles how long an answer may take, a quick answer resets it.
        self._patience = 1.0
        self._timer: asyncio.TimerHandle | None = None

    def sent(self) -> None:
        """Note that something was sent."""
        if self._since is None:
            self._since = _now()
            self._arm()

    def heard(self) -> None:
        """Note that something was heard, after it was dealt with."""
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
        # A frame that came meanwhile has only moved the time at which this falls due.
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
