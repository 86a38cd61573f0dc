"""Rules give the same bytes in every process, whatever the order in which its sets and dicts are hashed."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.checkout import search_path

ROOT = Path(__file__).parents[2]
PROGRAM = """
from bocage.rules.kernel.conformance import digest
from bocage.rules.kernel.registry import all_games
print({game.id: digest(game, 6) for game in all_games()})
"""


def digests(hash_seed: str) -> str:
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": search_path(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], cwd=ROOT, env=environment, capture_output=True, text=True, check=True
    )
    return done.stdout


@pytest.mark.long
def test_the_hash_seed_changes_nothing() -> None:
    first = digests("1")
    assert "omaha" in first
    assert digests("2") == first
