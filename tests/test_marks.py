"""What is known of tests by their files: each pattern names some, and slow ones begin."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.marks import MARKS, SLOW, dealt, slowness

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize("pattern", sorted({*SLOW, *(one for some in MARKS.values() for one in some)}))
def test_every_pattern_names_tests(pattern: str) -> None:
    assert [path for path in ROOT.glob(pattern) if path.name.startswith("test_")]


def test_slow_tests_head_equal_parts() -> None:
    names = [f"fast{number}" for number in range(8)] + ["c", "a", "b"]
    ranks = {"a": 0, "b": 1, "c": 2}
    order = dealt(names, lambda name: ranks.get(name, len(SLOW)), 3)
    # --dist worksteal cuts eleven into three, four and four.
    assert order[:3] == ["a", "fast0", "fast1"]
    assert order[3:7] == ["b", "fast2", "fast3", "fast4"]
    assert order[7:] == ["c", "fast5", "fast6", "fast7"]


@pytest.mark.parametrize("processes", [1, 2, 4, 7])
def test_nothing_is_lost_or_doubled(processes: int) -> None:
    for slow in (0, 1, 5, 40):
        numbers = list(range(40))
        order = dealt(numbers, lambda number, slow=slow: 0 if number < slow else len(SLOW), processes)  # type: ignore[misc]
        assert sorted(order) == numbers


def test_a_file_that_is_not_named_may_begin_any_time() -> None:
    assert slowness(Path(SLOW[0])) == 0
    assert slowness(Path("tests/test_marks.py")) == len(SLOW)
