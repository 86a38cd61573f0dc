"""What is painted, pixel by pixel, beside a slow painter that is easy to believe."""

from __future__ import annotations

import random
import struct
import zlib
from math import atan2, comb, degrees, hypot

import pytest

from bocage.http.raster import FINE, PIECES, ROUND, Canvas, Colour, Point, _dashed, flatten

WHITE, RED = (255, 255, 255), (150, 40, 27)


def pixels(canvas: Canvas) -> list[list[Colour]]:
    """Every pixel, read from the file."""
    picture = canvas.png()
    assert picture[:8] == b"\x89PNG\r\n\x1a\n"
    at, data = 8, b""
    kinds = []
    while at < len(picture):
        (length,) = struct.unpack(">I", picture[at : at + 4])
        kind, piece = picture[at + 4 : at + 8], picture[at + 8 : at + 8 + length]
        assert struct.unpack(">I", picture[at + 8 + length : at + 12 + length])[0] == zlib.crc32(kind + piece)
        kinds.append(kind)
        if kind == b"IHDR":
            assert piece == struct.pack(">II", canvas.width, canvas.height) + b"\x08\x02\0\0\0"
        if kind == b"IDAT":
            data += zlib.decompress(piece)
        at += 12 + length
    assert kinds == [b"IHDR", b"IDAT", b"IEND"]
    size = 3 * canvas.width + 1
    rows = [data[size * y : size * (y + 1)] for y in range(canvas.height)]
    assert all(row[0] == 0 for row in rows)
    return [[(row[i], row[i + 1], row[i + 2]) for i in range(1, size, 3)] for row in rows]


def covered(lines: list[list[Point]], x: int, y: int) -> float:
    """How much of a pixel lies inside of the lines, measured along ``FINE`` lines through it."""
    inside = 0.0
    for n in range(FINE):
        at = y + (n + 0.5) / FINE
        crossed = []
        for line in lines:
            for a, b in zip(line, [*line[1:], line[0]], strict=True):
                if (a[1] <= at) != (b[1] <= at):
                    crossed.append(a[0] + (at - a[1]) / (b[1] - a[1]) * (b[0] - a[0]))
        crossed.sort()
        for left, right in zip(crossed[::2], crossed[1::2], strict=True):
            inside += max(0.0, min(right, x + 1) - max(left, x)) / FINE
    return min(1.0, inside)


def alike(drawn: list[list[Colour]], lines: list[list[Point]], under: Colour, colour: Colour) -> None:
    for y, row in enumerate(drawn):
        for x, found in enumerate(row):
            part = covered(lines, x, y)
            expected = [u * (1 - part) + c * part for u, c in zip(under, colour, strict=True)]
            assert all(abs(f - e) <= 0.51 for f, e in zip(found, expected, strict=True)), (x, y, found, expected)


@pytest.mark.parametrize("seed", range(12))
def test_what_is_filled_is_what_lies_inside(seed: int) -> None:
    """Corners within and outside of the picture, holes, and pieces that lie over each other."""
    rng = random.Random(seed)
    lines = [
        [(rng.uniform(-5, 19), rng.uniform(-5, 15)) for _ in range(rng.randint(3, 6))]
        for _ in range(rng.randint(1, 2))
    ]
    canvas = Canvas((14, 10), WHITE)
    canvas.fill(lines, RED)
    alike(pixels(canvas), lines, WHITE, RED)


@pytest.mark.parametrize(
    "box",
    [
        (2.0, 2.0, 9.0, 7.0),
        (2.25, 2.5, 9.75, 7.5),
        (2.25, 2.0, 2.75, 3.0),
        (-3.0, -3.0, 30.0, 30.0),
        (0.5, 0.5, 13.5, 9.5),
        (2.9, 1.0, 3.1, 9.0),
        (20.0, 1.0, 25.0, 9.0),
        (1.0, 20.0, 5.0, 25.0),
    ],
)
def test_edges_between_pixels_are_half_as_dark(box: tuple[float, float, float, float]) -> None:
    left, top, right, bottom = box
    line = [(left, top), (right, top), (right, bottom), (left, bottom)]
    canvas = Canvas((14, 10), WHITE)
    canvas.fill([line], RED)
    alike(pixels(canvas), [line], WHITE, RED)


def test_later_paint_lies_over_earlier() -> None:
    canvas = Canvas((6, 6), WHITE)
    canvas.fill([[(0, 0), (6, 0), (6, 6), (0, 6)]], (10, 20, 30))
    canvas.fill([[(2, 2), (4.5, 2), (4.5, 4), (2, 4)]], RED)
    drawn = pixels(canvas)
    assert drawn[3][3] == RED
    assert drawn[0][0] == drawn[3][5] == drawn[4][3] == drawn[3][1] == drawn[1][3] == (10, 20, 30)
    assert drawn[3][4] == (80, 30, 28)


def test_lines_without_any_height_paint_nothing() -> None:
    canvas = Canvas((6, 6), WHITE)
    canvas.fill([[(0, 3), (6, 3)]], RED)
    canvas.fill([], RED)
    canvas.stroke([[(2, 2), (2, 2)]], 2, RED, [])
    assert {pixel for row in pixels(canvas) for pixel in row} == {WHITE}


@pytest.mark.parametrize(
    ("ends", "corners"),
    [
        (((2, 4), (10, 4)), [(2, 3), (10, 3), (10, 5), (2, 5)]),
        (((4, 1), (4, 8)), [(3, 1), (5, 1), (5, 8), (3, 8)]),
        (((2, 2), (5, 6)), [(2.8, 1.4), (5.8, 5.4), (4.2, 6.6), (1.2, 2.6)]),
    ],
)
def test_a_stroke_is_as_wide_as_it_should_be_and_ends_where_it_ends(
    ends: tuple[Point, Point], corners: list[Point]
) -> None:
    canvas = Canvas((14, 10), WHITE)
    canvas.stroke([list(ends)], 2, RED, [])
    alike(pixels(canvas), [corners], WHITE, RED)


def test_only_wide_strokes_have_round_ends() -> None:
    assert ROUND == 6
    for width, round_end in ((6, False), (8, True)):
        canvas = Canvas((40, 30), WHITE)
        canvas.stroke([[(15, 15), (25, 15)]], width, RED, [])
        drawn = pixels(canvas)
        assert (drawn[15][12] == RED) is round_end
        assert (drawn[15][27] == RED) is round_end
        assert drawn[15][9] == drawn[15][31] == WHITE
        # A corner of the square that a round end is not.
        assert drawn[11][11] == WHITE
        assert drawn[15 - width // 2][20] == drawn[14 + width // 2][20] == RED
        assert drawn[14 - width // 2][20] == drawn[15 + width // 2][20] == WHITE


@pytest.mark.parametrize(
    ("line", "dash", "pieces"),
    [
        ([(0, 0), (10, 0)], (3, 2), [[(0, 0), (3, 0)], [(5, 0), (8, 0)]]),
        ([(0, 0), (0, 12)], (3, 2), [[(0, 0), (0, 3)], [(0, 5), (0, 8)], [(0, 10), (0, 12)]]),
        # Around a corner a dash goes on.
        (
            [(0, 0), (4, 0), (4, 4)],
            (3, 2),
            [[(0, 0), (3, 0)], [(4, 1), (4, 4)]],
        ),
        ([(0, 0), (2, 0), (2, 4)], (3, 2), [[(0, 0), (2, 0), (2, 1)], [(2, 3), (2, 4)]]),
        ([(0, 0), (0, 0), (4, 0)], (3, 2), [[(0, 0), (0, 0), (3, 0)]]),
        ([(0, 0), (6, 0)], (1, 1, 2, 1), [[(0, 0), (1, 0)], [(2, 0), (4, 0)], [(5, 0), (6, 0)]]),
        ([(0, 0), (2, 0)], (3, 2), [[(0, 0), (2, 0)]]),
    ],
)
def test_dashes_are_counted_along_the_line(
    line: list[Point], dash: tuple[float, ...], pieces: list[list[Point]]
) -> None:
    assert [list(piece) for piece in _dashed([line], dash)] == pieces
    canvas, plain = Canvas((14, 14), WHITE), Canvas((14, 14), WHITE)
    canvas.stroke([line], 2, RED, dash)
    plain.stroke(pieces, 2, RED, [])
    assert pixels(canvas) == pixels(plain)


def bezier(*points: Point) -> list[Point]:
    """A curve's points by the formula of Bernstein."""
    n = len(points) - 1
    return [
        tuple(  # type: ignore[misc]
            sum(
                comb(n, i) * (k / PIECES) ** i * (1 - k / PIECES) ** (n - i) * point[axis]
                for i, point in enumerate(points)
            )
            for axis in (0, 1)
        )
        for k in range(1, PIECES + 1)
    ]


@pytest.mark.parametrize(
    ("path", "lines"),
    [
        ("M1 2 3 4 5 6", [[(1, 2), (3, 4), (5, 6)]]),
        ("m1 2 3 4 5 6", [[(1, 2), (4, 6), (9, 12)]]),
        ("M1 1L2 3l2 3H9h-1V0v2", [[(1, 1), (2, 3), (4, 6), (9, 6), (8, 6), (8, 0), (8, 2)]]),
        ("M1 1h2v2zm5 5h1v1Z", [[(1, 1), (3, 1), (3, 3), (1, 1)], [(6, 6), (7, 6), (7, 7), (6, 6)]]),
        ("M1 1zL4 4", [[(1, 1), (1, 1), (4, 4)]]),
        ("M0 0L1.5-2.5.5.5", [[(0, 0), (1.5, -2.5), (0.5, 0.5)]]),
        ("M1 1Q2 5 4 1", [[(1, 1), *bezier((1, 1), (2, 5), (4, 1))]]),
        ("M1 1q1 4 3 0", [[(1, 1), *bezier((1, 1), (2, 5), (4, 1))]]),
        ("M1 1Q2 5 4 1T8 1", [[(1, 1), *bezier((1, 1), (2, 5), (4, 1)), *bezier((4, 1), (6, -3), (8, 1))]]),
        ("M1 1q1 4 3 0t4 0", [[(1, 1), *bezier((1, 1), (2, 5), (4, 1)), *bezier((4, 1), (6, -3), (8, 1))]]),
        # Without a curve before it there is nothing to mirror.
        ("M1 1L3 2T8 1", [[(1, 1), (3, 2), *bezier((3, 2), (3, 2), (8, 1))]]),
        ("M1 1C2 5 4 6 7 1", [[(1, 1), *bezier((1, 1), (2, 5), (4, 6), (7, 1))]]),
        ("M1 1c1 4 3 5 6 0", [[(1, 1), *bezier((1, 1), (2, 5), (4, 6), (7, 1))]]),
        (
            "M1 1C2 5 4 6 7 1S9 3 9 9",
            [[(1, 1), *bezier((1, 1), (2, 5), (4, 6), (7, 1)), *bezier((7, 1), (10, -4), (9, 3), (9, 9))]],
        ),
        (
            "M1 1c1 4 3 5 6 0s2 2 2 8",
            [[(1, 1), *bezier((1, 1), (2, 5), (4, 6), (7, 1)), *bezier((7, 1), (10, -4), (9, 3), (9, 9))]],
        ),
    ],
)
def test_paths_are_read_as_svg_says(path: str, lines: list[list[Point]]) -> None:
    found = flatten(path)
    assert len(found) == len(lines)
    for line, expected in zip(found, lines, strict=True):
        assert len(line) == len(expected)
        assert [x for point in line for x in point] == pytest.approx([x for point in expected for x in point])


@pytest.mark.parametrize(
    ("path", "centre", "radii", "turn"),
    [
        # A quarter: the small way round and the large one, with the clock (y grows downwards) and against it.
        ("M5 0A5 5 0 0 1 0 5", (0, 0), (5, 5), 90),
        ("M5 0A5 5 0 0 0 0 5", (5, 5), (5, 5), -90),
        ("M5 0A5 5 0 1 1 0 5", (5, 5), (5, 5), 270),
        ("M5 0A5 5 0 1 0 0 5", (0, 0), (5, 5), -270),
        ("M5 0a5 5 0 0 1 -5 5", (0, 0), (5, 5), 90),
        ("M12 3A10 4 0 0 1 2 7", (2, 3), (10, 4), 90),
        ("M0 0A2 2 0 0 1 4 0", (2, 0), (2, 2), 180),
        # Radii too small to reach are made larger.
        ("M0 0A1 1 0 0 1 6 0", (3, 0), (3, 3), 180),
        ("M0 0a1 2 0 0 0 6 0", (3, 0), (3, 6), -180),
    ],
)
def test_arcs_go_round_their_centre(path: str, centre: Point, radii: Point, turn: float) -> None:
    (line,) = flatten(path)
    assert len(line) == 2 * PIECES + 1
    around = [((x - centre[0]) / radii[0], (y - centre[1]) / radii[1]) for x, y in line]
    assert [hypot(x, y) for x, y in around] == pytest.approx([1.0] * len(line))
    angles = [degrees(atan2(y, x)) for x, y in around]
    step = turn / (2 * PIECES)
    for number, angle in enumerate(angles):
        assert (angle - angles[0] - number * step + 180) % 360 - 180 == pytest.approx(0, abs=1e-6)


def test_after_an_arc_curves_begin_where_it_ended() -> None:
    (line,) = flatten("M0 0A2 2 0 0 1 4 0T8 0")
    for found, expected in zip(line[-PIECES:], bezier((4, 0), (4, 0), (8, 0)), strict=True):
        assert found == pytest.approx(expected)
