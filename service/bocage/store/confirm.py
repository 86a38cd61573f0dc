"""Whether replicas have what was read. An entry that they lack is lost when one of them takes over."""

from __future__ import annotations

import asyncio
from typing import Any

from bocage.store.connection import RedisConnection, settle
from bocage.store.records import StorageUnavailableError

#: The reason given when an entry is stored, but not yet acknowledged or shown.
NOT_ENOUGH = "not enough replicas have it"


class Confirm:
    """``await confirm()`` returns when everything read on this connection until now is on enough replicas.

    One WAIT serves all calls that came while the WAIT before it was under way.
    Raises :class:`StorageUnavailableError`.
    """

    def __init__(self, replicas: int, patience: int, mark: str) -> None:
        """``patience``: milliseconds. ``mark``: a key on the server that is asked, written for the purpose."""
        #: The connection to ask; None while there is none.
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
            # An error here: the connection is lost, or the server became a replica and does not wait any more.
            enough = isinstance(count, int) and count >= self._replicas
            for confirmed in asked:
                settle(confirmed, None if enough else StorageUnavailableError(why=NOT_ENOUGH))
            self._ask()

        if asked and self.connection is None:
            done(None)
        elif asked and self.connection is not None:
            # WAIT counts from the last write of its own connection, but others may have written what was read here.
            self.connection.send(("SET", self._mark, ""), lambda _: None)
            self.connection.send(("WAIT", self._replicas, self._patience), done)
