"""Whom players have blocked.

    blocks:<player>  set: ids of those whom the player blocked

They are not brought together again.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from typing import Any

import msgspec

from service.store.topology import Topology

#: KEYS  the set    ARGV  who, most.    Gives 1: blocked, 0: there are so many already.
_BLOCK = """
if redis.call('SISMEMBER', KEYS[1], ARGV[1]) == 0 and redis.call('SCARD', KEYS[1]) >= tonumber(ARGV[2]) then
  return 0
end
redis.call('SADD', KEYS[1], ARGV[1])
return 1
"""


class Blocks(msgspec.Struct, frozen=True):
    """Reads and changes that."""

    topology: Topology

    async def of(self, player: str) -> list[str]:
        """Whom the player blocked, by id."""
        return sorted(one.decode() for one in await self._call(_key(player), "SMEMBERS", _key(player)))

    async def block(self, player: str, other: str, most: int) -> bool:
        """Block somebody; False: ``most`` are blocked already."""
        key = _key(player)
        return bool(await self._call(key, "EVAL", _BLOCK, 1, key, other, most))

    async def unblock(self, player: str, other: str) -> None:
        """Block them no more."""
        await self._call(_key(player), "SREM", _key(player), other)

    async def between(self, player: str, others: Iterable[str]) -> bool:
        """Whether the player blocked one of the ``others``, or one of them blocked the player."""
        pairs = [pair for other in others if other != player for pair in ((player, other), (other, player))]
        found = await asyncio.gather(*[self._call(_key(who), "SISMEMBER", _key(who), whom) for who, whom in pairs])
        return any(found)

    async def _call(self, key: str, *command: Any) -> Any:
        return await self.topology.server(key).call(*command)


def _key(player: str) -> str:
    return f"blocks:{player}"
