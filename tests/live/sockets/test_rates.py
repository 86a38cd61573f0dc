"""Buckets of many keys: how often all of them are looked at."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bocage.limits.rates import Rate, Rates


def test_staying_crowd_is_searched_whenever_it_doubles(monkeypatch: pytest.MonkeyPatch) -> None:
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


@given(now=st.floats(0, 1e7), per_hour=st.integers(1, 3600))
def test_the_first_of_a_burst_of_one_is_granted(now: float, per_hour: int) -> None:
    assert Rate(per_second=per_hour / 3600, burst=1).take(now) == 0.0


def test_burst_then_steady_pace_and_refusals_cost_nothing() -> None:
    rate = Rate(per_second=2, burst=3)
    assert [rate.take(0.0) for _ in range(5)] == [0.0, 0.0, 0.0, 0.5, 0.5]
    assert [rate.take(0.25), rate.take(0.5), rate.take(0.5)] == [0.25, 0.0, 0.5]
    # After a pause it is as at the beginning, however long the pause was.
    assert [rate.take(1000.0) for _ in range(4)] == [0.0, 0.0, 0.0, 0.5]


def test_later_requests_pay_for_granted_ones() -> None:
    rate = Rate(per_second=2, burst=3)
    rate.charge(10.0, 5)
    assert [rate.take(10.0), rate.take(11.5), rate.take(11.5)] == [1.5, 0.0, 0.5]
    rate.charge(11.5, 1)
    assert rate.take(11.5) == 1.0
    rate.charge(1000.0, 2)
    assert [rate.take(1000.0), rate.take(1000.0)] == [0.0, 0.5]


def test_nothing_is_owed_once_all_is_paid() -> None:
    rate = Rate(per_second=2, burst=3)
    assert rate.full(0.0)
    rate.take(0.0)
    rate.take(0.0)
    assert [rate.full(now) for now in (0.0, 0.9, 1.0, 1.1)] == [False, False, True, True]


def test_full_bucket_of_a_key_is_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Rates, "FEW", 3)
    rates = Rates(per_second=1, burst=2)
    assert [rates.take(key, 0.0) for key in "aabba"] == [0.0, 0.0, 0.0, 0.0, 1.0]
    assert rates.take("c", 1.0) == 0.0
    # Of three keys, b and c owe something still.
    assert rates.take("a", 1.0) == 0.0
    assert rates.take("d", 2.0) == 0.0
    assert set(rates._rates) == {"a", "d"}
    assert rates.take("a", 2.0) == 0.0
    assert rates.take("a", 2.0) == 1.0
    assert rates.take("e", 2.0) == 0.0
    assert set(rates._rates) == {"a", "d", "e"}
