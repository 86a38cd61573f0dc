"""Worlds in parts, so that processes may share them: 150 by day, 525 by night; `make nightly` plays more."""

from __future__ import annotations

import pytest

from tests.simulate.simulate import simulate

SEEDS, BY_DAY, PART = 525, 150, 75
#: The first seed and how many.
PARTS = [(0, 15), *((first, PART) for first in range(0, SEEDS, PART))]


@pytest.mark.parametrize(
    ("first", "count"),
    [
        pytest.param(
            first,
            count,
            marks=pytest.mark.short
            if count < PART
            else (pytest.mark.long, pytest.mark.night if first >= BY_DAY else pytest.mark.long),
        )
        for first, count in PARTS
    ],
)
def test_everything_holds_in_every_world(first: int, count: int) -> None:
    done = simulate("--seeds", str(count), "--from", str(first))
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith(f"{count} seeds, ")
    assert "0 broken" in done.stdout
