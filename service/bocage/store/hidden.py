"""Matches hidden by the operator: visible to their players only.

    hidden  set: their ids

Nodes keep the set in memory. They read it at start and when storage is back, and get changes on the channel of list
rows.
"""

from __future__ import annotations

import contextlib
from typing import Any

import msgspec

from bocage.log.records import Row
from bocage.store.keys import ROWS_CHANNEL
from bocage.store.records import StoreError
from bocage.store.topology import Topology

_KEY = "hidden"


class Hidden:
    """The set of hidden matches."""

    def __init__(self, topology: Topology) -> None:
        self._topology = topology
        #: Hidden matches known to this node.
        self.known: frozenset[str] = frozenset()

    async def load(self) -> None:
        """Read the set."""
        self.known = frozenset(match.decode() for match in await self._call(_KEY, "SMEMBERS", _KEY))

    async def load_again(self) -> None:
        """Read the set again when storage is back. A failure is retried with the next reconnection."""
        with contextlib.suppress(StoreError):
            await self.load()

    async def set(self, row: Row, hidden: bool) -> None:
        """Hide or show the match of a row, and notify all nodes."""
        await self._call(_KEY, "SADD" if hidden else "SREM", _KEY, row.match)
        told = msgspec.json.encode(msgspec.structs.replace(row, at=0, hidden=hidden))
        await self._call(_KEY, "PUBLISH", ROWS_CHANNEL, b"%d %b" % (row.at, told))

    def heard(self, row: Row) -> Row:
        """Update the set from a published row, and mark the row if it is hidden."""
        if row.hidden is not None:
            self.known = self.known | {row.match} if row.hidden else self.known - {row.match}
        return msgspec.structs.replace(row, hidden=True) if row.match in self.known else row

    def shown(self, rows: list[Row]) -> list[Row]:
        """Return the rows that are not hidden."""
        return [row for row in rows if row.match not in self.known]

    async def _call(self, key: str, *command: Any) -> Any:
        return await self._topology.server(key).call(*command)
