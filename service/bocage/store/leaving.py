"""All that is kept about a player: read, and taken away for good.

``KEPT`` names every kind of key that holds a player's id or name. A test finds each of them in the export or in the
reason why it is not there, and none after a player has left but those that stay for a reason.
"""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec

from bocage.log.records import Rated
from bocage.store import scripts
from bocage.store.erasing import Erasing
from bocage.store.keys import SHARDS, player_key, shard_key
from bocage.store.notices import DAILY
from bocage.store.results import Results
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
    Kept(r"\{\d+\}:rated", export="results", stays="the ratings of opponents are computed from it"),
    Kept(r"\{\d+\}:board:.*", export="points", stays="nothing, unless made anew from the logs; shown to nobody"),
    Kept(r"\{\d+\}:wanting|notices:daily", export="notices"),
    Kept(
        r"\{\d+\}:notices",
        untold="says only that a notice waits; what it would say is made when it is sent",
        stays="a notice that waited is dropped when it is due, as nobody is there to be told",
    ),
    Kept(r"notices:friend:.*", untold="goes within a day; who asked whom stands there", stays="goes within a day"),
    Kept(r"cold:.*", export="matches", stays=_LOGS),
    Kept(r"blocks:.*", export="blocked", stays="somebody else blocked them"),
    Kept(r"mutes:.*", export="muted", stays="somebody else muted them"),
    Kept(r"friends:.*", export="friends", stays="somebody else wanted them for a friend; it is shown to nobody"),
    Kept(r"friend-asks:.*", export="asked_by", stays="they asked somebody else; it is shown to nobody"),
    Kept(r"daily:attempts:.*", export="attempts"),
    Kept(
        r"duplicate:.*",
        untold="who plays the same deals; their own matches of it are exported",
        stays="the other player's matches are compared by it; goes 60 days after its end",
    ),
    Kept(r"once:.*", untold="goes within a day; names a match of theirs", stays="goes within a day"),
    Kept(r"challenge:.*", untold="goes within five minutes", stays="goes within five minutes"),
    Kept(
        r"report:.*",
        untold="what others report stays between them and the operator; goes within 30 days",
        stays="goes within 30 days",
    ),
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

    async def results(self, player: str) -> list[Rated]:
        """The results of their rated matches, the oldest first."""
        _, found = await Results(self.topology).after(-1)
        return sorted((one for one in found if player in one.players), key=lambda one: (one.at, one.match))

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
