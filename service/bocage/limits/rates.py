"""Rate limiting per key."""

from __future__ import annotations

#: Tolerance in seconds for rounding errors of large times.
ROUNDING = 1e-6


class Rate:
    """A token bucket, kept as the time at which it is full again (GCRA)."""

    __slots__ = ("_paid", "_per", "_slack")

    def __init__(self, per_second: float, burst: int) -> None:
        self._per = 1.0 / per_second
        self._slack = self._per * burst
        self._paid = 0.0

    def take(self, now: float) -> float:
        """Take one token. Returns 0.0 if granted, else the seconds to wait."""
        paid = (self._paid if self._paid > now else now) + self._per
        wait = paid - now - self._slack
        if wait > ROUNDING:
            return wait
        self._paid = paid
        return 0.0

    def charge(self, now: float, many: int) -> None:
        """Take ``many`` tokens unconditionally; later requests wait for them."""
        self._paid = max(self._paid, now) + self._per * many

    def full(self, now: float) -> bool:
        """True if the bucket is full, and so equivalent to a new one."""
        return self._paid <= now


class Rates:
    """One bucket per key (an address, a player). Full buckets are dropped."""

    __slots__ = ("_burst", "_many", "_per_second", "_rates")

    #: Number of keys up to which nothing is dropped.
    FEW = 10_000

    def __init__(self, per_second: float, burst: int) -> None:
        self._per_second = per_second
        self._burst = burst
        self._rates: dict[str, Rate] = {}
        self._many = self.FEW

    def take(self, key: str, now: float) -> float:
        """Take one token of ``key``, as :meth:`Rate.take`."""
        rate = self._rates.get(key)
        if rate is None:
            if len(self._rates) >= self._many:
                self._rates = {key: rate for key, rate in self._rates.items() if not rate.full(now)}
                self._many = max(self.FEW, 2 * len(self._rates))
            rate = self._rates[key] = Rate(self._per_second, self._burst)
        return rate.take(now)
