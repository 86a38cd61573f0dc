"""All that is kept about a player: read, and taken away for good.

``KEPT`` names every kind of key that holds a player's id or name. A test finds each of them in the export or in the
reason why it is not there, and none after a player has left but those that stay for a reason.
"""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec

from bocage.store import scripts
from bocage.store.erasing import Erasing
from bocage.store.keys import SHARDS, player_key, shard_key
from bocage.store.notices import DAILY
from bocage.store.topology import Topology


class Kept(msgspec.Struct, frozen=True):
    """A kind of key. ``key``: a regular expression. ``export``: the part of the export that tells it; empty:
    ``untold`` says why none does. ``stays``: why it is still there when the player has left; empty: it is not."""

    key: str
    export: str = ""
    untold: str = ""
    stays: str = ""


#: Why what the logs say stays.
_LOGS = "follows from the logs, which name players by their ids alone"
#: Every kind of key that holds a player's id or name.
KEPT = (
    Kept(r"player:.*", export="player", stays="that the id has left, and when"),
    Kept(r"\{\d+\}:log:.*", export="matches", stays="the log, which others played too and which must verify"),
    Kept(r"\{\d+\}:(rows|of:.*)", export="matches", stays=_LOGS),
    Kept(r"cold:.*", export="matches", stays=_LOGS),
    Kept(r"once:.*", untold="goes within a day; names a match of theirs", stays="goes within a day"),
    Kept(r"challenge:.*", untold="goes within five minutes", stays="goes within five minutes"),
    Kept(r"audit", untold="what the operator noted of their own acts", stays="what the operator did"),
)


class Leaving(msgspec.Struct, frozen=True):
    """Reads what is kept about players, and takes it away."""

    topology: Topology
    erasing: Erasing

    async def fields(self, player: str) -> dict[str, str]:
        """The player's hash."""
        key = player_key(player)
        found = await self._call(key, "HGETALL")
        return {name.decode(): value.decode() for name, value in found.items()}

    async def clear(self, player: str) -> None:
        """Take away what lies beside the player's hash. It may be done again at any time."""
        await asyncio.gather(
            self._call(DAILY, "ZREM", player),
            *[self._call(shard_key(shard, "wanting"), "SREM", player) for shard in range(SHARDS)],
        )

    async def mark(self, player: str, now: int) -> bool:
        """From now on the player has left: no token is theirs, and nobody is told their name. False: there is no
        such player."""
        key = player_key(player)
        done = await self.topology.server(key).call("EVAL", scripts.LEAVE.text, 1, key, player, now)
        if done:
            await self.erasing.erased(key)
        return bool(done)

    async def _call(self, key: str, verb: str, *rest: Any) -> Any:
        return await self.topology.server(key).call(verb, key, *rest)
