"""The bench of the page runs to its end in its smallest form; tests/bench has the others."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_bench_of_the_page_runs_to_its_end() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.bench", "--small", "page"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.count(" onlookers, 1 moves, ") == 4
