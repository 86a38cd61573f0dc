"""Points of solo matches: a sorted set ``{tag}:scores:<game>:<digest of the options>`` per shard.

Written by the scripts that change lists.
"""

from __future__ import annotations

import asyncio

from bocage.store.keys import options_digest, shard_key
from bocage.store.shard_group import ShardGroup
from bocage.store.topology import Topology


async def beaten(topology: Topology, game: str, options: object, score: int) -> tuple[int, int]:
    """Count finished solo matches with these options: those with fewer points than ``score``, and all."""
    name = f"scores:{game}:{options_digest(options)}"
    found = await asyncio.gather(*[_beaten(group, name, score) for group in topology.groups])
    return sum(fewer for fewer, _ in found), sum(count for _, count in found)


async def _beaten(group: ShardGroup, name: str, score: int) -> tuple[int, int]:
    keys = [shard_key(shard, name) for shard in group.shards]
    fewer = [group.call("ZCOUNT", key, "-inf", f"({score}") for key in keys]
    replies = await group.answer(*fewer, *[group.call("ZCARD", key) for key in keys])
    return sum(replies[: len(keys)]), sum(replies[len(keys) :])
