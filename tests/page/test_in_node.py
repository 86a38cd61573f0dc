"""Runs the tests in this folder that are written in the page's own language."""

from __future__ import annotations

import re
import subprocess
from pathlib import Path

import pytest

from tests.page.node import NODE

FILES = sorted(Path(__file__).parent.glob("*.test.mjs"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_in_node(file: Path) -> None:
    """All tests of a file pass, and there are some."""
    done = subprocess.run(
        [NODE, "--test-reporter=tap", file],
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    passed = re.search(r"^# pass (\d+)$", done.stdout, re.MULTILINE)
    assert passed, done.stdout
    assert int(passed[1]) == file.read_text(encoding="utf-8").count('\ntest("')
