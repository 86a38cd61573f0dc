"""Match clocks: a pure function of the answers' seats and times.

``bank``: each seat has ``base`` ms; its clock runs from the entry that raised its decision to the entry that
answers it. When the decision passes to another seat, the one that answered last gets ``increment`` (so that
taking small steps back and forth earns nothing). ``days``: each decision may take ``base`` ms.
Time in which storage was out of reach does not count.
"""

from __future__ import annotations

from service.match.entries import ClockRules

#: A seat whose default was played goes on with at least this much (ms).
REFILL = 15_000
#: The timeout in a row that loses even where defaults are played.
LAST_TIMEOUT = 3


class Clock:
    """The clock of one running match. All times in milliseconds."""

    __slots__ = ("excused", "last", "left", "misses", "rules", "since")

    def __init__(self, rules: ClockRules, seats: int) -> None:
        self.rules = rules
        #: What each seat has left in its bank, not counting the decision that is owed now.
        self.left = [rules.base] * seats
        #: From when the present decision counts.
        self.since = 0
        #: Up to when outages have been taken into account.
        self.excused = 0
        #: The seat that answered last; -1: none yet.
        self.last = -1
        #: How many of its decisions in a row each seat let pass.
        self.misses = [0] * seats

    def copy(self) -> Clock:
        """A clock that shares nothing mutable with this one."""
        twin = Clock.__new__(Clock)
        twin.rules = self.rules
        twin.left = self.left[:]
        twin.since = self.since
        twin.excused = self.excused
        twin.last = self.last
        twin.misses = self.misses[:]
        return twin

    def start(self, at: int) -> None:
        """The first decision is owed."""
        self.since = self.excused = at

    def answered(self, seat: int, at: int) -> None:
        """``seat`` answered its decision."""
        if self.rules.kind != "none":
            self._charge(seat, at)
            self.misses[seat] = 0

    def defaulted(self, seat: int, at: int) -> None:
        """The default was played for ``seat``, whose time was up; it gets enough to play on."""
        self._charge(seat, at)
        self.left[seat] = max(self.rules.increment, REFILL)
        self.misses[seat] += 1

    def _charge(self, seat: int, at: int) -> None:
        if self.rules.kind == "bank":
            if self.last not in (-1, seat):
                self.left[self.last] += self.rules.increment
            self.left[seat] = max(0, self.left[seat] - max(0, at - self.since))
        self.last = seat
        self.since = self.excused = at

    def outage(self, since: int, until: int) -> None:
        """Storage was out of reach; the present decision gets that time back."""
        start = max(since, self.excused)
        if until > start:
            self.since += until - start
            self.excused = until

    def remaining(self, seat: int, decider: int) -> int:
        """What ``seat`` has, while ``decider`` owes a decision (its running time not yet taken off)."""
        if self.rules.kind == "days":
            return self.rules.base
        handed_over = seat == self.last and seat != decider
        return self.left[seat] + (self.rules.increment if handed_over else 0)

    def deadline(self, decider: int) -> int:
        """When the decision that ``decider`` owes is late; 0: never."""
        if self.rules.kind == "none":
            return 0
        return self.since + self.remaining(decider, decider)
