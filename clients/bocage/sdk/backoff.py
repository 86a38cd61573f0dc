"""How long to wait before the next try."""

from __future__ import annotations

import random

FIRST = 0.1
LONGEST = 10.0
#: Longest wait in seconds that a header Retry-After can ask for.
LONGEST_AFTER = 3600.0


class Backoff:
    """Doubling waits with full jitter, so that clients cut off together do not come back together.

    https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/
    """

    def __init__(self, rng: random.Random, first: float = FIRST, longest: float = LONGEST) -> None:
        """``first``, ``longest``: seconds. ``rng``: what waits are drawn from."""
        self._rng = rng
        self._first = first
        self._longest = longest
        self._ceiling = first

    def reset(self) -> None:
        """The last try worked."""
        self._ceiling = self._first

    def next(self, hint: float = 0.0) -> float:
        """Seconds to wait now; at least ``hint`` (what the service asked for), and jitter on top of it."""
        ceiling = min(self._longest, self._ceiling)
        self._ceiling = 2 * ceiling
        return hint + self._rng.uniform(0, ceiling)


def retry_after(header: str) -> float:
    """The seconds that a header ``Retry-After`` asks for; 0.0: none, or a date, which few send."""
    return min(float(header), LONGEST_AFTER) if header.strip().isdecimal() else 0.0
