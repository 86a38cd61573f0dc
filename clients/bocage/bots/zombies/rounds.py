"""The shortest round of the tank past counters that it wants within its reach."""

from __future__ import annotations

from collections.abc import Callable, Mapping

#: (hex, other hex) → steps or hexes between them.
Distance = Callable[[str, str], int]


class Rounds:
    """How far there is to drive until each counter of a set has been within reach; worked out once for each set."""

    def __init__(self, path: Distance, reach: Mapping[str, frozenset[str]]) -> None:
        """``path``: hexes to walk. ``reach``: by hex, what a tank that stands there reaches."""
        self._path = path
        self._reach = reach
        self._known: dict[tuple[str, frozenset[str]], int] = {}

    def length(self, here: str, counters: frozenset[str]) -> int:
        """Hexes to drive from ``here``, so that each of ``counters`` (hexes) comes within reach."""
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
