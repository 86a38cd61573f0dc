"""``python zero.py FONT OUT`` (with fontTools): Cabin with a narrower zero. `make fonts` runs it.

Cabin's zero is as wide as its capital O, so that "left 0" and 左0 read like letters.
"""

from __future__ import annotations

import importlib
import sys
from typing import Any

#: About as wide as the other figures then are.
SHARE = 0.8

Points = list[tuple[float, float]]


def narrowed(points: Points, ends: list[int], share: float) -> Points:
    """An outline of two contours whose sides come nearer, as thick as they were."""
    across = [x for x, _ in points]
    # The inner contour is the one that lies within the other.
    inner = min((across[: ends[0] + 1], across[ends[0] + 1 :]), key=lambda xs: max(xs) - min(xs))
    middle, half = (max(inner) + min(inner)) / 2, (max(inner) - min(inner)) / 2
    less = (1 - share) * (max(across) - min(across)) / 2

    def moved(x: float) -> float:
        off = x - middle
        return off * (half - less) / half if abs(off) < half else off - less * (1 if off > 0 else -1)

    # What lies left of it is narrower as well.
    shift = min(across) * share - min(map(moved, across))
    return [(moved(x) + shift, y) for x, y in points]


def narrow(font: Any, name: str, share: float) -> None:
    """Make a glyph of a variable ``TTFont`` narrower, at its one other weight as well."""
    glyph, (variation,) = font["glyf"][name], font["gvar"].variations[name]
    thin, count = list(glyph.coordinates), len(glyph.coordinates)
    bold = [(x + dx, y + dy) for (x, y), (dx, dy) in zip(thin, variation.coordinates[:count], strict=True)]
    fitted, heavy = (
        [(round(x), y) for x, y in narrowed(each, glyph.endPtsOfContours, share)] for each in (thin, bold)
    )
    for at, point in enumerate(fitted):
        glyph.coordinates[at] = point
    glyph.recalcBounds(font["glyf"])
    font["hmtx"][name] = (round(font["hmtx"][name][0] * share), glyph.xMin)
    moves = [(to[0] - at[0], to[1] - at[1]) for at, to in zip(fitted, heavy, strict=True)]
    variation.coordinates = moves + [(round(x * share), y) for x, y in variation.coordinates[count:]]
    # Widths at other weights then follow from the outlines' own movements.
    del font["HVAR"]


if __name__ == "__main__":
    font: Any = importlib.import_module("fontTools.ttLib").TTFont(sys.argv[1])
    narrow(font, font.getBestCmap()[ord("0")], SHARE)
    font.save(sys.argv[2])
