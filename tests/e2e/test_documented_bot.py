"""The bot that the documentation shows is run as it stands there."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import httpx2
import pytest

from tests.checkout import search_path
from tests.e2e.nodes import NodeProcess

ROOT = Path(__file__).parents[2]
#: A block of Python in Markdown.
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
PAGES = [page for page in ("README.md", "docs/bots.md") if (ROOT / page).exists()]


@pytest.mark.parametrize("page", PAGES)
def test_the_first_python_block_is_a_whole_bot(page: str, node: NodeProcess, tmp_path: Path) -> None:
    block = BLOCK.search((ROOT / page).read_text(encoding="utf-8"))
    assert block is not None, f"{page} shows no Python"
    code = block[1]
    assert len(code.splitlines()) <= 15
    before = ended(node)
    bot = tmp_path / "bot.py"
    bot.write_text(code, encoding="utf-8")
    done = subprocess.run(
        [sys.executable, str(bot)],
        env={**os.environ, "BOCAGE_URL": node.url, "PYTHONPATH": search_path(ROOT)},
        capture_output=True,
        text=True,
        timeout=240,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert ended(node) == before + 1


def ended(node: NodeProcess) -> int:
    """How many matches have ended at the node."""
    return len(httpx2.get(f"{node.url}/api/matches/recent", timeout=60).json()["matches"])
