"""Rates: how often something may happen, per key."""

from __future__ import annotations

#: Seconds that sums of large times may be off by.
ROUNDING = 1e-6


class Rate:
    """A token bucket, kept as one number: the time by which everything taken so far is paid for (GCRA)."""

    __slots__ = ("_paid", "_per", "_slack")

    def __init__(self, per_second: float, burst: int) -> None:
        self._per = 1.0 / per_second
        self._slack = self._per * burst
        self._paid = 0.0

    def take(self, now: float) -> float:
        """Take one. 0.0: granted; else how long to wait until one would be."""
        paid = (self._paid if self._paid > now else now) + self._per
        wait = paid - now - self._slack
        if wait > ROUNDING:
            return wait
        self._paid = paid
        return 0.0

    def charge(self, now: float, many: int) -> None:
        """Take ``many`` for something granted already: what comes next waits until they are paid for."""
        self._paid = max(self._paid, now) + self._per * many

    def full(self, now: float) -> bool:
        """Whether nothing is owed any more: then a fresh bucket is as good."""
        return self._paid <= now


class Rates:
    """One bucket per key (an address, a player); those that are full again are forgotten."""

    __slots__ = ("_burst", "_many", "_per_second", "_rates")

    #: Below this many keys nothing is forgotten.
    FEW = 10_000

    def __init__(self, per_second: float, burst: int) -> None:
        self._per_second = per_second
        self._burst = burst
        self._rates: dict[str, Rate] = {}
        self._many = self.FEW

    def take(self, key: str, now: float) -> float:
        """As :meth:`Rate.take`, for ``key``."""
        rate = self._rates.get(key)
        if rate is None:
            if len(self._rates) >= self._many:
                self._rates = {key: rate for key, rate in self._rates.items() if not rate.full(now)}
                self._many = max(self.FEW, 2 * len(self._rates))
            rate = self._rates[key] = Rate(self._per_second, self._burst)
        return rate.take(now)
