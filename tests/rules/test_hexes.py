"""Hexes: distances are a metric, neighbours are one step away, offset coordinates go both ways."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from bocage.rules.hexes import CLOCKWISE, Hex, distance, from_odd_r, walk

numbers = st.integers(-50, 50)
hexes = st.builds(Hex, numbers, numbers)


def pixel(h: Hex) -> tuple[float, float]:
    """The middle of a flat-top hex of size 1, y downwards."""
    return 1.5 * h.q, 3**0.5 * (h.r + h.q / 2)


@given(hexes, hexes, hexes)
def test_distance_is_a_metric(a: Hex, b: Hex, c: Hex) -> None:
    assert (distance(a, b) == 0) is (a == b)
    assert distance(a, b) == distance(b, a)
    assert distance(a, c) <= distance(a, b) + distance(b, c)


@given(hexes, hexes)
def test_adding_shifts_and_keeps_distances(a: Hex, b: Hex) -> None:
    assert a + b == b + a == (a.q + b.q, a.r + b.r)
    assert distance(a + Hex(3, -5), b + Hex(3, -5)) == distance(a, b)


@given(hexes)
def test_six_neighbours_one_step_away(h: Hex) -> None:
    around = [h + way for way in CLOCKWISE]
    assert len(set(around)) == 6
    assert {distance(h, one) for one in around} == {1}
    assert all(distance(one, other) == 1 for one, other in zip(around, around[1:] + around[:1], strict=True))


def test_neighbours_go_clockwise_from_north() -> None:
    places = [pixel(way) for way in CLOCKWISE]
    assert [(x > 0.1, x < -0.1, y < 0) for x, y in places] == [
        (False, False, True),  # N
        (True, False, True),  # NE
        (True, False, False),  # SE
        (False, False, False),  # S
        (False, True, False),  # SW
        (False, True, True),  # NW
    ]


@given(numbers, numbers)
def test_odd_r_rows_are_pushed_right(col: int, row: int) -> None:
    h = from_odd_r(col, row)
    assert (h.q + (h.r - (h.r & 1)) // 2, h.r) == (col, row)
    assert distance(h, from_odd_r(col + 1, row)) == 1
    shift = 1 if row % 2 else -1  # the cell below, on the other side of the half step
    assert distance(h, from_odd_r(col, row + 1)) == distance(h, from_odd_r(col + shift, row + 1)) == 1


@given(st.sets(st.builds(Hex, st.integers(-4, 4), st.integers(-4, 4)), min_size=1))
def test_a_walk_is_as_short_as_can_be(cells: set[Hex]) -> None:
    start = min(cells)
    steps = walk(start, cells)
    assert steps.keys() <= cells
    assert list(steps.values()) == sorted(steps.values())
    for cell, far in steps.items():
        near = [steps[cell + way] for way in CLOCKWISE if cell + way in steps]
        assert far >= distance(start, cell)
        assert far == 0 or min(near) == far - 1
        assert all((cell + way) in steps for way in CLOCKWISE if cell + way in cells)


def test_a_walk_over_open_ground_is_the_distance() -> None:
    start, cells = Hex(1, -2), {Hex(q, r) for q in range(-6, 7) for r in range(-6, 7)}
    near = {cell: far for cell, far in walk(start, cells).items() if far <= 3}
    assert near == {cell: distance(start, cell) for cell in cells if distance(start, cell) <= 3}
    assert len(near) == 1 + 6 + 12 + 18
