"""Names of players, stored once, in the player's hash, and cached on each node.

Nodes get changes on the channel ``bocage:named`` (player, blank, name; no name: account deleted), and clear the
cache when the connection with that channel is lost.
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

#: Most cached names; beyond that the cache is cleared.
MOST = 16_384


class Names:
    """The cache of names; adds names to rows."""

    def __init__(
        self,
        topology: Topology,
        on_row: Callable[[Row], None],
        spawn: Callable[[Coroutine[Any, Any, None]], None],
    ) -> None:
        """``on_row`` gets the rows passed to :meth:`row`, with names, in order. ``spawn`` runs a coroutine in the
        background.
        """
        self._spawn = spawn
        self._topology = topology
        self._on_row = on_row
        self._known: dict[str, str] = {}
        #: Number of times the cache was cleared.
        self._forgotten = 0
        self._rows: deque[Row] = deque()
        self._naming = False
        #: Called with a player and their new name, on any node; calls may be lost.
        self.on_named: Callable[[str, str], None] = lambda player, name: None

    async def of(self, players: Iterable[str]) -> dict[str, str]:
        """Return current names by player; empty: account deleted. Unknown players are omitted."""
        wanted = list(dict.fromkeys(player for player in players if player))
        missing = [player for player in wanted if player not in self._known]
        found: dict[str, str] = {}
        if missing:
            before = self._forgotten
            replies = await asyncio.gather(*[self._look_up(player) for player in missing])
            for player, name in zip(missing, replies, strict=True):
                if name is not None:
                    # A change received meanwhile is newer.
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
        """Update the cache from a published change."""
        player, _, name = payload.decode().partition(" ")
        self._known[player] = name
        self.on_named(player, name)

    def left(self, player: str) -> bool:
        """True if the player has deleted their account, as far as this node knows."""
        return self._known.get(player) == ""

    def forget(self) -> None:
        """Clear the cache, as changes may have been missed."""
        self._forgotten += 1
        self._known.clear()

    # Rows ---------------------------------------------------------------------------------------

    async def log(self, log: Log) -> Log:
        """Add names to a log."""
        return msgspec.structs.replace(log, names=await self.of(players_in(log.entries)))

    async def rows(self, rows: list[Row]) -> list[Row]:
        """Add names to rows."""
        names = await self.of(player for row in rows for player in row.players)
        return [named(row, names) for row in rows]

    def row(self, row: Row) -> None:
        """Add names to a published row and pass it on, keeping the order."""
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
                # On failure the row goes out without names; all lists are read again when storage is back.
                with contextlib.suppress(StoreError):
                    row = (await self.rows([row]))[0]
                self._on_row(row)
        finally:
            self._naming = False
