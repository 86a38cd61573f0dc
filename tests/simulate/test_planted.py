"""Bugs that were planted are found; what is written down about them stands in the code."""

from __future__ import annotations

import pytest

from tests.simulate.planted import BUGS
from tests.simulate.simulate import simulate

PARTS = 2
#: Seeds that may be needed for one bug.
SEEDS = 400


@pytest.mark.parametrize("part", range(PARTS))
def test_planted_bugs_are_found(part: int) -> None:
    names = [bug.name for bug in BUGS[part::PARTS]]
    done = simulate("--planted", ",".join(names), "--seeds", str(SEEDS))
    assert done.returncode == 0, done.stdout + done.stderr
    assert [line.split(" ", 1)[0] for line in done.stdout.splitlines()] == names
    assert len(BUGS) >= 20
