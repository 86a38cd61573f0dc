"""What is known of tests by their files: each pattern names some, and slow ones begin."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.marks import MARKS, SLOW, slowness

ROOT = Path(__file__).parents[1]


@pytest.mark.parametrize("pattern", sorted({*SLOW, *(one for some in MARKS.values() for one in some)}))
def test_every_pattern_names_tests(pattern: str) -> None:
    assert [path for path in ROOT.glob(pattern) if path.name.startswith("test_")]


def test_a_file_that_is_not_named_may_begin_any_time() -> None:
    assert slowness(Path(SLOW[0])) == 0
    assert slowness(Path("tests/test_marks.py")) == len(SLOW)
