"""What the benches share."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.bench.__main__ import BENCHES, main
from tests.bench.measure import p99

#: Needs a package that is no dependency.
BY_ITSELF = {"rest"}


def test_every_bench_belongs_to_make_bench() -> None:
    found = {path.stem for path in Path(__file__).parent.glob("[a-z]*.py") if "\ndef main(" in path.read_text()}
    assert found - BY_ITSELF == set(BENCHES)


def test_an_unknown_bench_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["nothing"]) == 2
    assert "no bench nothing" in capsys.readouterr().err


def test_the_99th_percentile_is_not_beyond_the_longest() -> None:
    assert p99([0.001, 0.002, 0.013]) < 13
    assert p99([0.005] * 3) == pytest.approx(5)
