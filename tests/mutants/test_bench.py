"""The bench finds what a good test notices, and what a bad one does not."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from tests.mutants import report
from tests.mutants.bench import Bench, Result, SickError, drawn, offered
from tests.mutants.change import Change
from tests.mutants.parts import Part, nearest_first
from tests.mutants.tree import Tree

TOY = '''"""A toy."""

LEAST = 3


def enough(number: int) -> bool:
    """Whether ``number`` is enough."""
    while number > 99:
        number -= 1
    return number >= LEAST
'''
GOOD = """from toy.rule import enough

def test_enough():
    assert [enough(n) for n in (2, 3, 4, 100)] == [False, True, True, True]
"""
BAD = """from toy.rule import enough

def test_enough():
    assert enough(7)
"""
SICK = "def test_sick():\n    assert False\n"

TOYS = {name: Part(name, ("toy/*.py",), (f"tests/test_{name}.py",)) for name in ("good", "bad", "sick")}


@pytest.fixture(scope="module")
def trees(tmp_path_factory: pytest.TempPathFactory) -> list[Tree]:
    """One copy of a tree with a toy, and with a good, a bad and a sick test of it."""
    root = tmp_path_factory.mktemp("toy")
    for name, text in {
        "toy/rule.py": TOY,
        "tests/test_good.py": GOOD,
        "tests/test_bad.py": BAD,
        "tests/test_sick.py": SICK,
        "left/out.pyc": "",
        ".gitignore": "*.pyc\n",
    }.items():
        (root / name).parent.mkdir(exist_ok=True)
        (root / name).write_text(text)
    subprocess.run(["git", "init", "-q", root], check=True)
    return [Tree(root, tmp_path_factory.mktemp("copies"))]


def boundary(root: Path) -> Change:
    return next(change for change in offered(TOYS["good"], root) if change.new == "number > LEAST")


@pytest.mark.long
def test_a_good_test_notices_what_a_bad_one_does_not(trees: list[Tree]) -> None:
    told: list[Result] = []
    bench = Bench(trees, True, told.append)
    change = boundary(trees[0].root)
    results = bench.run(TOYS["good"], [change]) + bench.run(TOYS["bad"], [change])
    assert [result.fate for result in results] == ["quick", "survived"]
    assert results[0].note == "FAILED tests/test_good.py::test_enough"
    assert results == told
    assert (trees[0].root / "toy/rule.py").read_text() == TOY
    assert report.share(results) == 0.5
    assert "-    return number >= LEAST\n+    return number > LEAST" in report.survivors(results)
    assert report.table(results).splitlines()[1].split() == ["good", "1", "1", "1", "0", "0", "100", "100"]


@pytest.mark.long
def test_a_bug_that_never_ends_is_noticed(trees: list[Tree], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tests.mutants.bench.PATIENCE", 1.0)
    endless = next(change for change in offered(TOYS["good"], trees[0].root) if change.new == "pass")
    [result] = Bench(trees, True, lambda _: None).run(TOYS["good"], [endless])
    assert (result.fate, result.note) == ("quick", "the tests do not come to an end")


GREEDY = """def test_greedy():
    kept = []
    while True:
        kept.append(bytearray(2**24))
"""


@pytest.mark.long
def test_a_test_that_allocates_without_end_fails(tmp_path: Path) -> None:
    (tmp_path / "one").mkdir()
    subprocess.run(["git", "init", "-q", tmp_path / "one"], check=True)
    (tmp_path / "one" / "test_greedy.py").write_text(GREEDY)
    run = Tree(tmp_path / "one", tmp_path / "copy", memory=2**29).test(["test_greedy.py"], 120)
    assert run.verdict == "failed"
    assert "MemoryError" in run.output


@pytest.mark.long
def test_tests_that_fail_without_a_bug_are_said(trees: list[Tree]) -> None:
    with pytest.raises(SickError, match="test_sick"):
        Bench(trees, True, lambda _: None).run(TOYS["sick"], [boundary(trees[0].root)])


@pytest.mark.long
def test_what_tests_reach_is_seen_though_one_of_them_fails(tmp_path: Path) -> None:
    for name, text in {
        "service/__init__.py": "",
        "service/rule.py": TOY,
        "tests/__init__.py": "",
        "tests/mutants/__init__.py": "",
        "tests/mutants/reach.py": (Path(__file__).parent / "reach.py").read_text(),
        "tests/test_rule.py": SICK + GOOD.replace("toy.rule", "service.rule"),
    }.items():
        (tmp_path / "one" / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "one" / name).write_text(text)
    subprocess.run(["git", "init", "-q", tmp_path / "one"], check=True)
    reached = Tree(tmp_path / "one", tmp_path / "copy").reach(["tests/test_rule.py"], "")
    assert set().union(*reached["service/rule.py"].values()) == {"tests/test_rule.py::test_enough"}


def test_a_copy_holds_what_git_knows_or_would_take(trees: list[Tree]) -> None:
    assert (trees[0].root / "toy/rule.py").exists()
    assert not (trees[0].root / "left").exists()


def test_the_seed_decides_the_sample_one_bug_a_line(trees: list[Tree]) -> None:
    root = trees[0].root
    first = drawn(TOYS["good"], root, 3, 1)
    assert first == drawn(TOYS["good"], root, 3, 1)
    assert len({TOY.count("\n", 0, change.start) for change in first}) == 3
    assert any(drawn(TOYS["good"], root, 3, seed) != first for seed in range(2, 6))
    assert len(drawn(TOYS["good"], root, 100, 1)) == 4


def test_tests_are_ordered_by_nearness(tmp_path: Path) -> None:
    texts = {"test_a.py": "", "test_b.py": "link", "test_sdk_link.py": "", "test_links.py": "", "test_sdk_b.py": ""}
    for name, text in texts.items():
        (tmp_path / name).write_text(text)
    source = tmp_path / "clients" / "bocage" / "sdk" / "link.py"
    asked = [test.name for test in nearest_first([tmp_path / name for name in texts], source)]
    assert asked == ["test_links.py", "test_sdk_link.py", "test_b.py", "test_a.py", "test_sdk_b.py"]
