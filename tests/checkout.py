"""A copy of the checkout to change, and running Python in it."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
#: What is left out of a copy. What another process is compiling just now has a number behind ``.pyc``.
LEFT = shutil.ignore_patterns("node_modules", "images", "*.pyc.*")
PARTS = ("service", "protocol", "clients", "tests", "docs", "deploy", "README.md", "pyproject.toml")


def search_path(root: Path) -> str:
    """A PYTHONPATH by which the checkout ``root`` is imported, wherever an editable install points."""
    return os.pathsep.join(str(root / part) for part in ("protocol", "service", "clients", "."))


def copy_to(root: Path) -> None:
    """Copy everything that rules and their tests need to the folder ``root``, compiled as it is."""
    for part in PARTS:
        if (ROOT / part).is_dir():
            shutil.copytree(ROOT / part, root / part, ignore=LEFT)
        else:
            shutil.copy(ROOT / part, root / part)


def python(root: Path, *words: str) -> str:
    """Run Python in that copy; what it prints. Asserts that it succeeds."""
    done = subprocess.run(
        [sys.executable, *words],
        cwd=root,
        env={**os.environ, "PYTHONPATH": search_path(root)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
