"""The example bots play a match each, and the JavaScript client works as npm installs it."""

from __future__ import annotations

import json
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bocage_tools.npm_package import NODE, NPM, SOURCE, pack
from tests.e2e.nodes import NodeProcess

ROOT = Path(__file__).parents[2]
EXAMPLES = ROOT / "clients" / "examples"
COMPILER = ROOT / "clients" / "web" / "node_modules" / "typescript" / "bin" / "tsc"


@pytest.fixture(scope="module")
def node(tmp_path_factory: pytest.TempPathFactory) -> Iterator[NodeProcess]:
    with NodeProcess(tmp_path_factory.mktemp("node")) as running:
        yield running


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the TypeScript bot and the installed package."""
    folder = tmp_path_factory.mktemp("project")
    package = pack(folder)
    (folder / "package.json").write_text('{"type": "module", "private": true}')
    run(NODE, NPM, "install", "--offline", "--no-audit", "--no-fund", "--silent", package, cwd=folder)
    (folder / "omaha_bot.ts").write_text((EXAMPLES / "omaha_bot.ts").read_text(encoding="utf-8"))
    return folder


def run(*command: str | Path, cwd: Path = EXAMPLES) -> str:
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, timeout=240, check=False)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def assert_played(told: str) -> None:
    report: dict[str, Any] = json.loads(told)
    assert report["outcome"]["reason"]
    assert report["entries"] > 5


@pytest.mark.parametrize(
    "command", [(sys.executable, "omaha_bot.py"), ("perl", "omaha_bot.pl")], ids=["python", "perl"]
)
def test_example_plays_a_match(command: tuple[str, str], node: NodeProcess) -> None:
    assert_played(run(*command, node.url))


def test_typescript_example_plays_with_the_installed_package(project: Path, node: NodeProcess) -> None:
    told = run(NODE, "omaha_bot.ts", node.url, cwd=project)
    assert_played(told)
    assert json.loads(told)["why"] == ""


def test_typescript_example_compiles_strictly(project: Path) -> None:
    (project / "node.d.ts").write_text("declare const process: { argv: string[] };\n")
    options = ["--noEmit", "--strict", "--noUncheckedIndexedAccess", "--target", "es2022", "--module", "nodenext"]
    run(NODE, COMPILER, *options, "--types", "", "omaha_bot.ts", "node.d.ts", cwd=project)


def test_package_has_the_version_of_the_service() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert json.loads((SOURCE / "package.json").read_text(encoding="utf-8"))["version"] == project["version"]
