"""Blocked and muted players.

    blocks:<player>  set: ids of players that the player has blocked
    mutes:<player>   set: ids of players that the player has muted

A player does not play against players they have blocked, nor receive their chat.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Literal

import msgspec

from bocage.store.topology import Topology

#: KEYS  the set    ARGV  player, limit, channel, owner of the set.    Returns 1: a member, 0: the set is full.
_ADD = """
if redis.call('SISMEMBER', KEYS[1], ARGV[1]) == 0 and redis.call('SCARD', KEYS[1]) >= tonumber(ARGV[2]) then
  return 0
end
redis.call('SADD', KEYS[1], ARGV[1])
redis.call('PUBLISH', ARGV[3], ARGV[4])
return 1
"""

#: Channel with the ids of players whose blocks or mutes have changed.
CHANNEL = b"bocage:unheard"
#: Kinds of sets.
Kind = Literal["blocks", "mutes"]


class Blocks(msgspec.Struct, frozen=True):
    """The sets of blocked and muted players."""

    topology: Topology

    async def of(self, player: str, kind: Kind = "blocks") -> list[str]:
        """Return the players that ``player`` has blocked or muted, by id."""
        return sorted(
            one.decode() for one in await self.topology.call(_key(player, kind), "SMEMBERS", _key(player, kind))
        )

    async def unheard(self, player: str) -> frozenset[str]:
        """Return the players whose chat ``player`` does not receive: blocked and muted ones."""
        return frozenset(await self.of(player)) | frozenset(await self.of(player, "mutes"))

    async def add(self, player: str, other: str, most: int, kind: Kind = "blocks") -> bool:
        """Block or mute a player. Returns False if ``most`` are in the set already."""
        key = _key(player, kind)
        return bool(await self.topology.call(key, "EVAL", _ADD, 1, key, other, most, CHANNEL, player))

    async def remove(self, player: str, other: str, kind: Kind = "blocks") -> None:
        """Unblock or unmute a player."""
        key = _key(player, kind)
        await self.topology.call(key, "SREM", key, other)
        await self.topology.call(key, "PUBLISH", CHANNEL, player)

    async def forget(self, player: str) -> None:
        kinds: tuple[Kind, ...] = ("blocks", "mutes")
        await asyncio.gather(*[self.topology.call(_key(player, kind), "DEL", _key(player, kind)) for kind in kinds])

    async def between(self, player: str, others: Iterable[str]) -> bool:
        """True if the player has blocked one of the ``others``, or one of them has blocked the player."""
        pairs = [pair for other in others if other != player for pair in ((player, other), (other, player))]
        keys = [(_key(who, "blocks"), whom) for who, whom in pairs]
        found = await asyncio.gather(*[self.topology.call(key, "SISMEMBER", key, whom) for key, whom in keys])
        return any(found)


def _key(player: str, kind: Kind) -> str:
    return f"{kind}:{player}"
