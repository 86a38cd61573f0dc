"""RULINGS.md, the code it points to and the tests named after rulings agree."""

from __future__ import annotations

import importlib
import re
from pathlib import Path

import pytest

import bocage.rules.company_commander

TESTS = Path(__file__).parent
CODE = Path(bocage.rules.company_commander.__file__).parent
ROWS = [
    [cell.strip() for cell in line.strip("|").split("|")]
    for line in (CODE / "RULINGS.md").read_text(encoding="utf-8").splitlines()
    if line.startswith("| CC-")
]


def test_all_rulings_are_listed_in_order() -> None:
    wanted = (
        [f"CC-{n}" for n in range(1, 79)] + [f"CC-O{n}" for n in range(1, 14)] + [f"CC-B{n}" for n in range(1, 9)]
    )
    assert [row[0] for row in ROWS] == wanted


@pytest.mark.parametrize("row", ROWS, ids=lambda row: row[0])
def test_rulings_name_existing_code_and_tests(row: list[str]) -> None:
    ruling, _, where, files = row
    for path in re.findall(r"`([\w.]+)`", where):
        module, _, name = path.partition(".")
        assert hasattr(importlib.import_module(f"bocage.rules.company_commander.{module}"), name), path
    named = re.compile(rf"def test_(cc_\w*_)?{ruling.lower().replace('-', '_')}_")
    found = {path.stem for path in TESTS.glob("test_*.py") if named.search(path.read_text(encoding="utf-8"))}
    assert found, f"no test names {ruling}"
    assert set(files.split(", ")) == found


def test_no_code_cites_a_ruling_that_is_not_there() -> None:
    cited = {
        ruling
        for path in CODE.glob("**/*.py")
        for ruling in re.findall(r"CC-[OB]?\d+", path.read_text(encoding="utf-8"))
    }
    assert cited
    assert cited <= {row[0] for row in ROWS}
