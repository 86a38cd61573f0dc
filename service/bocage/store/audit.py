"""What operators did to players, in order.

    audit  stream: at, who, act, player, why

Nothing here takes an act out again.
"""

from __future__ import annotations

from typing import Any

import msgspec

from bocage.store.keys import SIGNED_OUT_CHANNEL, player_key
from bocage.store.players import set_field
from bocage.store.topology import Topology

#: About how many acts are kept.
KEPT = 100_000

_KEY = "audit"


class Act(msgspec.Struct, frozen=True):
    """One act of an operator. ``at`` in milliseconds; ``who``: as they are called on their machine."""

    at: int
    who: str
    act: str
    player: str
    why: str


class Audit(msgspec.Struct, frozen=True):
    """Notes acts, reads them, and suspends players."""

    topology: Topology

    async def note(self, act: Act) -> None:
        """Write an act down. Do this before it is carried out: one that failed stands there as well."""
        fields = ("at", act.at, "who", act.who, "act", act.act, "player", act.player, "why", act.why)
        await self._call(_KEY, "XADD", _KEY, "MAXLEN", "~", KEPT, "*", *fields)

    async def newest(self, count: int) -> list[Act]:
        """The newest acts, the latest first."""
        rows = await self._call(_KEY, "XREVRANGE", _KEY, "+", "-", "COUNT", count)
        return [_act(row) for _, row in rows]

    async def suspend(self, player: str, sign_ins: list[str], suspended: bool) -> None:
        """Let a player do nothing any more, or again; connections that use these sign-ins are closed."""
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
