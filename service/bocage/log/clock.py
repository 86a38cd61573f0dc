"""Match clocks: a pure function of the seats and times of the answers.

``bank``: each seat has ``base`` ms. Its clock runs from the entry that raised its decision to the entry that
answers it. When the decision passes to another seat, the seat that answered last gets ``increment``, so several
answers in a row earn it once. ``days``: each decision may take ``base`` ms, not counting vacations. Storage outages
never count.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from bocage.protocol.rest import ClockRules

#: Least time left (ms) after a default was played.
REFILL = 15_000
#: Consecutive timeouts that lose the match, even where defaults are played.
LAST_TIMEOUT = 3


#: Attributes of a clock.
SLOTS: Final = ("away", "excused", "last", "left", "misses", "rules", "since")


class Away(NamedTuple):
    """A vacation as a clock counts it, from ``since`` to ``until`` (ms). ``said``: the end given in the entry."""

    since: int
    until: int
    said: int


class Clock:
    """The clock of one running match. All times in milliseconds."""

    __slots__ = SLOTS

    def __init__(self, rules: ClockRules, seats: int) -> None:
        self.rules = rules
        #: Per seat: bank at the start of the current decision.
        self.left = [rules.base] * seats
        #: Time from which the current decision counts.
        self.since = 0
        #: Time up to which outages have been refunded.
        self.excused = 0
        #: The seat that answered last; -1 before the first answer.
        self.last = -1
        #: Per seat: consecutive timeouts.
        self.misses = [0] * seats
        #: Per seat: vacations in order. Replaced, never mutated.
        self.away: tuple[tuple[Away, ...], ...] = ((),) * seats

    def copy(self) -> Clock:
        twin = Clock(self.rules, len(self.left))
        twin.left = self.left[:]
        twin.since = self.since
        twin.excused = self.excused
        twin.last = self.last
        twin.misses = self.misses[:]
        twin.away = self.away
        return twin

    def start(self, at: int) -> None:
        """Start with the first decision, at ``at``."""
        self.since = self.excused = at

    def answered(self, seat: int, at: int) -> None:
        """Charge ``seat`` for an answer at ``at``."""
        if self.rules.kind != "none":
            self._charge(seat, at)
            self.misses[seat] = 0

    def defaulted(self, seat: int, at: int) -> None:
        """Charge ``seat`` for a timeout with a default action, and leave it enough time to play on."""
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
        """Account for an undo by ``seat`` while ``decider`` had to decide.

        The clock of ``seat`` keeps running; time that another seat has spent thinking is not charged.
        """
        if self.rules.kind != "none":
            if decider == seat:
                self._charge(seat, at)
            self.since = self.excused = at

    def outage(self, since: int, until: int) -> None:
        """Refund the time of an outage to the current decision."""
        start = max(since, self.excused)
        if until > start:
            self.since += until - start
            self.excused = until

    def vacation(self, seat: int, since: int, until: int, at: int) -> None:
        """Add a vacation of ``seat`` from ``since`` to ``until``, or change the end of the one with the same
        ``since``.

        ``at``: time of the entry. A changed end applies from then on; time already excused stays excused.
        """
        away = self.away[seat]
        changed = bool(away) and away[-1].since == since
        now = Away(since, max(until, at) if changed else until, until)
        away = (*away[:-1], now) if changed else (*away, now)
        self.away = (*self.away[:seat], away, *self.away[seat + 1 :])

    def remaining(self, seat: int, decider: int) -> int:
        """Return the time ``seat`` has left while ``decider`` decides, without the time of the current decision."""
        if self.rules.kind == "days":
            return self.rules.base
        handed_over = seat == self.last and seat != decider
        return self.left[seat] + (self.rules.increment if handed_over else 0)

    def deadline(self, decider: int) -> int:
        """Return the deadline of ``decider``, if the match has a clock."""
        late, counted = self.since + self.remaining(decider, decider), self.since
        for away in self.away[decider]:
            stands = max(away.since, counted)
            if stands < min(away.until, late):
                late += away.until - stands
                counted = away.until
        return late
