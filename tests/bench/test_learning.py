"""The bench of environments counts what it says it counts."""

from __future__ import annotations

from functools import partial

from bocage.rl import TableEnv
from tests.bench.learning import MATCHES, aec, batch, rules


def test_as_many_steps_are_played_as_asked() -> None:
    assert rules("omaha", 50) >= 50
    assert batch("omaha", 50) == MATCHES
    assert aec(partial(TableEnv, "squad"), 50) >= 50
