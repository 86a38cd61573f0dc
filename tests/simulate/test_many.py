"""Five hundred worlds, in parts, so that processes may share them; `make nightly` plays those after them."""

from __future__ import annotations

import pytest

from tests.simulate.simulate import simulate

SEEDS, PART = 500, 125


@pytest.mark.parametrize("first", range(0, SEEDS, PART))
def test_everything_holds_in_every_world(first: int) -> None:
    done = simulate("--seeds", str(PART), "--from", str(first))
    assert done.returncode == 0, done.stdout + done.stderr
    assert done.stdout.startswith(f"{PART} seeds, ")
