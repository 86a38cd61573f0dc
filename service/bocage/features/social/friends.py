"""Whom players want for friends. Two are friends while each of them wants the other.

    friends:<player>      sorted set: those whom the player wants for friends, by when they said so (ms)
    friend-asks:<player>  sorted set: players who asked this one, by when (ms); some may want it no more

So each of the two ends it in a set of their own, and no script needs keys of both, which lie apart in a cluster.
"""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec

from bocage.store.topology import Topology

#: So many players who asked are remembered, the newest.
ASKS = 100

#: KEYS  the set    ARGV  who, most, when    Gives 1: they are in it, 0: it is full.
_WANT = """
if not redis.call('ZSCORE', KEYS[1], ARGV[1]) and redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[2]) then
  return 0
end
redis.call('ZADD', KEYS[1], 'NX', ARGV[3], ARGV[1])
return 1
"""


class Friends(msgspec.Struct, frozen=True):
    """Reads and changes that."""

    topology: Topology

    async def wanted_by(self, player: str) -> list[str]:
        """Whom the player wants for friends, the first first."""
        return await self._all(_wants(player))

    async def asking(self, player: str) -> list[str]:
        """Who asked the player and still wants it, the newest first."""
        asks = (await self._all(_asks(player)))[::-1]
        wanted = await asyncio.gather(*[self.wants(one, player) for one in asks])
        return [one for one, still in zip(asks, wanted, strict=True) if still]

    async def wants(self, player: str, other: str) -> bool:
        """Whether the player wants the other for a friend."""
        return await self._call(_wants(player), "ZSCORE", other) is not None

    async def are(self, one: str, other: str) -> bool:
        """Whether two players are friends."""
        return all(await asyncio.gather(self.wants(one, other), self.wants(other, one)))

    async def want(self, player: str, other: str, most: int, now: int, told: bool) -> bool:
        """The player wants the other for a friend. ``told``: the other finds that among those who asked.

        False: the player wants ``most`` already.
        """
        key = _wants(player)
        if not await self.topology.server(key).call("EVAL", _WANT, 1, key, other, most, now):
            return False
        if told:
            await self._call(_asks(other), "ZADD", now, player)
            await self._call(_asks(other), "ZREMRANGEBYRANK", 0, -ASKS - 1)
        return True

    async def end(self, player: str, other: str) -> None:
        """The player does not want the other; nor is anything left of what the other wanted."""
        await self._call(_wants(player), "ZREM", other)
        await self._call(_wants(other), "ZREM", player)
        await self._call(_asks(player), "ZREM", other)
        await self._call(_asks(other), "ZREM", player)

    async def forget(self, player: str) -> None:
        """The player wants nobody, and those who asked them are forgotten."""
        await self._call(_wants(player), "DEL")
        await self._call(_asks(player), "DEL")

    async def _all(self, key: str) -> list[str]:
        return [one.decode() for one in await self._call(key, "ZRANGE", 0, -1)]

    async def _call(self, key: str, verb: str, *rest: Any) -> Any:
        return await self.topology.server(key).call(verb, key, *rest)


def _wants(player: str) -> str:
    return f"friends:{player}"


def _asks(player: str) -> str:
    return f"friend-asks:{player}"
