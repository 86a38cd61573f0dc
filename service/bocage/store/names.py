"""What players are called: each name is kept in one place, the player's hash, and looked up from there.

Every node remembers what it has looked up. It hears of every change (``bocage:named``: the player, a blank, the
name; no name: they left), and forgets all of it when the connection that it hears by was lost.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections import deque
from collections.abc import Callable, Coroutine, Iterable
from typing import Any

import msgspec

from bocage.log.records import Log, Row, named, players_in
from bocage.store.keys import player_key
from bocage.store.records import StoreError
from bocage.store.topology import Topology

#: Most names that a node remembers; beyond that it begins anew.
MOST = 16_384


class Names:
    """Looks names up, and puts them into rows."""

    def __init__(
        self,
        topology: Topology,
        on_row: Callable[[Row], None],
        spawn: Callable[[Coroutine[Any, Any, None]], None],
    ) -> None:
        """``on_row`` is given each row that :meth:`row` was given, with its names, in their order. ``spawn`` runs
        work beside everything else."""
        self._spawn = spawn
        self._topology = topology
        self._on_row = on_row
        self._known: dict[str, str] = {}
        #: How often everything was forgotten.
        self._forgotten = 0
        self._rows: deque[Row] = deque()
        self._naming = False
        #: Called with a player, on any node, and what they are called from now on; some calls may be lost.
        self.on_named: Callable[[str, str], None] = lambda player, name: None

    async def of(self, players: Iterable[str]) -> dict[str, str]:
        """What players are called; empty: they left. Players whom nobody knows are left out."""
        wanted = list(dict.fromkeys(player for player in players if player))
        missing = [player for player in wanted if player not in self._known]
        found: dict[str, str] = {}
        if missing:
            before = self._forgotten
            replies = await asyncio.gather(*[self._look_up(player) for player in missing])
            for player, name in zip(missing, replies, strict=True):
                if name is not None:
                    # What was heard meanwhile is newer.
                    found[player] = self._known.setdefault(player, name) if before == self._forgotten else name
        if len(self._known) > MOST:
            self._known.clear()
        return {
            player: name for player in wanted if (name := found.get(player, self._known.get(player))) is not None
        }

    async def _look_up(self, player: str) -> str | None:
        key = player_key(player)
        name, left = await self._topology.server(key).call("HMGET", key, "name", "left")
        return "" if left is not None else name.decode() if name is not None else None

    def heard(self, payload: bytes) -> None:
        """Somebody is called otherwise now, or left."""
        player, _, name = payload.decode().partition(" ")
        self._known[player] = name
        self.on_named(player, name)

    def left(self, player: str) -> bool:
        """Whether a player has left, as far as this node knows."""
        return self._known.get(player) == ""

    def forget(self) -> None:
        """Changes may have been missed: look everything up again."""
        self._forgotten += 1
        self._known.clear()

    # Rows ---------------------------------------------------------------------------------------

    async def log(self, log: Log) -> Log:
        """A log with what its players are called."""
        return msgspec.structs.replace(log, names=await self.of(players_in(log.entries)))

    async def rows(self, rows: list[Row]) -> list[Row]:
        """Rows with what their players are called."""
        names = await self.of(player for row in rows for player in row.players)
        return [named(row, names) for row in rows]

    def row(self, row: Row) -> None:
        """Name a row that was told, and pass it on, after those that came before it."""
        if not self._naming and all(player in self._known for player in row.players if player):
            self._on_row(named(row, self._known))
            return
        self._rows.append(row)
        if not self._naming:
            self._naming = True
            self._spawn(self._name_rows())

    async def _name_rows(self) -> None:
        try:
            while self._rows:
                row = self._rows.popleft()
                # Where this fails, all lists are read again when storage is back.
                with contextlib.suppress(StoreError):
                    row = (await self.rows([row]))[0]
                self._on_row(row)
        finally:
            self._naming = False
