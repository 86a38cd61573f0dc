"""Friends. Two players are friends if each has added the other.

    friends:<player>      sorted set: players that the player has added, by time (ms)
    friend-asks:<player>  sorted set: players who have added this one, by time (ms); some may have withdrawn

Each of the two changes a set of their own, so that no script needs both keys, which are in different slots of a
cluster.
"""

from __future__ import annotations

import asyncio
from typing import Any

import msgspec

from bocage.store.topology import Topology

#: Most requests kept per player, the newest.
ASKS = 100

#: KEYS  the set    ARGV  player, limit, time    Returns 1: a member, 0: the set is full.
_WANT = """
if not redis.call('ZSCORE', KEYS[1], ARGV[1]) and redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[2]) then
  return 0
end
redis.call('ZADD', KEYS[1], 'NX', ARGV[3], ARGV[1])
return 1
"""


class Friends(msgspec.Struct, frozen=True):
    """The sets of friends and requests."""

    topology: Topology

    async def wanted_by(self, player: str) -> list[str]:
        """Return the players that ``player`` has added, oldest first."""
        return await self._all(_wants(player))

    async def asking(self, player: str) -> list[str]:
        """Return the players with a pending request to ``player``, newest first."""
        asks = (await self._all(_asks(player)))[::-1]
        wanted = await asyncio.gather(*[self.wants(one, player) for one in asks])
        return [one for one, still in zip(asks, wanted, strict=True) if still]

    async def wants(self, player: str, other: str) -> bool:
        """True if ``player`` has added ``other``."""
        return await self._call(_wants(player), "ZSCORE", other) is not None

    async def are(self, one: str, other: str) -> bool:
        return all(await asyncio.gather(self.wants(one, other), self.wants(other, one)))

    async def want(self, player: str, other: str, most: int, now: int, told: bool) -> bool:
        """Add ``other`` as a friend of ``player``. ``told``: list it among the requests of ``other``.

        Returns False if ``player`` has added ``most`` already.
        """
        key = _wants(player)
        if not await self.topology.server(key).call("EVAL", _WANT, 1, key, other, most, now):
            return False
        if told:
            await self._call(_asks(other), "ZADD", now, player)
            await self._call(_asks(other), "ZREMRANGEBYRANK", 0, -ASKS - 1)
        return True

    async def end(self, player: str, other: str) -> None:
        """Remove friendship and requests between two players."""
        await self._call(_wants(player), "ZREM", other)
        await self._call(_wants(other), "ZREM", player)
        await self._call(_asks(player), "ZREM", other)
        await self._call(_asks(other), "ZREM", player)

    async def forget(self, player: str) -> None:
        """Delete the friends of ``player``, and requests to them."""
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
