"""A bad line: passes bytes on until it is cut."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Callable
from types import TracebackType


class Proxy:
    """``async with Proxy(port) as line``: connect to ``line.url`` instead of the port."""

    def __init__(self, port: int | Callable[[], int]) -> None:
        """``port``: or what chooses one for each connection."""
        self._target = port
        self._server: asyncio.Server | None = None
        self._lines: set[asyncio.StreamWriter] = set()
        self._passing: set[asyncio.Task[None]] = set()
        #: How many connections there have been.
        self.connections = 0

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def port(self) -> int:
        assert self._server is not None
        return int(self._server.sockets[0].getsockname()[1])

    async def __aenter__(self) -> Proxy:
        self._server = await asyncio.start_server(self._pass_on, "127.0.0.1", 0)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._server is not None
        self._server.close()
        while self._passing:
            # Also those that were just being made.
            self.cut()
            await asyncio.wait(self._passing, timeout=0.1)
        await self._server.wait_closed()

    def cut(self) -> None:
        """Every connection breaks, both ways, without a word."""
        for line in self._lines:
            line.transport.abort()

    def cut_some(self, rng: random.Random) -> None:
        """About half of the connections break."""
        for line in list(self._lines):
            if rng.random() < 0.5:
                line.transport.abort()

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.connections += 1
        task = asyncio.current_task()
        assert task is not None
        self._passing.add(task)
        task.add_done_callback(self._passing.discard)
        target = self._target if isinstance(self._target, int) else self._target()
        try:
            there, back = await asyncio.open_connection("127.0.0.1", target)
        except OSError:
            writer.transport.abort()
            return
        self._lines |= {writer, back}
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(_copy(reader, back))
                group.create_task(_copy(there, writer))
        finally:
            self._lines -= {writer, back}


async def _copy(source: asyncio.StreamReader, target: asyncio.StreamWriter) -> None:
    try:
        while data := await source.read(65536):
            target.write(data)
            await target.drain()
    except OSError:
        pass
    finally:
        target.close()
