"""The lobby as known to one client."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable

from bocage.protocol.messages import ClientMessage, Lobby, LobbyRow, UnwatchLobby, WatchLobby


class LobbyMirror:
    """Rows by match id, kept up to date while there are readers."""

    def __init__(self, send: Callable[[ClientMessage], None]) -> None:
        self._send = send
        self._rows: dict[str, LobbyRow] = {}
        self._readers: set[asyncio.Event] = set()
        self._error: Exception | None = None

    def again(self) -> None:
        """Request the lobby again, on a new connection or after a temporary refusal."""
        if self._readers:
            self._send(WatchLobby())

    def changed(self, message: Lobby) -> None:
        """Apply a change."""
        if message.whole:
            self._rows.clear()
            self._known = True
        self._rows.update((row.match, row) for row in message.rows)
        for match in message.gone:
            self._rows.pop(match, None)
        self._wake()

    def fail(self, error: Exception) -> None:
        """Pass a fatal error to all readers."""
        self._error = error
        self._wake()

    async def read(self) -> AsyncIterator[dict[str, LobbyRow]]:
        """Yield all rows, initially and after each change. A slow reader skips to the latest."""
        some = asyncio.Event()
        if not self._readers:
            self._known = False
            self._send(WatchLobby())
        self._readers.add(some)
        if self._known or self._error is not None:
            some.set()
        try:
            while True:
                await some.wait()
                some.clear()
                if self._error is not None:
                    raise self._error
                yield dict(self._rows)
        finally:
            self._readers.discard(some)
            if not self._readers:
                self._send(UnwatchLobby())

    def _wake(self) -> None:
        for some in self._readers:
            some.set()
