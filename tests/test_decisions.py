"""The decisions have a number each, and speak of files that exist."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
PAGES = sorted((ROOT / "docs" / "decisions").glob("*.md"))
#: A path in backticks that begins with one of our folders.
FILE = re.compile(r"`((?:protocol|service|clients|tests|docs|deploy)/[\w./-]+\.\w+)`")


def test_no_number_is_used_twice() -> None:
    numbers = [page.name[:4] for page in PAGES]
    assert all(re.fullmatch(r"\d{3}-", number) for number in numbers)
    assert len(set(numbers)) == len(numbers)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_a_decision_has_its_number_and_names_files_that_exist(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    assert text.startswith(f"# {page.name[:3]} ")
    assert [name for name in FILE.findall(text) if not (ROOT / name).exists()] == []
