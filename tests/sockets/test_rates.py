"""Buckets of many keys: how often all of them are looked at."""

from __future__ import annotations

import pytest

from service.limits.rates import Rate, Rates


def test_a_crowd_that_stays_is_looked_through_each_time_it_has_doubled(monkeypatch: pytest.MonkeyPatch) -> None:
    looked = 0
    full = Rate.full

    def counted(rate: Rate, now: float) -> bool:
        nonlocal looked
        looked += 1
        return full(rate, now)

    monkeypatch.setattr(Rate, "full", counted)
    monkeypatch.setattr(Rates, "FEW", 4)
    rates = Rates(per_second=1, burst=1)
    for number in range(33):
        rates.take(str(number), 0.0)
    # Nobody's bucket is full: of 4, of 8, of 16 and of 32.
    assert looked == 4 + 8 + 16 + 32
