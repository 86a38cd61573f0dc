"""A network between a browser and the service that can be taken away for a while."""

from __future__ import annotations

import asyncio

from tests.e2e.proxy import Proxy


class Line(Proxy):
    """Passes bytes on until it is taken down; up again, new connections find their way."""

    def __init__(self, port: int) -> None:
        super().__init__(port)
        self._down = False

    async def __aenter__(self) -> Line:
        await super().__aenter__()
        return self

    def down(self) -> None:
        """Every connection breaks, and no new one comes about."""
        self._down = True
        self.cut()

    def up(self) -> None:
        """As before."""
        self._down = False

    async def _pass_on(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        if self._down:
            writer.transport.abort()
            return
        await super()._pass_on(reader, writer)
