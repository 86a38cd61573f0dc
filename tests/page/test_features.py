"""The page's features: a folder each, listed in one place, and unknown to the rest of the page."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.page.node import WEB

JS = WEB / "js"
FEATURES = JS / "features"
NAMES = sorted(path.name for path in FEATURES.iterdir() if path.is_dir())
#: The only module outside of a feature's folder that may import from it.
LIST = FEATURES / "index.js"
#: Static and dynamic imports, and those of types in comments.
IMPORTED = re.compile(r'(?:\bfrom |\bimport\(|\bimport )\s*"(\.[^"]+)"')


def imports(path: Path) -> Iterator[Path]:
    """The modules of the page that a module imports."""
    for found in IMPORTED.findall(path.read_text(encoding="utf-8")):
        yield (path.parent / found).resolve()


def feature_of(path: Path) -> str:
    """The feature that a module belongs to; empty for the rest of the page."""
    return path.relative_to(FEATURES).parts[0] if FEATURES in path.parents and path != LIST else ""


def test_each_folder_is_one_entry_of_the_list() -> None:
    assert re.findall(r"^  (\w+): {$", LIST.read_text(encoding="utf-8"), re.MULTILINE) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_an_entry_imports_only_its_own_folder(name: str) -> None:
    entry = re.search(rf"^  {name}: {{$.*?^  }},$", LIST.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert entry
    assert set(re.findall(r'(?:import|sheet)\("(?:\./)?(\w+)/', entry[0])) == {name}


def test_modules_import_no_feature_but_their_own() -> None:
    wrong = [
        f"{path.relative_to(JS)} imports {imported.relative_to(JS)}"
        for path in sorted(JS.rglob("*.js"))
        if path != LIST
        for imported in imports(path)
        if feature_of(imported) not in ("", feature_of(path))
    ]
    assert wrong == []


def test_only_the_application_imports_the_list() -> None:
    assert [path.name for path in JS.rglob("*.js") if LIST in imports(path)] == ["app.js"]
