"""Measuring: rates, and ratios of rates taken in turns in one run, so that a busy machine hurts both alike."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable, Coroutine
from statistics import median, quantiles
from typing import Any, TypeVar

import msgspec
import uvloop

T = TypeVar("T")

MILLI = 1000
#: Seconds. Processor time is told in ticks of this length: less cannot be told from none.
TICK = 0.01


class Rate(msgspec.Struct):
    """What was counted, and in how many seconds of processor time."""

    count: int = 0
    seconds: float = 0.0

    @property
    def per_second(self) -> float:
        return self.count / self.seconds if self.seconds else 0.0


class Connection(msgspec.Struct, frozen=True):
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


def run(work: Coroutine[Any, Any, T]) -> T:
    """Run ``work`` in a loop of its own, on the event loop that the service uses."""
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(work)


async def lasting(seconds: float, ready: Callable[[], bool]) -> None:
    """Wait for so long, and on until there is something to be measured."""
    await asyncio.sleep(seconds)
    while not ready():  # noqa: ASYNC110  (what is waited for is a figure of the load, which tells nobody)
        await asyncio.sleep(TICK)


def percentile(delays: list[float], share: float) -> float:
    """A percentile of seconds, in milliseconds, to a thousandth; never more than the longest."""
    return quantiles(delays, n=1000, method="inclusive")[round(share * 1000) - 1] * MILLI


def p99(delays: list[float]) -> float:
    """The 99th percentile of seconds, in milliseconds."""
    return percentile(delays, 0.99)


def p50(delays: list[float]) -> float:
    """The median of seconds, in milliseconds."""
    return median(delays) * MILLI


def less(name: str, value: float, most: float, unit: str) -> None:
    """Print a figure that is to be small."""
    met = "met" if value <= most else "NOT MET"
    print(f"{name:<36} {value:>9.2f} {unit:<10} target ≤ {most:g}: {met}", flush=True)


def timed(work: Callable[[], int]) -> Rate:
    """Run ``work`` once; it gives back how many things it did."""
    start = time.process_time()
    count = work()
    return Rate(count, time.process_time() - start)


def middle(rates: list[Rate]) -> float:
    """The median rate per second."""
    return median(rate.per_second for rate in rates)


class Least(msgspec.Struct, frozen=True):
    """A row: ``value`` divided by ``floor`` (names of figures) is to be ``target`` at least; 0: only told."""

    title: str
    value: str
    floor: str
    target: float
    note: str = ""


class Most(msgspec.Struct, frozen=True):
    """A row: ``value``, divided by ``floor`` if there is one, is to be ``target`` at most."""

    title: str
    value: str
    floor: str
    target: float
    note: str = ""


class Figures:
    """What was measured, by name: one value per round."""

    def __init__(self) -> None:
        self.values: dict[str, list[float]] = {}

    def add(self, name: str, value: float) -> None:
        """One round's value."""
        self.values.setdefault(name, []).append(value)

    def text(self, name: str, unit: str) -> str:
        """Median and range of a figure."""
        values = self.values[name]
        digits = 0 if median(values) >= 100 else 1
        low, middle_, high = (f"{value:,.{digits}f}" for value in (min(values), median(values), max(values)))
        return f"{middle_:>9} {unit} ({low}–{high})"

    def row(self, row: Least | Most) -> str:
        """A line of the table: median and range of the rounds' own ratios."""
        over = self.values[row.floor] if row.floor else [1.0] * len(self.values[row.value])
        ratios = [value / floor for value, floor in zip(self.values[row.value], over, strict=True)]
        ratio = median(ratios)
        if isinstance(row, Least):
            sign, met = "≥", ratio >= row.target
        else:
            sign, met = "≤", ratio <= row.target
        verdict = f"target {sign} {row.target:g}: {'met' if met else 'NOT MET'}" if row.target else ""
        return f"{row.title:<37} {ratio:>6.2f} ({min(ratios):.2f}–{max(ratios):.2f}) {row.note:<36} {verdict}"
