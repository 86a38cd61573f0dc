"""RULINGS.md, the code it points to and the tests named after rulings agree."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest

import bocage.rules.omaha

TESTS = Path(__file__).parent
RULINGS = Path(bocage.rules.omaha.__file__).with_name("RULINGS.md").read_text(encoding="utf-8")
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in RULINGS.splitlines()
    if line.startswith("| OM-")
]


def test_all_forty_rulings_are_listed_in_order() -> None:
    assert [row[0] for row in ROWS] == [f"OM-{number}" for number in range(1, 41)]


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_rulings_name_existing_code_and_tests(row: list[str]) -> None:
    ruling, _, where, files = row
    for path in re.findall(r"`([\w.]+)`", where):
        module, _, name = path.partition(".")
        code = importlib.import_module(f"bocage.rules.omaha.{module}")
        assert not name or hasattr(code, name), path
    named = f"def test_{ruling.lower().replace('-', '_')}_"
    found = {path.stem for path in TESTS.glob("test_*.py") if named in path.read_text(encoding="utf-8")}
    listed = set(files.split(", "))
    assert found, f"no test names {ruling}"
    assert found <= listed
    assert all((TESTS / f"{stem}.py").exists() for stem in listed)


def test_no_refusal_cites_a_ruling_that_is_not_there() -> None:
    source = Path(bocage.rules.omaha.__file__).with_name("refusals.py").read_text(encoding="utf-8")
    cited = set(re.findall(r"OM-\d+", source))
    assert cited
    assert cited <= {row[0] for row in ROWS}
