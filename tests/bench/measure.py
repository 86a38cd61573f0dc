"""Measuring: rates, and ratios of rates taken in turns in one run, so that a busy machine hurts both alike."""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median

import msgspec


class Rate(msgspec.Struct):
    """What was counted, and in how many seconds of processor time."""

    count: int = 0
    seconds: float = 0.0

    @property
    def per_second(self) -> float:
        return self.count / self.seconds if self.seconds else 0.0


class Line(msgspec.Struct, frozen=True):
    """One row of a bench's table: a figure, the floor it is held against, and the target of their ratio."""

    name: str
    value: float
    floor: float
    target: float
    note: str = ""

    @property
    def ratio(self) -> float:
        return self.value / self.floor if self.floor else 0.0

    def __str__(self) -> str:
        met = "met" if self.ratio >= self.target else "NOT MET"
        return (
            f"{self.name:<36} {self.value:>9,.0f}   floor {self.floor:>9,.0f}   "
            f"ratio {self.ratio:5.2f}   target {self.target:g}: {met:<8} {self.note}"
        )


def timed(work: Callable[[], int]) -> Rate:
    """Run ``work`` once; it gives back how many things it did."""
    start = time.process_time()
    count = work()
    return Rate(count, time.process_time() - start)


def middle(rates: list[Rate]) -> float:
    """The median rate per second."""
    return median(rate.per_second for rate in rates)
