"""Names of tests: subject and outcome in at most ten words."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
MOST = 10
#: The ruling that a test is about comes first, and counts for nothing.
RULING = re.compile(r"(?:[a-z]{2}_[a-z]?\d+_)+")


def python_names(path: Path) -> Iterator[list[str]]:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) and node.name.startswith("test_"):
            yield RULING.sub("", node.name.removeprefix("test_")).split("_")


def page_names(path: Path) -> Iterator[list[str]]:
    for _, name in re.findall(r'^\s*test\(\s*(["`\'])(.*?)\1', path.read_text(encoding="utf-8"), re.MULTILINE):
        yield name.split()


def longer(folder: Path) -> list[str]:
    below = "*" if folder == TESTS else "**/*"
    named = [(path, python_names(path)) for path in folder.glob(f"{below}.py") if path.name.startswith("test_")]
    named += [(path, page_names(path)) for path in folder.glob(f"{below}.test.mjs")]
    return [f"{path.name}: {' '.join(words)}" for path, found in named for words in found if len(words) > MOST]


@pytest.mark.parametrize("folder", [TESTS, *sorted(TESTS.glob("*/"))], ids=lambda folder: folder.name)
def test_names_have_at_most_ten_words(folder: Path) -> None:
    assert longer(folder) == []
