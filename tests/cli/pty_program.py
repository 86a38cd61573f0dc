"""A program at a pseudo-terminal: typed at and read from as a person would."""

from __future__ import annotations

import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Mapping
from types import TracebackType

from tests.cli.idle import all_asleep

#: Seconds after which what is waited for will not be shown any more, on the busiest machine.
PATIENCE = 60.0
#: Seconds between two looks whether anything can still happen; after so many at which nothing could, nothing will.
LOOK = 0.2
QUIET = 40
PROGRAM = [sys.executable, "-m"]


def _heed_interrupts() -> None:
    """Tests that run in the background of a shell inherit that Ctrl-C is ignored; people's programs do not."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


class PtyProgram:
    """A module, ``bocage`` unless another one is named, with the given arguments."""

    def __init__(
        self, *arguments: str, module: str = "bocage.cli", environment: Mapping[str, str] | None = None
    ) -> None:
        self._master, slave = pty.openpty()
        self._process = subprocess.Popen(
            [*PROGRAM, module, *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env={**os.environ, "PYTHONIOENCODING": "utf-8", **(environment or {})},
            start_new_session=True,
            preexec_fn=_heed_interrupts,
        )
        os.close(slave)
        #: Everything shown so far, and up to where :meth:`expect` has looked.
        self.shown = ""
        self._seen = 0

    def __enter__(self) -> PtyProgram:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._process.poll() is None:
            self._process.kill()
        self._process.wait()
        os.close(self._master)

    def expect(self, *texts: str, seconds: float = PATIENCE) -> str:
        """Read until one of ``texts`` is shown; what came, up to its end."""
        deadline = time.monotonic() + seconds
        quiet = 0
        while not (ends := [at + len(text) for text in texts if (at := self.shown.find(text, self._seen)) >= 0]):
            if not select.select([self._master], [], [], LOOK)[0]:
                quiet += all_asleep()
                if quiet >= QUIET or time.monotonic() > deadline:
                    raise TimeoutError(f"{texts} not shown:\n{self.shown[self._seen :]}")
                continue
            quiet = 0
            try:
                chunk = os.read(self._master, 65536)
            except OSError:
                chunk = b""
            if not chunk:
                raise EOFError(f"{texts} not shown before the end:\n{self.shown[self._seen :]}")
            self.shown += chunk.decode("utf-8", "replace").replace("\r\n", "\n")
        start, self._seen = self._seen, min(ends)
        return self.shown[start : self._seen]

    def type(self, line: str) -> None:
        """Type a line and press Enter."""
        os.write(self._master, f"{line}\n".encode())

    def interrupt(self) -> None:
        """What Ctrl-C does."""
        self._process.send_signal(signal.SIGINT)

    def wait(self, seconds: float = PATIENCE) -> int:
        """The exit code."""
        deadline = time.monotonic() + seconds
        while self._process.poll() is None and time.monotonic() < deadline:
            if select.select([self._master], [], [], 0.05)[0]:
                try:
                    self.shown += os.read(self._master, 65536).decode("utf-8", "replace").replace("\r\n", "\n")
                except OSError:
                    break
        return self._process.wait(max(0.1, deadline - time.monotonic()))
