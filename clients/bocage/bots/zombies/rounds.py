"""The shortest drive of the tank that brings counters within reach."""

from __future__ import annotations

from collections.abc import Callable, Mapping

#: (hex, other hex) → distance.
Distance = Callable[[str, str], int]


class Rounds:
    """Lengths of drives until each counter of a set has been within reach, cached per set."""

    def __init__(self, path: Distance, reach: Mapping[str, frozenset[str]]) -> None:
        """``path``: distances along the ground. ``reach``: hexes within reach of a tank on each hex."""
        self._path = path
        self._reach = reach
        self._known: dict[tuple[str, frozenset[str]], int] = {}

    def length(self, here: str, counters: frozenset[str]) -> int:
        """Return the hexes to drive from ``here`` until each of ``counters`` (hexes) was within reach."""
        left = counters - self._reach[here]
        if not left:
            return 0
        found = self._known.get((here, left))
        if found is None:
            found = self._known[here, left] = min(
                self._path(here, stop) + self.length(stop, left)
                for stop, near in self._reach.items()
                if near & left
            )
        return found
