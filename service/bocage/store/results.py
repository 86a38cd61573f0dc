"""Results of rated matches, one ledger per shard, written by the script that appends the entry ``ended``.

    {tag}:rated  sorted set: results as ledger.py has them, by the time of the end (ms)

Ratings are folded from all ledgers together when they are read: no entry of one shard can change another's keys.
"""

from __future__ import annotations

import asyncio

import msgspec

from bocage.log.records import Rated
from bocage.store.keys import options_digest, shard_key
from bocage.store.ledger import parse_result
from bocage.store.lists import pairs
from bocage.store.shard_group import ShardGroup
from bocage.store.topology import Topology


class Results(msgspec.Struct, frozen=True):
    """Reads the ledgers, and the points of matches of one player."""

    topology: Topology

    async def after(self, at: int) -> tuple[int, list[Rated]]:
        """How many results ended at ``at`` (ms) or before, and all later ones, in no order."""
        found = await asyncio.gather(*[self._of(group, at) for group in self.topology.groups])
        return sum(before for before, _ in found), [result for _, some in found for result in some]

    async def beaten(self, game: str, options: object, score: int) -> tuple[int, int]:
        """Matches of one player, played to their end with these options: how many have fewer points, and how many
        there are."""
        name = f"scores:{game}:{options_digest(options)}"
        found = await asyncio.gather(*[self._beaten(group, name, score) for group in self.topology.groups])
        return sum(fewer for fewer, _ in found), sum(count for _, count in found)

    async def _beaten(self, group: ShardGroup, name: str, score: int) -> tuple[int, int]:
        keys = [shard_key(shard, name) for shard in group.shards]
        fewer = [group.call("ZCOUNT", key, "-inf", f"({score}") for key in keys]
        replies = await group.answer(*fewer, *[group.call("ZCARD", key) for key in keys])
        return sum(replies[: len(keys)]), sum(replies[len(keys) :])

    async def _of(self, group: ShardGroup, at: int) -> tuple[int, list[Rated]]:
        keys = [shard_key(shard, "rated") for shard in group.shards]
        counts = [group.call("ZCOUNT", key, "-inf", at) for key in keys]
        later = [group.call("ZRANGEBYSCORE", key, f"({at}", "+inf", "WITHSCORES") for key in keys]
        replies = await group.answer(*counts, *later)
        stored = [one for reply in replies[len(keys) :] for one in pairs(reply)]
        some = [parse_result(member.decode(), int(float(score))) for member, score in stored]
        return sum(replies[: len(keys)]), some
