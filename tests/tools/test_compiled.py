"""Compiled modules beside a checkout: used only while they fit its sources."""

from __future__ import annotations

import importlib.machinery
import sys
import zipfile
from pathlib import Path

import pytest

from bocage_tools.compiled import SUFFIX, CompiledModules, digest_of, fits, record_in, unpack

MODULE = f"bocage/log/match{SUFFIX}"
SOURCES = {
    "bocage/log/match.py": "service/bocage/log/match.py",
    "bocage/protocol/patch.py": "protocol/bocage/protocol/patch.py",
    "bocage/cli/main.py": "service/bocage/cli/main.py",
}


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    root = tmp_path / "checkout"
    for path in SOURCES.values():
        source = root / path
        source.parent.mkdir(parents=True, exist_ok=True)
        source.write_text(f"# {path}\n")
    return root


@pytest.fixture
def wheel(tmp_path: Path, checkout: Path) -> Path:
    path = tmp_path / "bocage-1.0.0.whl"
    lines = [f"{name},sha256={digest_of((checkout / source).read_bytes())},1" for name, source in SOURCES.items()]
    with zipfile.ZipFile(path, "w") as packed:
        packed.writestr(MODULE, b"")
        packed.writestr("bocage/log/match.py", b"")
        packed.writestr("bocage-1.0.0.dist-info/RECORD", "\n".join([*lines, "bocage-1.0.0.dist-info/RECORD,,"]))
    return path


def test_modules_of_a_fitting_wheel_are_found(tmp_path: Path, checkout: Path, wheel: Path) -> None:
    folder = tmp_path / "compiled"
    assert unpack(wheel, folder, checkout)
    assert fits(record_in(folder), checkout)
    found = CompiledModules(folder)
    spec = found.find_spec("bocage.log.match")
    assert spec is not None
    assert isinstance(spec.loader, importlib.machinery.ExtensionFileLoader)
    assert spec.origin == str(folder / MODULE)
    assert found.find_spec("bocage.log.clock") is None
    assert not list(folder.rglob("*.py"))


@pytest.mark.parametrize("path", ["service/bocage/log/match.py", "protocol/bocage/protocol/patch.py"])
def test_an_edited_source_is_served_as_it_is(tmp_path: Path, checkout: Path, wheel: Path, path: str) -> None:
    folder = tmp_path / "compiled"
    assert unpack(wheel, folder, checkout)
    (checkout / path).write_text("# edited\n")
    assert not fits(record_in(folder), checkout)
    assert not unpack(wheel, folder, checkout)
    (checkout / path).unlink()
    assert not fits(record_in(folder), checkout)


def test_sources_that_no_compiled_module_reads_may_change(tmp_path: Path, checkout: Path, wheel: Path) -> None:
    (checkout / "service/bocage/cli/main.py").write_text("# edited\n")
    assert unpack(wheel, tmp_path / "compiled", checkout)


def test_without_compiled_modules_nothing_fits(tmp_path: Path, checkout: Path) -> None:
    assert not fits(record_in(tmp_path / "compiled"), checkout)


def test_a_wheel_of_another_python_is_left_alone(tmp_path: Path, checkout: Path, wheel: Path) -> None:
    other = tmp_path / "other.whl"
    with zipfile.ZipFile(wheel) as packed, zipfile.ZipFile(other, "w") as copied:
        for name in packed.namelist():
            copied.writestr(name.replace(sys.implementation.cache_tag or "", "cpython-30"), packed.read(name))
    assert not unpack(other, tmp_path / "compiled", checkout)
