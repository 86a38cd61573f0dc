"""A small painter: paths of SVG, filled and stroked with plain colours, written as PNG."""

from __future__ import annotations

import itertools
import re
import struct
import zlib
from collections.abc import Iterator, Sequence
from math import atan2, ceil, cos, floor, hypot, pi, sin, sqrt

Point = tuple[float, float]
Line = Sequence[Point]
Colour = tuple[int, int, int]

#: Lines per pixel at which edges are looked for.
FINE = 3
#: Pixels of a stroke from which its ends are round.
ROUND = 6
#: Pieces of a curve.
PIECES = 10
_TOKEN = re.compile(r"([MmLlHhVvQqTtCcSsAaZz])|(-?(?:\d+\.?\d*|\.\d+))")


def flatten(path: str) -> list[list[Point]]:
    """The lines of path data; curves become short straight pieces. Known: MLHVQTCSAZ, small ones too."""
    tokens = [letter or float(number) for letter, number in _TOKEN.findall(path)]
    lines: list[list[Point]] = []
    at, start, control = (0.0, 0.0), (0.0, 0.0), (0.0, 0.0)
    command, i = "M", 0
    while i < len(tokens):
        if isinstance(tokens[i], str):
            command, i = str(tokens[i]), i + 1
            if command in "Zz":
                lines[-1].append(start)
                at = control = start
                continue
        count = {"M": 2, "L": 2, "H": 1, "V": 1, "Q": 4, "T": 2, "C": 6, "S": 4, "A": 7}[command.upper()]
        values = [float(token) for token in tokens[i : i + count]]
        i += count
        kind = command.upper()
        if command.islower() and kind not in "HVA":
            values = [value + at[n % 2] for n, value in enumerate(values)]
        before = at
        match kind:
            case "H":
                at = (values[0] + (before[0] if command == "h" else 0), before[1])
            case "V":
                at = (before[0], values[0] + (before[1] if command == "v" else 0))
            case "A":
                at = (
                    values[5] + (before[0] if command == "a" else 0),
                    values[6] + (before[1] if command == "a" else 0),
                )
            case _:
                at = (values[-2], values[-1])
        if kind == "M":
            lines.append([at])
            start = at
            command = "L" if command == "M" else "l"
        elif kind in "QT":
            middle = (
                (values[0], values[1]) if kind == "Q" else (2 * before[0] - control[0], 2 * before[1] - control[1])
            )
            lines[-1] += _curve((before, middle, at))
            control = middle
            continue
        elif kind in "CS":
            mirrored = (2 * before[0] - control[0], 2 * before[1] - control[1])
            first = (values[0], values[1]) if kind == "C" else mirrored
            last = (values[-4], values[-3])
            lines[-1] += _curve((before, first, last, at))
            control = last
            continue
        elif kind == "A":
            lines[-1] += _arc(before, at, values)
        else:
            lines[-1].append(at)
        control = at
    return lines


def _curve(points: Sequence[Point]) -> Iterator[Point]:
    for n in range(1, PIECES + 1):
        t, some = n / PIECES, list(points)
        while len(some) > 1:
            some = [(a[0] + (b[0] - a[0]) * t, a[1] + (b[1] - a[1]) * t) for a, b in itertools.pairwise(some)]
        yield some[0]


def _arc(start: Point, end: Point, values: Sequence[float]) -> Iterator[Point]:
    """An arc of an ellipse that is not turned (SVG 2, appendix B.2.4)."""
    rx, ry, _, large, sweep = values[:5]
    x, y = (start[0] - end[0]) / 2 / rx, (start[1] - end[1]) / 2 / ry
    far = x * x + y * y
    if far > 1:
        rx, ry = rx * sqrt(far), ry * sqrt(far)
        x, y, far = x / sqrt(far), y / sqrt(far), 1.0
    away = sqrt(max(0.0, 1 / far - 1)) * (-1 if large == sweep else 1)
    cx, cy = away * y, -away * x
    first = atan2(y - cy, x - cx)
    turn = (atan2(-y - cy, -x - cx) - first) % (2 * pi)
    if not sweep:
        turn -= 2 * pi
    mx, my = (start[0] + end[0]) / 2 + cx * rx, (start[1] + end[1]) / 2 + cy * ry
    for n in range(1, 2 * PIECES + 1):
        angle = first + turn * n / (2 * PIECES)
        yield mx + rx * cos(angle), my + ry * sin(angle)


class Canvas:
    """Pixels, to be painted on from back to front."""

    def __init__(self, size: tuple[int, int], colour: Colour) -> None:
        self.width, self.height = size
        self._rows = [bytearray(bytes(colour) * self.width) for _ in range(self.height)]

    def stroke(self, lines: Sequence[Line], width: float, colour: Colour, dash: Sequence[float]) -> None:
        """Draw along lines, with round ends."""
        for line in _dashed(lines, dash) if dash else lines:
            for a, b in itertools.pairwise(line):
                far = hypot(b[0] - a[0], b[1] - a[1])
                if far:
                    dx, dy = (b[1] - a[1]) / far * width / 2, (a[0] - b[0]) / far * width / 2
                    self.fill(
                        [
                            [
                                (a[0] + dx, a[1] + dy),
                                (b[0] + dx, b[1] + dy),
                                (b[0] - dx, b[1] - dy),
                                (a[0] - dx, a[1] - dy),
                            ]
                        ],
                        colour,
                    )
            if width > ROUND:
                for x, y in line:
                    self.fill(
                        [[(x + width / 2 * cos(n * pi / 6), y + width / 2 * sin(n * pi / 6)) for n in range(12)]],
                        colour,
                    )

    def fill(self, lines: Sequence[Line], colour: Colour) -> None:
        """Paint what lies inside of closed lines (even and odd)."""
        edges = [
            (a, b) if a[1] < b[1] else (b, a)
            for line in lines
            for a, b in zip(line, [*line[1:], line[0]], strict=True)
            if a[1] != b[1]
        ]
        if not edges:
            return
        top, bottom = floor(min(a[1] for a, _ in edges)), ceil(max(b[1] for _, b in edges))
        for row in range(max(0, top), min(self.height, bottom)):
            self._paint(row, [_spans(edges, row + (n + 0.5) / FINE) for n in range(FINE)], colour)

    def _paint(self, row: int, fine: Sequence[Sequence[tuple[float, float]]], colour: Colour) -> None:
        pixels, cover = self._rows[row], dict[int, float]()
        same = len({len(spans) for spans in fine}) == 1
        for number in range(max(len(spans) for spans in fine)):
            some = [spans[number] for spans in fine if number < len(spans)]
            first, last = ceil(max(span[0] for span in some)), floor(min(span[1] for span in some))
            first, last = max(0, first), min(self.width, last)
            whole = same and last > first
            if whole:
                pixels[3 * first : 3 * last] = bytes(colour) * (last - first)
            for left, right in some:
                for pixel in range(max(0, floor(left)), min(self.width, ceil(right))):
                    if whole and pixel == first:
                        break
                    cover[pixel] = cover.get(pixel, 0.0) + max(0.0, min(right, pixel + 1) - max(left, pixel)) / FINE
                if whole:
                    for pixel in range(last, min(self.width, ceil(right))):
                        cover[pixel] = (
                            cover.get(pixel, 0.0) + max(0.0, min(right, pixel + 1) - max(left, pixel)) / FINE
                        )
        for pixel, part in cover.items():
            part = min(1.0, part)
            for n in range(3):
                pixels[3 * pixel + n] = round(pixels[3 * pixel + n] * (1 - part) + colour[n] * part)

    def png(self) -> bytes:
        """The picture as a file."""
        raw = b"".join(b"\0" + bytes(row) for row in self._rows)
        head = struct.pack(">IIBBBBB", self.width, self.height, 8, 2, 0, 0, 0)
        chunks = ((b"IHDR", head), (b"IDAT", zlib.compress(raw, 6)), (b"IEND", b""))
        return b"\x89PNG\r\n\x1a\n" + b"".join(
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
            for kind, data in chunks
        )


def _spans(edges: Sequence[tuple[Point, Point]], y: float) -> list[tuple[float, float]]:
    crossed = sorted(a[0] + (y - a[1]) * (b[0] - a[0]) / (b[1] - a[1]) for a, b in edges if a[1] <= y < b[1])
    return list(zip(crossed[::2], crossed[1::2], strict=False))


def _dashed(lines: Sequence[Line], dash: Sequence[float]) -> Iterator[Line]:
    for line in lines:
        number, left = 0, dash[0]
        piece = [line[0]]
        for a, b in itertools.pairwise(line):
            at, far = 0.0, hypot(b[0] - a[0], b[1] - a[1])
            while far and at + left < far:
                at += left
                point = (a[0] + (b[0] - a[0]) * at / far, a[1] + (b[1] - a[1]) * at / far)
                if number % 2 == 0:
                    yield [*piece, point]
                piece = [point]
                number += 1
                left = dash[number % len(dash)]
            left -= far - at
            piece.append(b)
        if number % 2 == 0:
            yield piece
