"""A position as a small picture: the two squads and the range between them, or the squads on the hex map."""

from __future__ import annotations

from collections.abc import Iterator

from bocage.rules.kernel.presentation import PICTURE, Shape, Style, box, hexagon
from bocage.rules.squad.view import View

_INFANTRY = "M-21-9H1V7H-21zM-21-9L1 7M1-9L-21 7"
#: Distance between the squads.
_APART = {"PB": 24, "S": 56, "M": 88, "L": 120}
_SIDES: tuple[Style, Style] = ("counter", "counter_grey")


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
            yield Shape("wood" if f"{column},{row}" in view["map"] else "sand", pointy, x=x, y=y)
    for squad in view["squads"].values():
        if "hex" in squad:
            x, y = at(*(int(part) for part in squad["hex"].split(",")))
            yield Shape(_SIDES[squad["seat"]], box(size * 1.7, size * 1.2), x=x, y=y)
            half, low = size * 0.5, size * 0.4
            cross = f"M{-half:g} {-low:g}L{half:g} {low:g}M{half:g} {-low:g}L{-half:g} {low:g}"
            yield Shape("line", cross, x=x, y=y)
