"""Every ruling has a row in RULINGS.md, code that exists, and a test that names it."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[3]
GAME = ROOT / "service" / "bocage" / "rules" / "squad"
TESTS = Path(__file__).parent
ROW = re.compile(r"^\| SQ-(\d+) \| (.+) \| (.+) \| (.+) \|$", re.MULTILINE)


def named() -> dict[int, set[str]]:
    """Ruling → test files with a test that names it."""
    found: dict[int, set[str]] = {}
    for path in TESTS.glob("test_*.py"):
        for match in re.finditer(r"def test_sq_(\d+(?:_and_\d+)*)_", path.read_text(encoding="utf-8")):
            for number in match[1].split("_and_"):
                found.setdefault(int(number), set()).add(path.name)
    return found


def test_every_ruling_has_a_row_and_a_test() -> None:
    text = (GAME / "RULINGS.md").read_text(encoding="utf-8")
    rows = {int(number): (code, tests) for number, _, code, tests in ROW.findall(text)}
    assert list(rows) == list(range(1, 132))
    by_name = named()
    assert sorted(by_name) == list(rows)
    for number, (_, tests) in rows.items():
        assert set(tests.split(", ")) == by_name[number], f"SQ-{number}"


def test_the_code_named_exists() -> None:
    text = (GAME / "RULINGS.md").read_text(encoding="utf-8")
    for _, _, code, _ in ROW.findall(text):
        for name in re.findall(r"[\w/]+\.py", code):
            assert (GAME / name).exists(), name
