"""Confirmation that replicas have what was read. An entry that they lack is lost in a failover."""

from __future__ import annotations

import asyncio
from typing import Any

from bocage.store.connection import RedisConnection, settle
from bocage.store.records import StorageUnavailableError

#: Reason given for an entry that is stored, but not yet acknowledged or shown.
NOT_ENOUGH = "not enough replicas have it"


class Confirm:
    """``await confirm()`` returns when enough replicas have everything read on this connection so far.

    One WAIT serves all calls made during the previous one. Raises :class:`StorageUnavailableError`.
    """

    def __init__(self, replicas: int, patience: int, mark: str) -> None:
        """``patience``: timeout in milliseconds. ``mark``: a key on the server, written for this purpose."""
        #: The connection to use; None while there is none.
        self.connection: RedisConnection | None = None
        self._replicas = replicas
        self._patience = patience
        self._mark = mark
        self._waiting: list[asyncio.Future[None]] = []
        self._under_way = False

    async def __call__(self) -> None:
        if not self._replicas:
            return
        confirmed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(confirmed)
        if not self._under_way:
            self._ask()
        await confirmed

    def _ask(self) -> None:
        asked, self._waiting = self._waiting, []
        self._under_way = bool(asked)

        def done(count: Any) -> None:
            # An error: the connection was lost, or the server became a replica.
            enough = isinstance(count, int) and count >= self._replicas
            for confirmed in asked:
                settle(confirmed, None if enough else StorageUnavailableError(why=NOT_ENOUGH))
            self._ask()

        if asked and self.connection is None:
            done(None)
        elif asked and self.connection is not None:
            # WAIT counts from the last write of its own connection, but others may have written the data read here.
            self.connection.send(("SET", self._mark, ""), lambda _: None)
            self.connection.send(("WAIT", self._replicas, self._patience), done)
