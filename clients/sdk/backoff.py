"""How long to wait before the next try."""

from __future__ import annotations

import random

FIRST = 0.1
LONGEST = 10.0


class Backoff:
    """Doubling waits with full jitter, so that clients cut off together do not come back together.

    https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/
    """

    def __init__(self, rng: random.Random | None = None, first: float = FIRST, longest: float = LONGEST) -> None:
        """``first``, ``longest``: seconds. ``rng``: for tests that want to know the waits."""
        self._rng = rng or random.Random()
        self._first = first
        self._longest = longest
        self._tries = 0

    def reset(self) -> None:
        """The last try worked."""
        self._tries = 0

    def next(self, hint: float = 0.0) -> float:
        """Seconds to wait now; at least ``hint`` (what the service asked for), and jitter on top of it."""
        # 2**16 of any first wait is past every sensible longest one; the cap keeps the power small.
        ceiling = min(self._longest, self._first * 2 ** min(self._tries, 16))
        self._tries += 1
        return hint + self._rng.uniform(0, ceiling)
