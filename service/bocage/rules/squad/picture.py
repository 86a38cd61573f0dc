"""A position as a small picture: the two squads and the range between them, or the squads on the hex map."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from types import MappingProxyType

from bocage.rules.kernel.presentation import PICTURE, Shape, Style, box, hexagon
from bocage.rules.squad.view import View

_INFANTRY = "M-21-9H1V7H-21zM-21-9L1 7M1-9L-21 7"
#: Distance between the squads.
_APART = {"PB": 24, "S": 56, "M": 88, "L": 120}
_SIDES: tuple[Style, Style] = ("counter", "counter_grey")

#: Terrain → the ground of its hex, and shapes on it, where the hex has a radius of 10.
_TERRAIN: Mapping[str, tuple[Style, tuple[tuple[Style, str], ...]]] = MappingProxyType(
    {
        "pill_box": ("sand", (("grey", "M-5 -4h10v8h-10z"), ("ink", "M-3 -1h6v2h-6z"))),
        "line_of_trees": ("wood", (("olive", "M-6 4l3 -9l3 9zM0 4l3 -9l3 9z"),)),
        "low_wall": ("sand", (("grey", "M-7 -1h14v3h-14z"),)),
        "entrenchments": ("sand", (("line", "M-7 2l3.5 -4l3.5 4l3.5 -4l3.5 4"),)),
        "building": ("sand", (("counter_dark", "M-5 5v-6l5 -5l5 5v6z"),)),
        "gulley": ("sand", (("grey", "M-7 1q3 -5 7 -2t7 -2v4q-3 5 -7 2t-7 2z"),)),
        "wheat_field": ("sand", (("line", "M-5 5v-10M-1.7 5v-10M1.7 5v-10M5 5v-10"),)),
        "hedge_row": ("wood", (("hedge", "M-3.5 0h7.2"),)),
        "fox_holes": ("sand", (("ink", "M-6 0q2.5 -4 5 0q-2.5 4 -5 0zM1 0q2.5 -4 5 0q-2.5 4 -5 0z"),)),
        "thick_woods": ("wood", (("olive", "M-3 0l3 -7l3 7zM-7 5l3 -8l3 8zM1 5l3 -8l3 8z"),)),
        "rubble": ("sand", (("grey", "M-6 5l2 -6l2 3l2 -6l3 5l2 -3l2 7z"),)),
        "hill": ("wood", (("line", "M-7 4q7 -14 14 0M-3.5 4q3.5 -8 7 0"),)),
    }
)
_NUMBER = re.compile(r"-?[0-9.]+")


def picture(view: View) -> tuple[Shape, ...]:
    """The shapes on a canvas of ``PICTURE``."""
    return tuple(_on_map(view) if "columns" in view else _facing(view))


def _facing(view: View) -> Iterator[Shape]:
    width, height = PICTURE
    yield Shape("wood", f"M0 0H{width}V{height}H0z")
    half = _APART[view["range"]] / 2
    yield Shape("dash_red", f"M{width / 2 - half} {height / 2 + 14}L{width / 2 + half} {height / 2 - 14}")
    for squad in view["squads"].values():
        way = -1 if squad["seat"] == 0 else 1
        x, y = width / 2 + way * (half + 28), height / 2 - way * 20
        if squad["terrain"] != "open":
            yield Shape("hedge", f"M{x - 32} {y - way * 24}h64")
        yield Shape(_SIDES[squad["seat"]], box(50, 32), x=x, y=y)
        yield Shape("line", _INFANTRY, x=x, y=y)
        yield Shape("letter", text=str(squad["men"]), x=x + 13, y=y + 6)


def _on_map(view: View) -> Iterator[Shape]:
    width, height = PICTURE
    columns, rows = view["columns"], view["rows"]
    size = min(width / (columns + 0.5) / 3**0.5, height / (1.5 * rows + 0.5))
    left, top = (width - (columns + 0.5) * size * 3**0.5) / 2, (height - (1.5 * rows + 0.5) * size) / 2

    def at(column: int, row: int) -> tuple[float, float]:
        return left + size * 3**0.5 * (column + 0.5 + (row % 2) / 2), top + size * (1 + 1.5 * row)

    yield Shape("sea", f"M0 0H{width}V{height}H0z")
    pointy = (
        "M" + "L".join(f"{y} {x}" for x, y in (pair.split() for pair in hexagon(size - 0.4)[1:-1].split("L"))) + "z"
    )
    for column in range(columns):
        for row in range(rows):
            x, y = at(column, row)
            ground, signs = _TERRAIN.get(view["map"].get(f"{column},{row}", ""), ("sand", ()))
            yield Shape(ground, pointy, x=x, y=y)
            for style, path in signs:
                yield Shape(style, _scaled(path, size / 10), x=x, y=y)
    for squad in view["squads"].values():
        if "hex" in squad:
            x, y = at(*(int(part) for part in squad["hex"].split(",")))
            yield Shape(_SIDES[squad["seat"]], box(size * 1.7, size * 1.2), x=x, y=y)
            half, low = size * 0.5, size * 0.4
            cross = f"M{-half:g} {-low:g}L{half:g} {low:g}M{half:g} {-low:g}L{-half:g} {low:g}"
            yield Shape("line", cross, x=x, y=y)


def _scaled(path: str, by: float) -> str:
    return _NUMBER.sub(lambda number: f"{float(number.group()) * by:g}", path)
