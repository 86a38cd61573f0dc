"""Each feature can be taken out: its folder, its line of registration and its tests go, everything else goes on."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from bocage import features
from tests.checkout import ROOT, search_path
from tests.test_arrows import LAYERS, imports, module_of, sources

REGISTRY = Path("service", "bocage", "features", "__init__.py")
#: Imports every module there is, then runs tests. Packages that an extra brings may be missing.
PROGRAM = """
import importlib, pkgutil, sys
import bocage, bocage_tools, pytest
for package in (bocage, bocage_tools):
    for module in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
        if not module.name.endswith("__main__"):
            try:
                importlib.import_module(module.name)
            except ModuleNotFoundError as error:
                if (error.name or "bocage").startswith("bocage"):
                    raise
sys.exit(pytest.main(sys.argv[1:]))
"""
#: Tests of the core that are run without each feature in the day.
QUICK = (
    "tests/log/test_match.py",
    "tests/live/room",
    "tests/store/test_players.py",
    "tests/http/test_matches.py",
    "tests/http/test_openapi.py",
)
#: All of them. Tests right in ``tests/features`` are about several features.
CORE = tuple(f"tests/{folder}" for folder in ("app", "cli", "http", "live", "log", "protocol", "store", "workers"))
CORE += ("tests/clients/test_sdk_calls.py", "tests/test_arrows.py", "tests/test_glossary.py")
#: It is about several features, and needs a cluster.
CLUSTER = "--ignore=tests/store/test_cluster.py"
#: Modules that a plug-in of pytest consists of are imported before it.
QUIETLY = ("-p", "no:cacheprovider", "-p", "no:xdist", "-W", "ignore::pytest.PytestAssertRewriteWarning")
PLAIN = "not browser and not cluster and not long and not night and not short"


@pytest.fixture(scope="module")
def checkout(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of all files that git knows, compiled as they are."""
    root = tmp_path_factory.mktemp("checkout")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for name in filter(None, listed.split("\0")):
        source, target = ROOT / name, root / name
        if not source.is_file():
            continue
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(source, target)
        cache = source.parent / "__pycache__"
        for compiled in cache.glob(f"{source.stem}.{sys.implementation.cache_tag}*.pyc"):
            (target.parent / "__pycache__").mkdir(exist_ok=True)
            shutil.copy2(compiled, target.parent / "__pycache__" / compiled.name)
    return root


@contextmanager
def without(checkout: Path, name: str, aside: Path) -> Iterator[None]:
    """Take a feature out of the checkout: its folder, its line, its tests."""
    folders = [checkout / "service/bocage/features" / name, checkout / "tests/features" / name]
    registry = checkout / REGISTRY
    text = registry.read_text(encoding="utf-8")
    assert text.count(f'    "{name}",\n') == 1
    registry.write_text(text.replace(f'    "{name}",\n', ""), encoding="utf-8")
    moved = [(folder, aside / str(number)) for number, folder in enumerate(folders) if folder.is_dir()]
    for folder, place in moved:
        folder.rename(place)
    try:
        yield
    finally:
        registry.write_text(text, encoding="utf-8")
        for folder, place in moved:
            place.rename(folder)


def go_on(checkout: Path, *tests: str) -> None:
    """Assert that every module can be imported, and that tests pass."""
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, "-q", *QUIETLY, "-m", PLAIN, *tests],
        cwd=checkout,
        env={**os.environ, "PYTHONPATH": search_path(checkout)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]


@pytest.mark.parametrize(
    ("name", "whole"),
    [
        pytest.param(name, whole, marks=pytest.mark.night if whole else (), id=f"{name}{'-whole' if whole else ''}")
        for whole in (False, True)
        for name in features.NAMES
    ],
)
def test_everything_else_goes_on_without_a_feature(checkout: Path, tmp_path: Path, name: str, whole: bool) -> None:
    with without(checkout, name, tmp_path):
        folders = [f"tests/features/{one}" for one in features.NAMES]
        others = [folder for folder in folders if (checkout / folder).is_dir()]
        go_on(checkout, *((*CORE, *others, CLUSTER) if whole else QUICK))


def importers(name: str) -> Iterator[str]:
    """The modules that import a feature, its own left out."""
    feature = f"bocage.features.{name}"
    for path in sources(*LAYERS):
        module = module_of(path)
        if not re.match(rf"bocage\.sdk\.|{re.escape(feature)}\b", module) and any(
            f"{imported}.".startswith(f"{feature}.") for imported in imports(path)
        ):
            yield module


@pytest.mark.parametrize("name", features.NAMES)
def test_only_the_sdk_imports_a_feature(name: str) -> None:
    """In its methods, where it needs the messages of the feature."""
    assert list(importers(name)) == []
