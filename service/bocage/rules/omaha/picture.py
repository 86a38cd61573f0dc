"""A position as a small picture: the rows of cards from the water to the far row."""

from __future__ import annotations

from collections.abc import Mapping

from bocage.rules.kernel.presentation import PICTURE, Shape, box
from bocage.rules.omaha.view import View

_STEP = (64.0, 29.0)
_COIL = "M-20 4c3-9 11-9 10 0s-5 8-3 0 11-9 10 0-5 8-3 0 11-9 10 0-5 8-3 0 11-9 10 0"
_INFANTRY = "M-15-10L15 10M15-10L-15 10"
#: The look of a card → what is drawn on it.
_DRAWN: Mapping[str, tuple[Shape, ...]] = {
    "wire": (Shape("line", _COIL), Shape("line", _COIL, y=6)),
    "x": (Shape("beam", "M-8-8L8 8M8-8L-8 8"),),
    "delta": (Shape("beam", "M-9 8L0-8L9 8z"),),
    "nest": (Shape("grey", "M-16 8V-2q16-10 32 0V8z"), Shape("ink", "M-9 0H9V4H-9z")),
}


def picture(view: View) -> tuple[Shape, ...]:
    """The shapes on a canvas of ``PICTURE``."""
    width, height = PICTURE
    shapes = [Shape("sea", f"M0 0H{width}V{height}H0z"), Shape("sand", f"M0 0H{width}V{height - 30}H0z")]
    for cell, look in view["grid"].items():
        x = width / 2 + ("LCR".index(cell[0]) - 1) * _STEP[0]
        y = height - 17 - int(cell[1]) * _STEP[1]
        if look == "water":
            continue
        shapes.append(Shape("wood" if look.startswith("destroyed") else "sand", box(58, 26), x=x, y=y))
        base = look.partition("_")[0]
        shapes += [Shape(each.style, each.path, x=x + each.x, y=y + each.y) for each in _DRAWN.get(base, ())]
    if squad := view.get("squad"):
        x = width / 2 + ("LCR".index(squad[0]) - 1) * _STEP[0]
        y = height - 17 - int(squad[1]) * _STEP[1]
        # No number: that on the squad card is not the one that the table counts, hits until dead.
        shapes += [Shape("counter", box(30, 20), x=x, y=y), Shape("line", _INFANTRY, x=x, y=y)]
    return tuple(shapes)
