"""Points of one-player matches: a sorted set ``{tag}:scores:<game>:<digest of the options>`` per shard.

The scripts that change lists write it.
"""

from __future__ import annotations

import asyncio

from bocage.store.keys import options_digest, shard_key
from bocage.store.shard_group import ShardGroup
from bocage.store.topology import Topology


async def beaten(topology: Topology, game: str, options: object, score: int) -> tuple[int, int]:
    """The number of finished one-player matches with these options and fewer points than ``score``; and of all."""
    name = f"scores:{game}:{options_digest(options)}"
    found = await asyncio.gather(*[_beaten(group, name, score) for group in topology.groups])
    return sum(fewer for fewer, _ in found), sum(count for _, count in found)


async def _beaten(group: ShardGroup, name: str, score: int) -> tuple[int, int]:
    keys = [shard_key(shard, name) for shard in group.shards]
    fewer = [group.call("ZCOUNT", key, "-inf", f"({score}") for key in keys]
    replies = await group.answer(*fewer, *[group.call("ZCARD", key) for key in keys])
    return sum(replies[: len(keys)]), sum(replies[len(keys) :])
