"""How many matches of one player, or from one address, wait for players.

All nodes count in the same place. The count is not lowered when a match begins or ends. When it reaches the limit,
the lists tell which of these matches still wait, and the others are removed.
"""

from __future__ import annotations

import hashlib
from typing import Any

from bocage.store.keys import waiting_key
from bocage.store.lists import Lists, pairs
from bocage.store.topology import Topology

#: Milliseconds after which a match that was counted must be in the lists.
SOON = 30_000

#: KEYS  the matches counted, by when    ARGV  match, time, most, seconds for which the last one may wait
#: Gives 1: counted (or it was before); else all that are counted, with their times.
_TAKE = """
local call, key = redis.call, KEYS[1]
if not call('ZSCORE', key, ARGV[1]) then
  if call('ZCARD', key) >= tonumber(ARGV[3]) then
    return call('ZRANGE', key, 0, -1, 'WITHSCORES')
  end
  call('ZADD', key, ARGV[2], ARGV[1])
end
if call('TTL', key) < tonumber(ARGV[4]) then
  call('EXPIRE', key, ARGV[4])
end
return 1
"""


class Waiting:
    """Counts the matches that wait for players."""

    def __init__(self, topology: Topology, lists: Lists) -> None:
        self._topology = topology
        self._lists = lists

    async def take(self, who: str, match: str, most: int, now: int, lasts: int) -> bool:
        """Count ``match`` for ``who``, unless ``most`` of theirs wait already. Returns whether it was counted.

        ``now``: the store's clock, ms. ``lasts``: for how many seconds the match may wait.
        """
        place = _place(who)
        command = ("EVAL", _TAKE, 1, place, match, now, most, lasts)
        counted = await self._call(place, *command)
        if not isinstance(counted, list):
            return True
        over = await self._over(counted, now)
        if not over:
            return False
        await self._call(place, "ZREM", place, *over)
        return not isinstance(await self._call(place, *command), list)

    async def give_back(self, who: str, match: str) -> None:
        """Count ``match`` for ``who`` no more."""
        place = _place(who)
        await self._call(place, "ZREM", place, match)

    async def counted(self, who: str, match: str) -> bool:
        """Whether ``match`` is counted for ``who``, as far as that is still known."""
        return await self._call(_place(who), "ZSCORE", _place(who), match) is not None

    async def _over(self, counted: list[Any], now: int) -> list[str]:
        """Those among the matches counted (id, time, id, time, …) that do not wait any more."""
        times = {match.decode(): int(float(at)) for match, at in pairs(counted)}
        rows = {row.match: row for row in await self._lists.rows(list(times))}
        return [
            match
            for match, at in times.items()
            if (rows[match].status != "open" if match in rows else at < now - SOON)
        ]

    async def _call(self, place: str, *command: Any) -> Any:
        return await self._topology.server(place).call(*command)


def _place(who: str) -> str:
    # Addresses are stored as digests only.
    return waiting_key(hashlib.sha256(who.encode()).hexdigest()[:32])
