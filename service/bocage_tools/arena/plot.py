"""The results of an arena as an SVG chart: scores and ratings with 95 % intervals."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from html import escape

import msgspec

_PAPER, _INK, _PALE, _MARK = "#efe5cb", "#23221d", "#b9ab86", "#4a5d23"
_WIDTH, _LEFT, _RIGHT, _ROW, _TOP = 860, 300, 130, 30, 56
#: Heights of a panel's scale and heading.
_SCALE, _HEAD = 34, 30


class Row(msgspec.Struct, frozen=True):
    """A value with its interval. ``said`` is the text of the value."""

    name: str
    value: float
    low: float
    high: float
    said: str


class Panel(msgspec.Struct, frozen=True):
    """Rows on one scale, with a line at ``middle``. ``mark`` formats a number of the scale."""

    heading: str
    rows: Sequence[Row]
    middle: float
    ticks: Sequence[float]
    mark: Callable[[float], str]


def plot(title: str, panels: Sequence[Panel]) -> str:
    height = _TOP + sum(_HEAD + _ROW * len(panel.rows) + _SCALE for panel in panels)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" '
        f'width="{_WIDTH}" height="{height}" font-family="sans-serif" font-size="14" fill="{_INK}">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{_WIDTH}" height="{height}" fill="{_PAPER}"/>',
        f'<text x="20" y="34" font-size="18">{escape(title)}</text>',
    ]
    top = _TOP
    for panel in panels:
        parts += _panel(panel, top)
        top += _HEAD + _ROW * len(panel.rows) + _SCALE
    return "\n".join([*parts, "</svg>", ""])


def _panel(panel: Panel, top: int) -> list[str]:
    low, high = panel.ticks[0], panel.ticks[-1]
    wide = _WIDTH - _LEFT - _RIGHT

    def across(value: float) -> float:
        return round(_LEFT + wide * (min(high, max(low, value)) - low) / (high - low), 1)

    first = top + _HEAD
    last = first + _ROW * len(panel.rows)
    parts = [f'<text x="20" y="{top + 18}" font-weight="bold">{escape(panel.heading)}</text>']
    for tick in panel.ticks:
        strong = tick == panel.middle
        parts += [
            f'<path d="M{across(tick)} {first}V{last}" stroke="{_INK if strong else _PALE}" '
            f'stroke-width="{1.5 if strong else 0.7}"/>',
            f'<text x="{across(tick)}" y="{last + 18}" font-size="12" text-anchor="middle">'
            f"{escape(panel.mark(tick))}</text>",
        ]
    for number, row in enumerate(panel.rows):
        y = first + _ROW * number + _ROW // 2
        parts += [
            f'<text x="20" y="{y + 5}">{escape(row.name)}</text>',
            f'<path d="M{across(row.low)} {y}H{across(row.high)}" stroke="{_MARK}" stroke-width="3"/>',
            f'<circle cx="{across(row.value)}" cy="{y}" r="5" fill="{_MARK}"/>',
            f'<text x="{_WIDTH - _RIGHT + 14}" y="{y + 5}">{escape(row.said)}</text>',
        ]
    return parts


def ticks(low: float, high: float, step: float) -> list[float]:
    """Multiples of ``step`` that enclose ``low`` to ``high``, at least two."""
    first, last = math.floor(low / step), math.ceil(high / step)
    return [number * step for number in range(first, max(last, first + 1) + 1)]
