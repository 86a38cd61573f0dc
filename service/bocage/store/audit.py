"""The audit log of operators' actions on players.

    audit  stream: at, who, act, player, why

Append-only: nothing here deletes an entry.
"""

from __future__ import annotations

from typing import Any

import msgspec

from bocage.store.keys import SIGNED_OUT_CHANNEL, player_key
from bocage.store.players import set_field
from bocage.store.topology import Topology

#: Approximate number of entries kept.
KEPT = 100_000

_KEY = "audit"


class Act(msgspec.Struct, frozen=True):
    """An action of an operator. ``at`` in milliseconds; ``who``: their account name on the machine."""

    at: int
    who: str
    act: str
    player: str
    why: str


class Audit(msgspec.Struct, frozen=True):
    """Append and read entries; suspend players."""

    topology: Topology

    async def note(self, act: Act) -> None:
        """Append an entry. Call it before the action, so that failed attempts are logged."""
        fields = ("at", act.at, "who", act.who, "act", act.act, "player", act.player, "why", act.why)
        await self._call(_KEY, "XADD", _KEY, "MAXLEN", "~", KEPT, "*", *fields)

    async def newest(self, count: int) -> list[Act]:
        """Return the latest entries, newest first."""
        rows = await self._call(_KEY, "XREVRANGE", _KEY, "+", "-", "COUNT", count)
        return [_act(row) for _, row in rows]

    async def suspend(self, player: str, sign_ins: list[str], suspended: bool) -> None:
        """Suspend a player or lift the suspension. Suspending closes connections with these sign-ins."""
        key = player_key(player)
        if suspended:
            await set_field(self.topology, player, "suspended", 1)
        else:
            await self._call(key, "HDEL", key, "suspended")
        if suspended and sign_ins:
            await self._call(key, "PUBLISH", SIGNED_OUT_CHANNEL, " ".join(sign_ins))

    async def _call(self, key: str, *command: Any) -> Any:
        return await self.topology.server(key).call(*command)


def _act(row: list[bytes]) -> Act:
    at, *texts = (value.decode() for value in row[1::2])
    return Act(int(at), *texts)
