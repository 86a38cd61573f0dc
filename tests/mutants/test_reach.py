"""Which tests reach which line."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.checkout import search_path
from tests.mutants.reach import WRITE, Reached, reaching, read

ROOT = Path(__file__).parents[2]
RULE = '''"""A toy."""

LEAST = 3


def enough(number: int, least: int = LEAST) -> bool:
    """Whether ``number`` is enough."""
    if number > 99:
        return bool(
            number
        )
    return number >= least
'''
TESTS = """import pytest
from service.rule import enough

@pytest.fixture(scope="module")
def made():
    return enough(5)

@pytest.mark.parametrize("number", [1, 2])
def test_few(number):
    assert not enough(number)

def test_many():
    assert enough(100)

def test_made(made):
    assert made
"""


@pytest.fixture(scope="module")
def reached(tmp_path_factory: pytest.TempPathFactory) -> Reached:
    root = tmp_path_factory.mktemp("toy")
    (root / "service").mkdir()
    (root / "service/__init__.py").touch()
    (root / "service/rule.py").write_text(RULE)
    (root / "test_toy.py").write_text(TESTS)
    write = root / "reached"
    subprocess.run(
        [
            sys.executable,
            "-m",
            "pytest",
            "-q",
            "-p",
            "tests.mutants.reach",
            "-p",
            "no:cacheprovider",
            "test_toy.py",
        ],
        cwd=root,
        env=os.environ | {"PYTHONPATH": f"{root}{os.pathsep}{search_path(ROOT)}", WRITE: str(write)},
        stdout=subprocess.DEVNULL,
        check=True,
    )
    return read(write)


def who(reached: Reached, text: str) -> list[str] | None:
    return reaching(reached, "service/rule.py", RULE, RULE.index(text))


@pytest.mark.long
def test_those_are_asked_that_reach_the_statement(reached: Reached) -> None:
    assert who(reached, "number\n") == ["test_toy.py::test_many"]


@pytest.mark.long
def test_what_a_wider_fixture_reaches_concerns_the_whole_file(reached: Reached) -> None:
    everywhere = ["test_toy.py", "test_toy.py::test_few"]
    assert who(reached, "number >= least") == everywhere
    assert who(reached, "number > 99") == [*everywhere, "test_toy.py::test_many"]


@pytest.mark.long
def test_all_are_asked_about_what_runs_at_import(reached: Reached) -> None:
    assert who(reached, "3") is None
    assert who(reached, "LEAST)") is None


@pytest.mark.long
def test_a_script_of_another_language_concerns_all(reached: Reached) -> None:
    assert reaching(reached, "service/bocage/store/lua/append.lua", RULE, 0) is None


def test_nothing_written_is_nothing_reached(tmp_path: Path) -> None:
    assert read(tmp_path / "none") == {}
