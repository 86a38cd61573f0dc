"""Whether replicas have what was read: an entry may be in a log, and lost again when one of them takes over."""

from __future__ import annotations

import asyncio
from typing import Any

from service.store.connection import RedisConnection, settle
from service.store.records import Unavailable

#: Why an entry is not acknowledged, or not told, although it is stored.
NOT_ENOUGH = "not enough replicas have it"


class Confirm:
    """``await confirm()``: what was read on this connection until now is on enough replicas.

    One WAIT serves everybody who asks while an earlier one is under way. Raises :class:`Unavailable`.
    """

    def __init__(self, replicas: int, patience: int, mark: str) -> None:
        """``patience``: milliseconds. ``mark``: a key on the server that is asked, written for the purpose."""
        #: Where to ask; None: not now.
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
            # An error: the connection is gone, or the server became a replica and does not wait any more.
            enough = isinstance(count, int) and count >= self._replicas
            for confirmed in asked:
                settle(confirmed, None if enough else Unavailable(why=NOT_ENOUGH))
            self._ask()

        if asked and self.connection is None:
            done(None)
        elif asked and self.connection is not None:
            # WAIT counts from the last write of its own connection; what was read may be another's.
            self.connection.send(("SET", self._mark, ""), lambda _: None)
            self.connection.send(("WAIT", self._replicas, self._patience), done)
