"""A host whose proxy serves the service below a path, and nothing at any other."""

from __future__ import annotations

import asyncio
from types import TracebackType

FOLDER = "/games/bocage"
#: As proxies do where a path ends with a slash.
_MOVED = f"HTTP/1.1 301 Moved\r\nLocation: {FOLDER}/\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".encode()
_NOT_FOUND = b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"


class FolderProxy:
    """``async with FolderProxy(port) as host``: the service is at ``host.url``."""

    def __init__(self, port: int, *, keeps: bool = False) -> None:
        """``keeps``: whether requests keep the path in front of theirs."""
        self._target = port
        self._keeps = keeps
        self._server: asyncio.Server | None = None
        self._passing: set[asyncio.Task[None]] = set()
        #: Addresses that were asked for elsewhere on the host.
        self.elsewhere: list[str] = []

    @property
    def url(self) -> str:
        assert self._server is not None
        return f"http://127.0.0.1:{self._server.sockets[0].getsockname()[1]}{FOLDER}"

    async def __aenter__(self) -> FolderProxy:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        assert self._server is not None
        self._server.close()
        for task in self._passing:
            task.cancel()
        await asyncio.gather(*self._passing, return_exceptions=True)
        await self._server.wait_closed()

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._passing.add(task)
        try:
            await self._pass_on(reader, writer)
        except (OSError, asyncio.IncompleteReadError, asyncio.CancelledError):
            """Either side has gone, or the test is over."""
        finally:
            self._passing.discard(task)
            writer.close()

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Pass on one request and whatever follows it, such as a body or frames."""
        head = await reader.readuntil(b"\r\n\r\n")
        method, address, rest = head.split(b" ", 2)
        path = address.decode()
        if path == FOLDER and not self._keeps:
            writer.write(_MOVED)
            return
        if not path.startswith(f"{FOLDER}/") and path != FOLDER:
            self.elsewhere.append(path)
            writer.write(_NOT_FOUND)
            return
        if not self._keeps:
            path = path.removeprefix(FOLDER)
        if b"\r\nUpgrade:" not in rest:
            # A second request on the same connection would pass with its path as it is.
            rest = (
                rest.replace(b"\r\nConnection: keep-alive", b"").removesuffix(b"\r\n")
                + b"Connection: close\r\n\r\n"
            )
        service, out = await asyncio.open_connection("127.0.0.1", self._target)
        try:
            out.write(b" ".join((method, path.encode(), rest)))
            ways = {asyncio.create_task(_pump(reader, out)), asyncio.create_task(_pump(service, writer))}
            try:
                await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for way in ways:
                    way.cancel()
                await asyncio.gather(*ways, return_exceptions=True)
        finally:
            out.close()


async def _pump(source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
    while data := await source.read(65536):
        sink.write(data)
        await sink.drain()
