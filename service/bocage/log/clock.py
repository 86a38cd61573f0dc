"""Match clocks: a pure function of the seats and times of the answers.

``bank``: each seat has ``base`` ms; its clock runs from the entry that raised its decision to the entry that
answers it. When the decision passes to another seat, the seat that answered last gets ``increment``. So several
small answers in a row earn it once. ``days``: each decision may take ``base`` ms, and the time in which its
player is on vacation does not count. Time in which storage could not be reached never counts.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from bocage.protocol.rest import ClockRules

#: The least time (ms) that a seat has after its default was played.
REFILL = 15_000
#: So many timeouts in a row lose the match, even where defaults are played.
LAST_TIMEOUT = 3


#: What a clock consists of.
SLOTS: Final = ("away", "excused", "last", "left", "misses", "rules", "since")


class Away(NamedTuple):
    """A vacation as a clock counts it, from ``since`` to ``until`` (ms). ``said``: its end as the entry says it."""

    since: int
    until: int
    said: int


class Clock:
    """The clock of one running match. All times in milliseconds."""

    __slots__ = SLOTS

    def __init__(self, rules: ClockRules, seats: int) -> None:
        self.rules = rules
        #: What each seat has left in its bank at the start of the present decision.
        self.left = [rules.base] * seats
        #: The time from which the present decision counts.
        self.since = 0
        #: The time up to which outages are already given back.
        self.excused = 0
        #: The seat that answered last; -1 before the first answer.
        self.last = -1
        #: How many timeouts in a row each seat has had.
        self.misses = [0] * seats
        #: The vacations of each seat, in their order. Replaced, never changed.
        self.away: tuple[tuple[Away, ...], ...] = ((),) * seats

    def copy(self) -> Clock:
        """A copy that can be changed without changing this clock."""
        twin = Clock(self.rules, len(self.left))
        twin.left = self.left[:]
        twin.since = self.since
        twin.excused = self.excused
        twin.last = self.last
        twin.misses = self.misses[:]
        twin.away = self.away
        return twin

    def start(self, at: int) -> None:
        """The match starts at ``at``: the first decision is owed."""
        self.since = self.excused = at

    def answered(self, seat: int, at: int) -> None:
        """``seat`` answered its decision at ``at``."""
        if self.rules.kind != "none":
            self._charge(seat, at)
            self.misses[seat] = 0

    def defaulted(self, seat: int, at: int) -> None:
        """The time of ``seat`` ran out and its default was played; it gets enough time to play on."""
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

    def undone(self, seat: int, decider: int, at: int) -> None:
        """``seat`` took back its last answer while ``decider`` had to decide.

        Its own time goes on; what another seat has thought meanwhile is not counted.
        """
        if self.rules.kind != "none":
            if decider == seat:
                self._charge(seat, at)
            self.since = self.excused = at

    def outage(self, since: int, until: int) -> None:
        """Storage could not be reached; the present decision gets that time back."""
        start = max(since, self.excused)
        if until > start:
            self.since += until - start
            self.excused = until

    def vacation(self, seat: int, since: int, until: int, at: int) -> None:
        """``seat`` is away from ``since`` to ``until``, told by an entry at ``at``.

        The same ``since``: another end. It counts from its entry on: what was not counted before that stays so.
        """
        away = self.away[seat]
        changed = bool(away) and away[-1].since == since
        now = Away(since, max(until, at) if changed else until, until)
        away = (*away[:-1], now) if changed else (*away, now)
        self.away = (*self.away[:seat], away, *self.away[seat + 1 :])

    def remaining(self, seat: int, decider: int) -> int:
        """What ``seat`` has while ``decider`` decides; the running time of the decision is not subtracted."""
        if self.rules.kind == "days":
            return self.rules.base
        handed_over = seat == self.last and seat != decider
        return self.left[seat] + (self.rules.increment if handed_over else 0)

    def deadline(self, decider: int) -> int:
        """When the decision that ``decider`` owes is late, where a clock runs."""
        late, counted = self.since + self.remaining(decider, decider), self.since
        for away in self.away[decider]:
            stands = max(away.since, counted)
            if stands < min(away.until, late):
                late += away.until - stands
                counted = away.until
        return late
