"""The bound of the kit's sums: even ones stay within it, uneven ones do not."""

from __future__ import annotations

from random import Random

import pytest

from bocage.rules.kernel.conformance.tally import Tally


def tally(chance: float, expected: float, trials: int, seed: int) -> Tally:
    made, rng = Tally(), Random(seed)
    for _ in range(trials):
        made.add(rng.random() < chance, expected)
    return made


@pytest.mark.parametrize("chance", [0.01, 0.1, 0.5, 0.9])
def test_fair_sums_stay_within_the_bound(chance: float) -> None:
    assert not any(
        tally(chance, chance, trials, seed).is_uneven() for trials in (1, 10, 200) for seed in range(200)
    )


@pytest.mark.parametrize(("chance", "expected"), [(0.1, 0.6), (0.6, 0.1), (1.0, 0.2), (0.0, 0.4)])
def test_unfair_sums_go_beyond_the_bound(chance: float, expected: float) -> None:
    assert all(tally(chance, expected, 100, seed).is_uneven() for seed in range(20))
