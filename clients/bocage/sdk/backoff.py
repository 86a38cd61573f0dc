"""Back-off between retries."""

from __future__ import annotations

import random

FIRST = 0.1
LONGEST = 10.0
#: Longest wait in seconds accepted from a header Retry-After.
LONGEST_AFTER = 3600.0


class Backoff:
    """Exponential back-off with full jitter, so that clients cut off together do not return together.

    https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/
    """

    def __init__(self, rng: random.Random, first: float = FIRST, longest: float = LONGEST) -> None:
        """``first``, ``longest``: seconds. ``rng``: source of the jitter."""
        self._rng = rng
        self._first = first
        self._longest = longest
        self._ceiling = first

    def reset(self) -> None:
        """Start over after a success."""
        self._ceiling = self._first

    def next(self, hint: float = 0.0) -> float:
        """Return the seconds to wait: ``hint`` (from the service) plus jitter."""
        ceiling = min(self._longest, self._ceiling)
        self._ceiling = 2 * ceiling
        return hint + self._rng.uniform(0, ceiling)


def retry_after(header: str) -> float:
    """Parse a header ``Retry-After`` in seconds; 0.0: absent, or a date, which few send."""
    return min(float(header), LONGEST_AFTER) if header.strip().isdecimal() else 0.0
