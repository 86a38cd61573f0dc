"""A copy of the tree to plant bugs in, and the tests run there."""

from __future__ import annotations

import contextlib
import itertools
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from time import monotonic
from typing import Literal

import msgspec

from tests.checkout import search_path
from tests.mutants.reach import WRITE, Reached, read

Verdict = Literal["passed", "failed", "late"]

#: What pytest says when no test was left to run.
NO_TESTS = 5
#: Bytes that any process of a run may write to (browsers and node reserve far more than they ever use): a bug that
#: allocates without end fails its test rather than the machine.
MEMORY = 4 * 2**30


class Run(msgspec.Struct, frozen=True):
    """How tests ended, after so many seconds; ``output``: what they printed."""

    verdict: Verdict
    seconds: float
    output: str


class Tree:
    """A copy of the files that git knows or would take in; the environment of the original is used again.

    ``memory``: bytes that each process of a run may write to.
    """

    def __init__(self, root: Path, place: Path, memory: int = MEMORY) -> None:
        self._memory = memory
        self.root = place / "tree"
        self._scratch = place / "t"
        # Seconds long ago: no file was written then.
        self._seconds = itertools.count(1)
        listed = subprocess.run(
            ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
            cwd=root,
            capture_output=True,
            check=True,
        )
        for name in listed.stdout.decode().split("\0"):
            if name and (root / name).is_file():
                (self.root / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(root / name, self.root / name)
        for kept in (".venv", "clients/web/node_modules"):
            if (root / kept).exists():
                (self.root / kept).symlink_to(root / kept)

    def write(self, name: str, text: str) -> None:
        """Put a text in the place of a file.

        Python knows a file that it has compiled by its size and the second in which it was written: each of these
        seconds is another one. So what is compiled is kept from one run to the next, but for the file that differs.
        """
        file, second = self.root / name, next(self._seconds)
        file.write_text(text, encoding="utf-8")
        os.utime(file, (second, second))

    def reach(self, tests: Sequence[str], marks: str) -> Reached:
        """Which lines those tests reach, in this process of theirs. Some fail, as slow as they are then."""
        self.test(tests, 3600, marks, watched=True)
        return read(self._scratch / "reached")

    def test(self, tests: Sequence[str], limit: float, marks: str = "", watched: bool = False) -> Run:
        """Run tests, or files of them, until one fails. ``limit``: seconds. ``marks``: as pytest's ``-m``.
        ``watched``: all are run, and what they reach is written down."""
        shutil.rmtree(self._scratch, ignore_errors=True)
        self._scratch.mkdir()
        command = ["sh", "-c", 'ulimit -d "$0" && exec "$@"', str(self._memory // 1024)]
        command += [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--tb=short"]
        command += [f"--basetemp={self._scratch / 'p'}", *(["-m", marks] if marks else []), *tests]
        # First of all paths: programs that tests start import from here, too.
        environment = os.environ | {"PYTHONPATH": search_path(self.root), "TMPDIR": str(self._scratch)}
        command += ["-p", "tests.mutants.reach"] if watched else ["-x"]
        if watched:
            environment |= {WRITE: str(self._scratch / "reached")}
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        start = monotonic()
        with (self._scratch / "output").open("w+b") as output:
            process = subprocess.Popen(
                command, cwd=self.root, env=environment, stdout=output, stderr=output, start_new_session=True
            )
            try:
                code: int | None = process.wait(limit)
            except subprocess.TimeoutExpired:
                code = None
            finally:
                # Servers that tests started and could not stop go with them.
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)
                process.wait()
            output.seek(0)
            said = output.read().decode(errors="replace")
        verdict: Verdict = "late" if code is None else "passed" if code in (0, NO_TESTS) else "failed"
        return Run(verdict, monotonic() - start, said)
