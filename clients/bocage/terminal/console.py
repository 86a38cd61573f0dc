"""Lines in, lines out."""

from __future__ import annotations

import asyncio
import codecs
import contextlib
import os
import sys
import threading
from collections.abc import Iterable
from typing import Protocol


class Console(Protocol):
    """Where a person sits."""

    #: What is typed was written beforehand (a pipe, a file): nobody looks before typing the next line.
    piped: bool

    async def read(self) -> str | None:
        """The next line typed, without its end; None: there will be no more."""

    def write(self, lines: Iterable[str]) -> None:
        """Show lines."""


class Terminal:
    """Standard input and output: a terminal, a pipe, tmux, anything with lines."""

    def __init__(self, source: int = 0) -> None:
        """``source``: file descriptor to read from. Call within the running loop."""
        self._source = source
        self.piped = not os.isatty(source)
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        self._loop = asyncio.get_running_loop()
        # A thread, because a terminal made non-blocking would be so for our output, and for the shell, as well;
        # a daemon reading the bare descriptor, because nothing can wake it when the program wants to end.
        threading.Thread(target=self._pump, name="stdin", daemon=True).start()

    async def read(self) -> str | None:
        return await self._lines.get()

    def write(self, lines: Iterable[str]) -> None:
        sys.stdout.write("".join(f"{line}\n" for line in lines))
        sys.stdout.flush()

    def _pump(self) -> None:
        decode = codecs.getincrementaldecoder("utf-8")("replace").decode
        rest = ""
        while chunk := self._chunk():
            *lines, rest = (rest + decode(chunk)).split("\n")
            for line in lines:
                self._tell(line.rstrip("\r"))
        if rest:
            self._tell(rest)
        self._tell(None)

    def _chunk(self) -> bytes:
        try:
            return os.read(self._source, 65536)
        except OSError:  # a pseudo-terminal whose other end is gone
            return b""

    def _tell(self, line: str | None) -> None:
        with contextlib.suppress(RuntimeError):  # the loop is closed: nobody reads any more
            self._loop.call_soon_threadsafe(self._lines.put_nowait, line)
