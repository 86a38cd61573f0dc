"""Progress of long commands on standard error: a bar on a terminal, else occasional lines."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from typing import TextIO, TypeVar

T = TypeVar("T")

#: Seconds between updates of the bar, and between lines without a terminal.
BAR_EVERY, LINE_EVERY = 0.1, 10.0
#: Width of the bar in characters.
WIDTH = 24


class Progress:
    """Counts steps. Leave the context, or :meth:`clear` the bar, before printing anything else."""

    def __init__(
        self,
        what: str,
        total: int | None = None,
        *,
        stream: TextIO | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """``what``: name of the counted things. ``total``: number of steps; None: unknown."""
        self.done = 0
        self._what = what
        self._total = total
        self._stream = sys.stderr if stream is None else stream
        self._clock = clock
        self._bar = self._stream.isatty() and os.environ.get("TERM") != "dumb"
        self._began = self._told = clock()
        self._shown = False

    def __enter__(self) -> Progress:
        return self

    def __exit__(self, *_: object) -> None:
        self.clear()

    def step(self, many: int = 1) -> None:
        """Add finished steps."""
        self.reach(self.done + many)

    def reach(self, done: int) -> None:
        """Set the number of finished steps."""
        self.done = done
        now = self._clock()
        if now - self._told < (BAR_EVERY if self._bar else LINE_EVERY):
            return
        self._told = now
        text = self._text(now - self._began)
        self._stream.write(f"\r{text}\x1b[K" if self._bar else f"{text}\n")
        self._stream.flush()
        self._shown = self._bar

    def clear(self) -> None:
        """Remove the bar; the next step shows it again."""
        if self._shown:
            self._stream.write("\r\x1b[K")
            self._stream.flush()
            self._shown = False

    def _text(self, seconds: float) -> str:
        rate = self.done / seconds if seconds > 0 else 0.0
        speed = f"{rate:.3g}/s" if rate < 1000 else f"{rate:.0f}/s"
        if not self._total:
            return f"{self._what}: {self.done}, {speed}, {_clock(seconds)}"
        share = min(self.done / self._total, 1.0)
        full = round(share * WIDTH)
        bar = f" [{'#' * full}{'.' * (WIDTH - full)}]" if self._bar else ""
        left = _clock((self._total - self.done) / rate) if 0 < self.done <= self._total and rate else "?"
        return f"{self._what}:{bar} {self.done}/{self._total}, {share:.0%}, {speed}, ETA {left}"


def _clock(seconds: float) -> str:
    """Format ``1:05:09``, or ``5:09``."""
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"


def track(things: Iterable[T], what: str, total: int | None = None) -> Iterator[T]:
    """Yield ``things``, counting each as a step."""
    with Progress(what, total) as progress:
        for thing in things:
            yield thing
            progress.step()
