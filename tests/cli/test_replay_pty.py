"""``bocage replay FILE`` in a real terminal, and in a pipe."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from bocage.log.export import export
from tests.cli.pty_program import PtyProgram
from tests.cli.stored import play_out


@pytest.fixture
def log(tmp_path: Path) -> Path:
    file = tmp_path / "match.jsonl"
    file.write_bytes(b"".join(export(play_out("omaha", 5))))
    return file


def test_a_person_steps_through_a_file(log: Path) -> None:
    with PtyProgram("replay", str(log), "--lang", "en", "--at", "4") as program:
        program.expect("Entry 4 of")
        program.type("")
        program.expect("Entry 5 of")
        program.type("-3")
        program.expect("Entry 2 of")
        program.type("ja")
        program.expect("記録 2／")
        program.type("last")
        program.expect("結果：")
        program.type("q")
        assert program.wait() == 0


def test_a_pipe_is_as_good_as_a_terminal(log: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "bocage.cli", "replay", str(log), "--lang", "ja", "--eyes", "open"],
        input=b"n\nlast\n",
        capture_output=True,
        timeout=120,
        check=True,
    )
    text = done.stdout.decode()
    assert "記録 2／" in text
    assert "視点は全公開" in text
    assert text.rstrip().splitlines()[-1].startswith("結果：")
    assert done.stderr == b""


def test_eyes_that_nobody_has(log: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "bocage.cli", "replay", str(log), "--eyes", "7"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        timeout=120,
        check=False,
    )
    assert (done.returncode, done.stderr) == (1, b"bocage: no such view: 7\n")
