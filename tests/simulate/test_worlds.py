"""Five hundred worlds, in parts, so that processes may share them; `make nightly` plays those after them."""

from __future__ import annotations

import pytest

from tests.simulate.simulate import simulate

SEEDS, PART = 500, 125
#: The first seed and how many.
PARTS = [(0, 15), *((first, PART) for first in range(0, SEEDS, PART))]


@pytest.mark.parametrize(
    ("first", "count"),
    [pytest.param(*part, marks=pytest.mark.long if part[1] == PART else pytest.mark.short) for part in PARTS],
)
def test_everything_holds_in_every_world(first: int, count: int) -> None:
    done = simulate("--seeds", str(count), "--from", str(first))
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith(f"{count} seeds, ")
    assert "0 broken" in done.stdout
