"""Storage of notices: preferences, notices that wait, and the node that sends each.

The script that appends an entry writes its notices into the entry's shard, for the players in the set ``wanting``
alone. A notice is a line of six words: kind, player, match (or day, or player), number of the entry, channel
(``-``: all), tries. A node takes it for a while, sends it, and settles it; if the node stops in between, another
one takes it again.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Callable, Sequence
from typing import Any, cast

import msgspec

from bocage.features.notices.wire import NoticeKind
from bocage.store.keys import SHARDS, player_key, shard_key, shard_of
from bocage.store.players import change_player
from bocage.store.scripts import script, source
from bocage.store.shard_group import ShardGroup
from bocage.store.topology import Topology

#: Takes notices that are due.
TAKE = script(source("take_notices", __package__))
#: Deals with a notice that was taken.
SETTLE = script(source("settle_notice", __package__))
#: Milliseconds for which a notice is left to the node that took it.
LEFT = 60_000
#: The key of those who want to be told of the deal of the day.
DAILY = "notices:daily"
#: The key of the key by which push services know this service.
VAPID = "notices:vapid"
#: Notices of all channels.
ALL = "-"


#: KEYS  notices of a shard    ARGV  when the quiet hours end, the player
_RELEASE = """
local call, key = redis.call, KEYS[1]
for _, notice in ipairs(call('ZRANGEBYSCORE', key, ARGV[1], ARGV[1])) do
  if string.match(notice, '^%S+ (%S+) ') == ARGV[2] then
    call('ZADD', key, 0, notice)
  end
end
"""


class PendingNotice(msgspec.Struct, frozen=True):
    """A notice that waits to be sent. ``about``: its match, the day of a deal, or who wants to be a friend."""

    kind: NoticeKind
    player: str
    about: str
    seq: int = 0
    channel: str = ALL
    tries: int = 0

    def line(self) -> str:
        """As it is stored."""
        return f"{self.kind} {self.player} {self.about} {self.seq} {self.channel} {self.tries}"


class TakenNotice(msgspec.Struct, frozen=True):
    """A notice that is left to this node until ``until`` (ms, the store's clock). ``shard``: where it lies."""

    notice: PendingNotice
    shard: int
    until: int


class Notices:
    """The notices of all players. ``now``: the store's clock, ms."""

    def __init__(self, topology: Topology, now: Callable[[], int]) -> None:
        self._topology = topology
        self.now = now

    # What players want --------------------------------------------------------------------------

    async def preferences(self, player: str) -> str:
        """The preferences of a player as they are stored; empty: none."""
        key = player_key(player)
        found = await self._topology.call(key, "HGET", key, "notices")
        return "" if found is None else str(found.decode())

    async def change_preferences(self, player: str, read: str, wanted: str) -> bool:
        """Store the preferences of a player if they are as they were ``read``; whether it was done."""
        return await change_player(self._topology, player, "notices", read, wanted)

    async def want(self, player: str, matches: bool, daily: int) -> None:
        """From now on entries are looked at for notices to this player, or no more.

        ``daily``: the number of the day whose deal they need no notice of; 0: they want none of deals.
        """
        groups = self._topology.groups
        verb = "SADD" if matches else "SREM"
        calls = [
            group.answer(group.call(verb, shard_key(shard, "wanting"), player))
            for group in groups
            for shard in group.shards
        ]
        await asyncio.gather(*calls)
        # A player who is in it already may not have been told of today's.
        change = ("ZADD", DAILY, "NX", daily, player) if daily else ("ZREM", DAILY, player)
        await self._topology.call(DAILY, *change)

    # What waits -----------------------------------------------------------------------------------

    async def add(self, notice: PendingNotice, at: int) -> None:
        """Let a notice that belongs to no entry wait until ``at`` (ms)."""
        shard = shard_of(notice.player if notice.kind in ("daily", "friend") else notice.about)
        await self._of_shard(shard, "ZADD", shard_key(shard, "notices"), at, notice.line())

    async def first_today(self, kind: str, player: str, about: str) -> bool:
        """Whether this is the first notice within a day of a kind to ``player`` about something."""
        key = f"notices:{kind}:{player}:{about}"
        return await self._topology.call(key, "SET", key, "1", "NX", "EX", 86_400) is not None

    async def take(self, most: int) -> list[TakenNotice]:
        """Notices that are due, and left to this node now: about ``most``, those of all shards alike."""
        each = max(1, most // SHARDS)
        found = await asyncio.gather(*[self._take(group, each) for group in self._topology.groups])
        return [one for some in found for one in some]

    async def _take(self, group: ShardGroup, each: int) -> list[TakenNotice]:
        keys = [shard_key(shard, "notices") for shard in group.shards]
        until, *taken = cast("list[Any]", await group.script(TAKE, keys, LEFT, each))
        return [
            TakenNotice(parsed(line.decode()), group.shards[number - 1], until)
            for number, line in zip(taken[::2], taken[1::2], strict=True)
        ]

    async def settle(self, taken: TakenNotice, later: Sequence[tuple[PendingNotice, int]] = ()) -> bool:
        """``taken`` is dealt with; ``later``: what waits in its place, and until when (ms).

        False: it took too long, and it is not this node's any more; nothing was done.
        """
        group = self._group(taken.shard)
        more = [part for notice, at in later for part in (at, notice.line())]
        line = taken.notice.line()
        keys = [shard_key(taken.shard, "notices")]
        return bool(await group.script(SETTLE, keys, line, taken.until, *more))

    async def release(self, player: str, until: int) -> None:
        """The notices of a player that wait until exactly that time (ms), the end of quiet hours, are due now."""
        keys = [(shard, shard_key(shard, "notices")) for shard in range(SHARDS)]
        await asyncio.gather(
            *[self._of_shard(shard, "EVAL", _RELEASE, 1, key, until, player) for shard, key in keys]
        )

    async def untold(self, day: int, most: int) -> list[str]:
        """Players who want to be told of deals and were not told of that of day number ``day``."""
        found = await self._topology.call(DAILY, "ZRANGEBYSCORE", DAILY, "-inf", day - 1, "LIMIT", 0, most)
        return [player.decode() for player in found]

    async def told(self, player: str, day: int) -> None:
        """A player is told of the deal of day number ``day``, if they still want that."""
        await self._topology.call(DAILY, "ZADD", DAILY, "XX", day, player)

    async def may_write(self, address: str, seconds: int) -> bool:
        """Whether nobody had a mail with a code sent to this e-mail address for so long; from now on, they have."""
        key = f"notices:mail:{hashlib.sha256(address.lower().encode()).hexdigest()}"
        return await self._topology.call(key, "SET", key, "1", "NX", "EX", seconds) is not None

    # The key for push services --------------------------------------------------------------------

    async def push_key(self, made: str) -> str:
        """The private key that all nodes use: ``made``, unless there is one."""
        await self._topology.call(VAPID, "SET", VAPID, made, "NX")
        return str((await self._topology.call(VAPID, "GET", VAPID)).decode())

    def _group(self, shard: int) -> ShardGroup:
        return next(group for group in self._topology.groups if shard in group.shards)

    async def _of_shard(self, shard: int, *command: Any) -> Any:
        group = self._group(shard)
        return (await group.answer(group.call(*command)))[0]


def parsed(line: str) -> PendingNotice:
    """A notice from the line as which it is stored."""
    kind, player, about, seq, channel, tries = line.split(" ")
    return PendingNotice(cast("NoticeKind", kind), player, about, int(seq), channel, int(tries))
