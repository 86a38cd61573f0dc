"""How reliable chances are: what was said against what came of it, as a table and as a picture."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from html import escape

import msgspec

from tests.calibrate.platt import Judged

BINS = 10
#: Of the standard normal distribution: 95 % lie within so many deviations.
_TWO_SIDED_95 = 1.959964


class Bin(msgspec.Struct, frozen=True):
    """Positions whose chance lies in one tenth: how many, what was said and what came on average, 95 % interval."""

    count: int
    said: float
    came: float
    low: float
    high: float


def bins(judged: Sequence[Judged], calibrate: Callable[[float], float]) -> list[Bin]:
    """The tenths that are not empty. Positions of one game have one end, so games are counted, not positions."""
    found = []
    for number in range(BINS):
        inside = [one for one in judged if min(BINS - 1, int(calibrate(one.chance) * BINS)) == number]
        if not inside:
            continue
        came = sum(one.result for one in inside) / len(inside)
        low, high = wilson(came, len({one.game for one in inside}))
        said = sum(calibrate(one.chance) for one in inside) / len(inside)
        found.append(Bin(len(inside), said, came, low, high))
    return found


def wilson(share: float, count: int) -> tuple[float, float]:
    """The 95 % interval of a share (Wilson 1927)."""
    square = _TWO_SIDED_95**2
    middle = (share + square / (2 * count)) / (1 + square / count)
    half = math.sqrt(share * (1 - share) / count + square / (4 * count**2)) * _TWO_SIDED_95 / (1 + square / count)
    return max(0.0, middle - half), min(1.0, middle + half)


def expected_error(found: Sequence[Bin]) -> float:
    """By how much chances are off on average: the expected calibration error."""
    total = sum(one.count for one in found)
    return sum(one.count * abs(one.said - one.came) for one in found) / total


def brier(judged: Sequence[Judged], calibrate: Callable[[float], float]) -> float:
    """The mean square of the error; 0.25 is a coin."""
    return sum((calibrate(one.chance) - one.result) ** 2 for one in judged) / len(judged)


def table(found: Sequence[Bin]) -> str:
    """The bins as rows of Markdown."""
    rows = [
        f"| {one.count} | {one.said:.0%} | {one.came:.0%} | {one.low:.0%} – {one.high:.0%} |\n" for one in found
    ]
    return "| positions | said | came | 95 % interval |\n|---|---|---|---|\n" + "".join(rows)


# The picture

PAPER, INK, PALE, MARK = "#efe5cb", "#23221d", "#b9ab86", "#4a5d23"
_SIDE, _LEFT, _TOP, _GAP = 300, 60, 70, 90


def picture(title: str, panels: Sequence[tuple[str, Sequence[Bin]]]) -> str:
    """What was said (across) and what came of it (up), a square each; on the diagonal both are the same."""
    width, height = _LEFT + len(panels) * (_SIDE + _GAP) - 30, _TOP + _SIDE + 60
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" font-family="sans-serif" font-size="13" fill="{INK}">',
        f"<title>{escape(title)}</title>",
        f'<rect width="{width}" height="{height}" fill="{PAPER}"/>',
        f'<text x="20" y="30" font-size="18">{escape(title)}</text>',
    ]
    for number, (name, found) in enumerate(panels):
        parts += _panel(name, found, _LEFT + number * (_SIDE + _GAP))
    return "\n".join([*parts, "</svg>", ""])


def _panel(name: str, found: Sequence[Bin], left: int) -> list[str]:
    def across(chance: float) -> float:
        return round(left + _SIDE * chance, 1)

    def up(chance: float) -> float:
        return round(_TOP + _SIDE * (1 - chance), 1)

    parts = [f'<text x="{left}" y="{_TOP - 14}" font-weight="bold">{escape(name)}</text>']
    for tick in (0.0, 0.25, 0.5, 0.75, 1.0):
        parts += [
            f'<path d="M{across(tick)} {up(0)}V{up(1)}M{across(0)} {up(tick)}H{across(1)}" stroke="{PALE}" '
            'stroke-width="0.7"/>',
            f'<text x="{across(tick)}" y="{up(0) + 18}" text-anchor="middle" font-size="11">{tick:.0%}</text>',
            f'<text x="{left - 8}" y="{up(tick) + 4}" text-anchor="end" font-size="11">{tick:.0%}</text>',
        ]
    parts.append(f'<path d="M{across(0)} {up(0)}L{across(1)} {up(1)}" stroke="{INK}" stroke-width="1.5"/>')
    most = max((one.count for one in found), default=1)
    for one in found:
        size = round(3 + 6 * math.sqrt(one.count / most), 1)
        parts += [
            f'<path d="M{across(one.said)} {up(one.low)}V{up(one.high)}" stroke="{MARK}" stroke-width="2"/>',
            f'<circle cx="{across(one.said)}" cy="{up(one.came)}" r="{size}" fill="{MARK}"/>',
        ]
    parts.append(f'<text x="{across(0.5)}" y="{up(0) + 38}" text-anchor="middle" font-size="12">said</text>')
    return parts
