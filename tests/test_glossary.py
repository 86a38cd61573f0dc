"""``docs/architecture.md`` is true: its names exist, and its arrows are those of the code."""

from __future__ import annotations

import ast
import importlib
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bocage import features
from tests.test_arrows import ARROWS, LAYERS, sources

ROOT = Path(__file__).parents[1]
PAGE = (ROOT / "docs" / "architecture.md").read_text(encoding="utf-8")

#: Heads of the chart's arrows, and of those that point back and are to go.
SOLID = ("--", "-- records only --")
DOTTED = "-.-"

Where = tuple[str, str]


def glossary() -> list[Where]:
    """Each term of the glossary with the name in its last column."""
    _, _, text = PAGE.partition("## Glossary")
    rows = [line.strip("| ").split(" | ") for line in text.splitlines() if line.startswith("| ")]
    terms = [(row[0], row[2].strip("` |")) for row in rows if row[2].startswith("`")]
    # A feature may have been taken out.
    of_feature = re.compile(r"bocage\.features\.(\w+)")
    return [one for one in terms if not (found := of_feature.match(one[1])) or found[1] in features.NAMES]


def hops() -> list[Where]:
    """The calls of one action, each with its hop."""
    section = PAGE.partition("## The path of an action")[2].partition("\n## ")[0]
    rows = [line.strip("| ").split(" | ") for line in section.splitlines() if line.startswith("| ") and "`" in line]
    return [(row[0], where) for row in rows for where in re.findall(r"`(bocage\.[\w.]+)`", row[1])]


def test_the_path_of_an_action_names_its_calls() -> None:
    assert len(hops()) > 15


@pytest.mark.parametrize(("term", "where"), [*glossary(), *hops()], ids=lambda text: text)
def test_every_name_of_the_glossary_exists(term: str, where: str) -> None:
    if ": " in where:
        path, name = where.split(": ")
        text = (ROOT / path).read_text(encoding="utf-8")
        assert re.search(rf"\b(class|function|const|let) {re.escape(name)}\b", text), term
        return
    parts = where.split(".")
    size = next(n for n in range(len(parts), 0, -1) if _is_module(parts[:n]))
    found: object = importlib.import_module(".".join(parts[:size]))
    for name in parts[size:]:
        assert hasattr(found, name), f"{term}: {where} is not there"
        found = getattr(found, name)


def _is_module(parts: list[str]) -> bool:
    return any(
        path.is_dir() or path.with_suffix(".py").is_file()
        for path in (ROOT.joinpath(folder, *parts) for folder in LAYERS)
    )


def _is_package(name: str) -> bool:
    return any(ROOT.joinpath(folder, *name.split(".")).is_dir() for folder in LAYERS)


def test_the_glossary_names_no_term_twice() -> None:
    terms = [term for term, _ in glossary()]
    assert len(terms) > 40
    assert sorted(terms) == sorted(set(terms))


def test_the_table_of_packages_is_complete() -> None:
    named = set(re.findall(r"`(bocage\.\w+)`", PAGE.partition("## The arrows")[0]))
    folders = [path for layer in LAYERS for path in (ROOT / layer / "bocage").iterdir()]
    assert {f"bocage.{path.name}" for path in folders if (path / "__init__.py").is_file()} <= named
    assert [name for name in named if not _is_module(name.split("."))] == []


def drawn(*heads: str) -> dict[str, set[str]]:
    """The arrows of the flow chart with these heads: package → packages it points at."""
    chart = PAGE.partition("flowchart")[2].partition("```")[0]
    names = dict(re.findall(r"(\w+)\[(bocage\.\w+)", chart))
    arrows: dict[str, set[str]] = {}
    for line in chart.splitlines():
        found = re.match(r"\s*(\w+)(?:\[[^\]]*\])? (-.*-)> (\w+)", line)
        if found and found[2] in heads:
            arrows.setdefault(names[found[1]], set()).add(names[found[3]])
    return arrows


def test_the_arrows_drawn_are_those_that_are_tested() -> None:
    chart = drawn(*SOLID)
    wrong = [
        (here, there)
        for here, targets in chart.items()
        for there in targets
        if here in ARROWS
        and not any(allowed == there or allowed.startswith(f"{there}.") for allowed in ARROWS[here])
    ]
    assert wrong == []
    chart = drawn(*SOLID, DOTTED)
    for importer, allowed in ARROWS.items():
        here = ".".join(importer.split(".")[:2])
        for there in allowed:
            package = ".".join(there.split(".")[:2])
            if not _is_package(package):
                continue
            assert here == package or package in below(chart, here), f"{here} may import {package}: not drawn"


def below(chart: dict[str, set[str]], start: str) -> set[str]:
    """All packages that arrows lead to from ``start``."""
    seen: set[str] = set()
    todo = [start]
    while todo:
        for there in chart.get(todo.pop(), set()) - seen:
            seen.add(there)
            todo.append(there)
    return seen


def whole(path: Path) -> str:
    """The name and the text of a file."""
    return f"{path.stem}\n{path.read_text(encoding='utf-8')}"


def named_in_python(path: Path) -> Iterator[str]:
    """Names of the module, its classes and its functions."""
    yield path.stem
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name


def named_in_javascript(path: Path) -> Iterator[str]:
    """Names of the module, its classes and its functions."""
    yield path.stem
    yield from re.findall(r"\b(?:class|function) (\w+)", path.read_text(encoding="utf-8"))


def prose(path: Path) -> Iterator[str]:
    """Comments and docstrings of a Python file."""
    text = path.read_text(encoding="utf-8")
    yield from re.findall(r"#.*", text)
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef):
            yield ast.get_docstring(node) or ""


#: People are "they": nobody knows who plays.
HE = re.compile(r"(?<![a-z])(he|him|his|himself|she|her|hers|herself)(?![a-z])", re.IGNORECASE)


def prose_of_javascript(path: Path) -> Iterator[str]:
    """Comments of a JavaScript file."""
    text = path.read_text(encoding="utf-8")
    yield from re.findall(r"(?<![:\w\"'`/])//.*", text)
    yield from re.findall(r"/\*.*?\*/", text, re.DOTALL)


def test_players_are_they() -> None:
    """In comments, docstrings, and names of functions; what people read has its own tests."""
    files = [
        (path, [*prose(path), *named_in_python(path)])
        for path in sources(*LAYERS, "tests")
        # Only a file that has such a word somewhere, in a string it may be, is parsed.
        if HE.search(whole(path))
    ]
    scripts = [*sources("clients", ext="js"), *sources("tests", ext="mjs")]
    files += [(path, [*prose_of_javascript(path), *named_in_javascript(path)]) for path in scripts]
    assert len(scripts) > 50
    assert [
        f"{path.relative_to(ROOT)}: {line.strip()}"
        for path, texts in files
        for text in texts
        for line in text.splitlines()
        if HE.search(line)
    ] == []
