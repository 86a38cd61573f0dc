"""Results of rated matches, read from one ledger per shard: the sorted set ``{tag}:rated``.

Its members are encoded by ``bocage.store.records``; their scores are the times of the ends, in milliseconds.
"""

from __future__ import annotations

import asyncio

import msgspec

from bocage.log.records import Rated
from bocage.store.keys import shard_key
from bocage.store.lists import pairs
from bocage.store.records import parse_result
from bocage.store.shard_group import ShardGroup
from bocage.store.topology import Topology


class Results(msgspec.Struct, frozen=True):
    """The ledgers of all shards."""

    topology: Topology

    async def after(self, at: int) -> tuple[int, list[Rated]]:
        """Return the number of results that ended at ``at`` (ms) or before, and all later results, unordered."""
        found = await asyncio.gather(*[_of_group(group, at) for group in self.topology.groups])
        return sum(before for before, _ in found), [result for _, some in found for result in some]

    async def of(self, player: str) -> list[Rated]:
        """Return the results of a player's matches, oldest first."""
        _, found = await self.after(-1)
        return sorted((one for one in found if player in one.players), key=lambda one: (one.at, one.match))


async def _of_group(group: ShardGroup, at: int) -> tuple[int, list[Rated]]:
    keys = [shard_key(shard, "rated") for shard in group.shards]
    counts = [group.call("ZCOUNT", key, "-inf", at) for key in keys]
    later = [group.call("ZRANGEBYSCORE", key, f"({at}", "+inf", "WITHSCORES") for key in keys]
    replies = await group.answer(*counts, *later)
    stored = [one for reply in replies[len(keys) :] for one in pairs(reply)]
    some = [parse_result(member.decode(), int(float(score))) for member, score in stored]
    return sum(replies[: len(keys)]), some
