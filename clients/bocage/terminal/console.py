"""Line-based input and output."""

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
    """A source and sink of lines."""

    #: Input was prepared beforehand (a pipe, a file), not typed in reaction to output.
    piped: bool

    async def read(self) -> str | None:
        """Return the next line of input, without its end; None: the input has ended."""

    def write(self, lines: Iterable[str]) -> None:
        """Write lines."""


class Terminal:
    """Standard input and output: a terminal, a pipe, tmux, anything with lines."""

    def __init__(self, source: int = 0) -> None:
        """``source``: file descriptor to read from. Call within the running loop."""
        self._source = source
        self.piped = not os.isatty(source)
        self._lines: asyncio.Queue[str | None] = asyncio.Queue()
        self._loop = asyncio.get_running_loop()
        # A thread, because making a terminal non-blocking would also affect our output and the shell; a daemon that
        # reads the bare descriptor, because nothing can wake it when the program wants to exit.
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
