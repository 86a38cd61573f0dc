"""``--forks``: each test is run once, by one of several processes, and told as if it had been run by the first."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.forks import Queue, pieces

#: Tests of every outcome, in two files.
TESTS = {
    "conftest.py": """
from tests.forks import Forks

def pytest_configure(config):
    config.pluginmanager.register(Forks(2, lambda item: "slow" not in item.name, 1))
""",
    "test_one.py": """
import os
import pytest

@pytest.fixture
def untidy():
    yield
    raise ValueError("left something")

def test_fails():
    print("what it wrote")
    assert 1 + 1 == 3

def test_leaves_something(untidy): pass

def test_is_skipped():
    pytest.skip("not here")

def test_folder(tmp_path): assert not list(tmp_path.iterdir())
""",
    "test_two.py": """
import os
import pytest

@pytest.mark.parametrize("number", range(20))
def test_passes(number): assert os.environ["TEST_PROCESS"] in "01"

def test_slow_dies():
    if "DIES" in os.environ: os._exit(7)
""",
}


def test_a_piece_is_a_slow_test_or_a_file() -> None:
    names = ["a1", "b1", "b2", "a2", "c1", "b3", "c2", "d1"]
    ranks = {"a2": 0, "c1": 1}
    assert pieces(names, lambda name: ranks.get(name, 2), 2, lambda name: name[0]) == [
        ["a2"],
        ["c1"],
        ["b1", "b2", "b3"],
        ["a1"],
        ["c2"],
        ["d1"],
    ]


def test_numbers_are_taken_once_until_nobody_gets_any_more() -> None:
    queue = Queue(5)
    one, other = iter(queue), iter(queue)
    assert [next(one), next(other), next(other)] == [0, 1, 2]
    queue.clear()
    assert [*one, *other] == []
    with pytest.raises(ValueError, match="too many"):
        Queue(100_000)


@pytest.fixture
def project(tmp_path: Path) -> Path:
    for name, text in TESTS.items():
        (tmp_path / name).write_text(text)
    return tmp_path


PLUGINS = [f"-pno:{plugin}" for plugin in ("cacheprovider", "anyio", "asyncio", "hypothesispytest")]
COMMAND = [sys.executable, "-m", "pytest", "-q", *PLUGINS]
ENVIRONMENT = os.environ | {"PYTHONPATH": str(Path(__file__).parents[1])}
#: Seconds after which what is waited for will not come any more.
PATIENCE = 60


def run(project: Path, *options: str) -> str:
    """What pytest says, but for the lines that only tell how far it is."""
    done = subprocess.run(
        [*COMMAND, *options], cwd=project, env=ENVIRONMENT | os.environ, capture_output=True, text=True, check=False
    )
    assert done.returncode == 1, done.stdout + done.stderr
    return done.stdout


def test_every_outcome_is_told(project: Path) -> None:
    said = run(project)
    # Who left something behind passed, too.
    assert "1 failed, 23 passed, 1 skipped, 1 error" in said
    assert "assert (1 + 1) == 3" in said
    assert said.count("what it wrote") == 2  # the line that wrote it, and what was written
    assert "ValueError: left something" in said


def test_a_test_that_ends_its_process_has_failed(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DIES", "1")
    said = run(project, "-kslow")
    assert "1 failed" in said
    assert "FAILED test_two.py::test_slow_dies - The process ended by itself here" in said


def test_after_the_last_failure_that_is_allowed_nothing_more_is_begun(project: Path) -> None:
    (project / "test_three.py").write_text("def test_slow_fails(): assert False")
    said = run(project, "--exitfirst", "test_three.py")
    assert "stopping after 1 failures" in said


#: Each process has begun one of these tests, and taken another, when the first process is killed; what the session
#: made is put away all the same.
WAITS = """
import pathlib, time, pytest

@pytest.fixture(scope="session")
def made(tmp_path_factory):
    yield
    pathlib.Path(f"away {tmp_path_factory.getbasetemp().name}").touch()

@pytest.mark.parametrize("number", range(4))
def test_slow_waits(made, number):
    pathlib.Path(f"begun {number}").touch()
    while not pathlib.Path("go on").exists(): time.sleep(0.01)
"""


@pytest.mark.long
def test_without_the_first_process_the_others_end_in_order(project: Path) -> None:
    for file in project.glob("test_*.py"):
        file.unlink()
    (project / "test_waits.py").write_text(WAITS)

    def wait_for(pattern: str) -> None:
        deadline = time.monotonic() + PATIENCE
        while len(list(project.glob(pattern))) < 2:
            assert time.monotonic() < deadline, pattern
            time.sleep(0.01)

    running = subprocess.Popen([*COMMAND, f"--basetemp={project}/folders"], cwd=project, env=ENVIRONMENT)
    try:
        wait_for("begun *")
    finally:
        running.kill()
        running.wait(PATIENCE)
        (project / "go on").touch()
    wait_for("away *")
