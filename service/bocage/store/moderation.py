"""Moderation by the operator: hidden matches, suspended players, and the audit log of these actions.

    hidden  set: ids of matches that only their players see
    audit   stream: at, who, act, player, why

Nothing here deletes entries of the audit log.
"""

from __future__ import annotations

import contextlib

import msgspec

from bocage.log.records import Row
from bocage.store.keys import ROWS_CHANNEL, SIGNED_OUT_CHANNEL, player_key
from bocage.store.players import set_field
from bocage.store.records import StoreError
from bocage.store.topology import Topology

_HIDDEN = "hidden"
_AUDIT = "audit"
#: Approximate number of entries kept in the audit log.
KEPT = 100_000


class Hidden:
    """The set of hidden matches, cached in memory.

    Nodes read it at start and when storage is back, and get changes on the channel of list rows.
    """

    def __init__(self, topology: Topology) -> None:
        self._topology = topology
        #: Hidden matches known to this node.
        self.known: frozenset[str] = frozenset()

    async def load(self) -> None:
        self.known = frozenset(match.decode() for match in await self._topology.call(_HIDDEN, "SMEMBERS", _HIDDEN))

    async def load_again(self) -> None:
        """Read the set again when storage is back. A failure is retried with the next reconnection."""
        with contextlib.suppress(StoreError):
            await self.load()

    async def set(self, row: Row, hidden: bool) -> None:
        """Hide or show the match of a row, and notify all nodes."""
        await self._topology.call(_HIDDEN, "SADD" if hidden else "SREM", _HIDDEN, row.match)
        told = msgspec.json.encode(msgspec.structs.replace(row, at=0, hidden=hidden))
        await self._topology.call(_HIDDEN, "PUBLISH", ROWS_CHANNEL, b"%d %b" % (row.at, told))

    def heard(self, row: Row) -> Row:
        """Update the set from a published row, and mark the row if it is hidden."""
        if row.hidden is not None:
            self.known = self.known | {row.match} if row.hidden else self.known - {row.match}
        return msgspec.structs.replace(row, hidden=True) if row.match in self.known else row

    def shown(self, rows: list[Row]) -> list[Row]:
        """Return the rows that are not hidden."""
        return [row for row in rows if row.match not in self.known]


class Act(msgspec.Struct, frozen=True):
    """An action of an operator. ``at`` in milliseconds; ``who``: their account name on the machine."""

    at: int
    who: str
    act: str
    player: str
    why: str


class Audit(msgspec.Struct, frozen=True):
    """The audit log, to which entries are only ever added; and the suspension of players."""

    topology: Topology

    async def note(self, act: Act) -> None:
        """Append an entry. Call it before the action, so that failed attempts are logged."""
        fields = ("at", act.at, "who", act.who, "act", act.act, "player", act.player, "why", act.why)
        await self.topology.call(_AUDIT, "XADD", _AUDIT, "MAXLEN", "~", KEPT, "*", *fields)

    async def newest(self, count: int) -> list[Act]:
        """Return the latest entries, newest first."""
        rows = await self.topology.call(_AUDIT, "XREVRANGE", _AUDIT, "+", "-", "COUNT", count)
        return [_act(row) for _, row in rows]

    async def suspend(self, player: str, sign_ins: list[str], suspended: bool) -> None:
        """Suspend a player or lift the suspension. Suspending closes connections with these sign-ins."""
        key = player_key(player)
        if suspended:
            await set_field(self.topology, player, "suspended", 1)
        else:
            await self.topology.call(key, "HDEL", key, "suspended")
        if suspended and sign_ins:
            await self.topology.call(key, "PUBLISH", SIGNED_OUT_CHANNEL, " ".join(sign_ins))


def _act(row: list[bytes]) -> Act:
    at, *texts = (value.decode() for value in row[1::2])
    return Act(int(at), *texts)
