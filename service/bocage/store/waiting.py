"""The number of matches of one player or address that wait for players.

All nodes share a counter. It is not lowered when a match begins or ends. When it reaches the limit, matches that no
longer wait, by the lists, are removed.
"""

from __future__ import annotations

import hashlib
from typing import Any

from bocage.store.keys import waiting_key
from bocage.store.lists import Lists, pairs
from bocage.store.topology import Topology

#: Milliseconds within which a counted match must be in the lists.
SOON = 30_000

#: KEYS  counted matches by time    ARGV  match, time, limit, seconds for which this match may wait
#: Returns 1 if the match is counted; else all counted matches with their times.
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
    """Counts waiting matches."""

    def __init__(self, topology: Topology, lists: Lists) -> None:
        self._topology = topology
        self._lists = lists

    async def take(self, who: str, match: str, most: int, now: int, lasts: int) -> bool:
        """Count ``match`` for ``who`` unless ``most`` of theirs wait already. Returns whether it is counted.

        ``now``: the store's clock, ms. ``lasts``: seconds for which the match may wait.
        """
        place = _place(who)
        command = ("EVAL", _TAKE, 1, place, match, now, most, lasts)
        counted = await self._topology.call(place, *command)
        if not isinstance(counted, list):
            return True
        over = await self._over(counted, now)
        if not over:
            return False
        await self._topology.call(place, "ZREM", place, *over)
        return not isinstance(await self._topology.call(place, *command), list)

    async def give_back(self, who: str, match: str) -> None:
        """Uncount ``match`` for ``who``."""
        place = _place(who)
        await self._topology.call(place, "ZREM", place, match)

    async def counted(self, who: str, match: str) -> bool:
        """True if ``match`` is counted for ``who``."""
        return await self._topology.call(_place(who), "ZSCORE", _place(who), match) is not None

    async def _over(self, counted: list[Any], now: int) -> list[str]:
        """Return the counted matches (id, time, id, time, …) that no longer wait."""
        times = {match.decode(): int(float(at)) for match, at in pairs(counted)}
        rows = {row.match: row for row in await self._lists.rows(list(times))}
        return [
            match
            for match, at in times.items()
            if (rows[match].status != "open" if match in rows else at < now - SOON)
        ]


def _place(who: str) -> str:
    # Addresses are stored as digests only.
    return waiting_key(hashlib.sha256(who.encode()).hexdigest()[:32])
