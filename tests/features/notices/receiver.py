"""A channel on this machine to which notices go: it keeps what comes, and answers as it is told."""

from __future__ import annotations

import asyncio
import contextlib
import ssl
from collections.abc import AsyncIterator

import msgspec


class Received(msgspec.Struct):
    """One request: its first line, its headers (lower case), its body."""

    line: str
    headers: dict[str, str]
    body: bytes


class Receiver:
    """See :func:`receiving`."""

    def __init__(self) -> None:
        self.url = ""
        self.came: asyncio.Queue[Received] = asyncio.Queue()
        #: What is answered: the first ones once each, the last one from then on.
        self.answers = [b"HTTP/1.1 204 No Content\r\n\r\n"]
        self._handling: set[asyncio.Task[None]] = set()

    async def close(self) -> None:
        """Wait until every connection has ended."""
        await asyncio.gather(*self._handling)

    async def handle(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._handling.add(task)
        with contextlib.suppress(asyncio.IncompleteReadError, ConnectionError):
            line, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
            headers = {name.lower(): value for name, _, value in (one.partition(": ") for one in lines if one)}
            body = await reader.readexactly(int(headers["content-length"]))
            answer = self.answers.pop(0) if len(self.answers) > 1 else self.answers[0]
            # First, so that whoever has the answer finds it here.
            self.came.put_nowait(Received(line, headers, body))
            writer.write(answer)
            await writer.drain()
        writer.close()
        with contextlib.suppress(ConnectionError):
            await writer.wait_closed()

    async def next(self) -> Received:
        """The next request."""
        async with asyncio.timeout(60):
            return await self.came.get()


@contextlib.asynccontextmanager
async def receiving(tls: ssl.SSLContext | None = None) -> AsyncIterator[Receiver]:
    """A channel that takes what is posted there. ``tls``: None: it speaks plain HTTP."""
    receiver = Receiver()
    server = await asyncio.start_server(receiver.handle, "127.0.0.1", 0, ssl=tls)
    receiver.url = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    try:
        yield receiver
    finally:
        server.close()
        await receiver.close()
