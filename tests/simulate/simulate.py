"""Runs ``python -m tests.simulate`` as one does by hand."""

from __future__ import annotations

import subprocess
import sys


def simulate(*arguments: str) -> subprocess.CompletedProcess[str]:
    """What it says, and whether it ends with 0."""
    command = [sys.executable, "-m", "tests.simulate", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)
