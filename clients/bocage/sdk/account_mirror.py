"""News of the account of one client: challenges, and matches that began or ended."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable

from bocage.protocol.messages import Account, ClientMessage, UnwatchAccount, WatchAccount


class AccountMirror:
    """Follows the account while there is a reader, also on new connections."""

    def __init__(self, send: Callable[[ClientMessage], None]) -> None:
        self._send = send
        self._wish: WatchAccount | None = None
        self._news: asyncio.Queue[Account | Exception] = asyncio.Queue()

    def again(self) -> None:
        """Follow the account again, on a new connection."""
        if self._wish is not None:
            self._send(self._wish)

    def changed(self, message: Account) -> None:
        """Pass news to the reader."""
        if self._wish is not None:
            self._news.put_nowait(message)

    def fail(self, error: Exception) -> None:
        """Pass a fatal error to the reader."""
        self._news.put_nowait(error)

    def offer(self, wish: WatchAccount) -> None:
        """Replace what is offered. The reader gets everything again."""
        self._wish = wish
        self._send(wish)

    async def read(self, wish: WatchAccount) -> AsyncIterator[Account]:
        """Yield everything about the account, then every change; after a lost connection, everything again."""
        self.offer(wish)
        try:
            while True:
                news = await self._news.get()
                if isinstance(news, Exception):
                    raise news
                yield news
        finally:
            self._wish = None
            self._send(UnwatchAccount())
