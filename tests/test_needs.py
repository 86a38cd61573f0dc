"""A machine that lacks something says so in one sentence: no traceback, nothing left out in silence."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.needs import main

ROOT = Path(__file__).parents[1]
#: pytest, as on a machine where no program is found.
RUN = "import sys, tests.needs, pytest; tests.needs.SERVERS = (); sys.exit(pytest.main(sys.argv[1:]))"


def run_without_programs(folder: Path, *arguments: str) -> tuple[int, str]:
    """pytest's exit code, and everything that it printed."""
    done = subprocess.run(
        [sys.executable, "-c", RUN, "-p", "no:cacheprovider", *arguments],
        cwd=ROOT,
        env={**os.environ, "PATH": str(folder), "PLAYWRIGHT_BROWSERS_PATH": str(folder)},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout


def test_without_a_browser_no_test_of_the_page_begins(tmp_path: Path) -> None:
    code, said = run_without_programs(tmp_path, "tests/web/test_replay.py", "tests/web/test_solo.py")
    assert code == pytest.ExitCode.USAGE_ERROR
    errors = [line for line in said.splitlines() if line.startswith("ERROR: ")]
    assert len(errors) == 1
    assert errors[0].endswith("install Debian's package chromium, or run .venv/bin/playwright install chromium.")
    assert "Traceback" not in said


def test_a_browser_that_nothing_drives_is_said_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "chromium").write_text("")
    (tmp_path / "chromium").chmod(0o755)
    monkeypatch.setenv("PLAYWRIGHT_NODEJS_PATH", "/nowhere/node")
    code, said = run_without_programs(tmp_path, "tests/web/test_replay.py")
    assert code == pytest.ExitCode.USAGE_ERROR
    assert said.count("which does not start: install Debian's package libatomic1.") == 1
    assert "INTERNALERROR" not in said


def test_other_tests_need_no_browser(tmp_path: Path) -> None:
    code, said = run_without_programs(
        tmp_path, "tests/web/test_replay.py", "tests/web/test_solo.py", "-m", "not browser"
    )
    assert code == pytest.ExitCode.NO_TESTS_COLLECTED, said


def test_missing_proxy_is_reported_at_the_end(tmp_path: Path) -> None:
    code, said = run_without_programs(tmp_path, "tests/deploy/test_deploy.py", "-k", "proxy_checks")
    assert code == pytest.ExitCode.OK
    assert said.count("was not asked: install Debian's package haproxy.") == 1


def test_without_git_one_sentence(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr("tests.needs.find_program", lambda name: "")
    assert main() == 1
    assert capsys.readouterr().err == "The tests of planted bugs need git: install Debian's package git.\n"
