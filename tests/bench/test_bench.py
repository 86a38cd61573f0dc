"""What the benches share."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from tests.bench.__main__ import APART, BENCHES, main
from tests.bench.measure import p99

ROOT = Path(__file__).parents[2]


def test_every_bench_belongs_to_make_bench() -> None:
    found = {path.stem for path in Path(__file__).parent.glob("[a-z]*.py") if "\ndef main(" in path.read_text()}
    assert found == {*BENCHES, *APART}


def test_an_unknown_bench_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["nothing"]) == 2
    assert "no bench nothing" in capsys.readouterr().err


@pytest.mark.long
@pytest.mark.parametrize("name", [name for name in BENCHES if name != "page"])
def test_every_bench_runs_to_its_end(name: str) -> None:
    """In its smallest form, and as a process of its own, since benches choose their cores."""
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench", "--small", name],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(f"# {name}\n")
    assert len(done.stdout.splitlines()) > 1


def test_the_99th_percentile_is_not_beyond_the_longest() -> None:
    assert p99([0.001, 0.002, 0.013]) < 13
    assert p99([0.005] * 3) == pytest.approx(5)
