"""``python zero.py FONT OUT`` (with fontTools): Cabin with a narrower zero. `make fonts` runs it.

Cabin's zero is as wide as its capital O, so that "left 0" and 左0 read like letters.
"""

from __future__ import annotations

import importlib
import sys
from typing import Any

#: About as wide as the other figures then are.
SHARE = 0.8


def narrow(font: Any, name: str, share: float) -> None:
    """Make a glyph of a variable ``TTFont`` narrower, at every weight."""
    font["glyf"][name].coordinates.scale((share, 1))
    font["glyf"][name].recalcBounds(font["glyf"])
    advance, bearing = font["hmtx"][name]
    font["hmtx"][name] = (round(advance * share), round(bearing * share))
    for tuple_ in font["gvar"].variations[name]:
        tuple_.coordinates = [at and (round(at[0] * share), at[1]) for at in tuple_.coordinates]
    # Widths at other weights then follow from the outlines' own movements.
    del font["HVAR"]


if __name__ == "__main__":
    font: Any = importlib.import_module("fontTools.ttLib").TTFont(sys.argv[1])
    narrow(font, font.getBestCmap()[ord("0")], SHARE)
    font.save(sys.argv[2])
