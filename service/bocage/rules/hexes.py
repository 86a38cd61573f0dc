"""Axial hex coordinates, shared by the games that are played on hexes.

Reference for names and formulas: Amit Patel, "Hexagonal Grids" (axial and odd-r offset coordinates).
"""

from __future__ import annotations

from collections.abc import Container
from typing import NamedTuple


class Hex(NamedTuple):
    """Axial coordinates (q, r); the third cube coordinate is -q - r."""

    q: int
    r: int

    def __add__(self, other: tuple[int, ...]) -> Hex:  # type: ignore[override]
        return Hex(self.q + other[0], self.r + other[1])


#: Flat-top neighbours, clockwise from north: N, NE, SE, S, SW, NW.
CLOCKWISE = (Hex(0, -1), Hex(1, -1), Hex(1, 0), Hex(0, 1), Hex(-1, 1), Hex(-1, 0))


def distance(a: Hex, b: Hex) -> int:
    """Steps between two hexes on an unbounded grid."""
    dq, dr = a.q - b.q, a.r - b.r
    return max(abs(dq), abs(dr), abs(dq + dr))


def from_odd_r(col: int, row: int) -> Hex:
    """Axial coordinates of a pointy-top "odd-r" offset cell (odd rows shifted right by half a hex)."""
    return Hex(col - (row - (row & 1)) // 2, row)


def walk(start: Hex, cells: Container[Hex]) -> dict[Hex, int]:
    """Steps from ``start`` to every cell reachable over ``cells``, nearest first, clockwise from north."""
    steps = {start: 0}
    queue = [start]
    for here in queue:
        for way in CLOCKWISE:
            there = here + way
            if there in cells and there not in steps:
                steps[there] = steps[here] + 1
                queue.append(there)
    return steps
