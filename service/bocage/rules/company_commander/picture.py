"""A position as a small picture: three lanes, front facing front, a counter for every unit."""

from __future__ import annotations

from bocage.rules.company_commander.view import View
from bocage.rules.kernel.presentation import PICTURE, Shape, Style, box

_INFANTRY = "M-8-6L8 6M8-6L-8 6"
#: Front → lane from the left and whether it lies above, as the American side sees it.
_FRONTS = {
    "us_l": (0, False), "us_c": (1, False), "us_r": (2, False),
    "de_r": (0, True), "de_c": (1, True), "de_l": (2, True),
}  # fmt: skip
_ROW = 4


def picture(view: View) -> tuple[Shape, ...]:
    """The shapes on a canvas of ``PICTURE``."""
    width, height = PICTURE
    lane = width / 3
    shapes = [Shape("sand", f"M0 0H{width}V{height}H0z"), Shape("hedge", f"M0 {height / 2}H{width}")]
    shapes += [Shape("line", f"M{lane * n} 0V{height}") for n in (1, 2)]
    stood: dict[str, int] = {}
    for name, unit in view["units"].items():
        column, above = _FRONTS[unit["front"]]
        place = stood[unit["front"]] = stood.get(unit["front"], -1) + 1
        x = lane * column + 14 + (place % _ROW) * 17.5
        depth = 17 + (place // _ROW) * 16
        y = height / 2 - depth if above else height / 2 + depth
        style: Style = "counter_grey" if name.startswith("de") else "counter"
        shapes += [Shape(style, box(16, 12), x=x, y=y), Shape("line", _INFANTRY, x=x, y=y)]
        if unit["pins"]:
            shapes.append(Shape("line_red", "M-8 0h16", x=x, y=y))
    return tuple(shapes)
