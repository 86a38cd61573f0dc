"""Storage of notices: preferences, and a queue per shard.

The script that appends an entry queues its notices in the shard of the entry, but only for players in the set
``wanting``. A notice is a line of six words: kind, player, match (or day, or player), number of the entry, channel
(``-``: all), tries. A node takes it with a lease, sends it, and settles it; when a lease expires, another node
takes the notice.
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

#: Take due notices.
TAKE = script(source("take_notices", __package__))
#: Settle a taken notice.
SETTLE = script(source("settle_notice", __package__))
#: Lease of a taken notice in milliseconds.
LEFT = 60_000
#: Key of the players who subscribe to announcements of daily deals.
DAILY = "notices:daily"
#: Key of the private key that identifies this service to push services.
VAPID = "notices:vapid"
#: Stands for all channels.
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
    """A queued notice. ``about``: its match, the day of a deal, or the player who asks to be a friend."""

    kind: NoticeKind
    player: str
    about: str
    seq: int = 0
    channel: str = ALL
    tries: int = 0

    def line(self) -> str:
        """Return the stored form."""
        return f"{self.kind} {self.player} {self.about} {self.seq} {self.channel} {self.tries}"


class TakenNotice(msgspec.Struct, frozen=True):
    """A notice leased to this node until ``until`` (ms, the store's clock)."""

    notice: PendingNotice
    shard: int
    until: int


class Notices:
    """The notices of all players. ``now``: the store's clock, ms."""

    def __init__(self, topology: Topology, now: Callable[[], int]) -> None:
        self._topology = topology
        self.now = now

    # Preferences ----------------------------------------------------------------------------------

    async def preferences(self, player: str) -> str:
        """Return the stored preferences of a player; empty: none."""
        key = player_key(player)
        found = await self._topology.call(key, "HGET", key, "notices")
        return "" if found is None else str(found.decode())

    async def change_preferences(self, player: str, read: str, wanted: str) -> bool:
        """Store the preferences of a player unless they have changed since ``read``. Returns True if stored."""
        return await change_player(self._topology, player, "notices", read, wanted)

    async def want(self, player: str, matches: bool, daily: int) -> None:
        """Subscribe a player to notices of ``matches`` and of daily deals, or unsubscribe.

        ``daily``: the number of a day whose deal needs no announcement; 0: unsubscribe from deals.
        """
        groups = self._topology.groups
        verb = "SADD" if matches else "SREM"
        calls = [
            group.answer(group.call(verb, shard_key(shard, "wanting"), player))
            for group in groups
            for shard in group.shards
        ]
        await asyncio.gather(*calls)
        # NX: an existing subscriber may still need the announcement of today's deal.
        change = ("ZADD", DAILY, "NX", daily, player) if daily else ("ZREM", DAILY, player)
        await self._topology.call(DAILY, *change)

    # The queue ------------------------------------------------------------------------------------

    async def add(self, notice: PendingNotice, at: int) -> None:
        """Queue a notice that no entry causes, due at ``at`` (ms)."""
        shard = shard_of(notice.player if notice.kind in ("daily", "friend") else notice.about)
        await self._of_shard(shard, "ZADD", shard_key(shard, "notices"), at, notice.line())

    async def first_today(self, kind: str, player: str, about: str) -> bool:
        """Return whether this is the first notice of its kind and subject within a day, and record it."""
        key = f"notices:{kind}:{player}:{about}"
        return await self._topology.call(key, "SET", key, "1", "NX", "EX", 86_400) is not None

    async def take(self, most: int) -> list[TakenNotice]:
        """Take about ``most`` due notices, evenly from all shards."""
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
        """Remove a taken notice, and queue its retries with their due times (ms). Returns False if the lease has
        expired; then nothing changes.
        """
        group = self._group(taken.shard)
        more = [part for notice, at in later for part in (at, notice.line())]
        line = taken.notice.line()
        keys = [shard_key(taken.shard, "notices")]
        return bool(await group.script(SETTLE, keys, line, taken.until, *more))

    async def release(self, player: str, until: int) -> None:
        """Make notices due now that were postponed to ``until`` (ms), the end of a player's quiet hours."""
        keys = [(shard, shard_key(shard, "notices")) for shard in range(SHARDS)]
        await asyncio.gather(
            *[self._of_shard(shard, "EVAL", _RELEASE, 1, key, until, player) for shard, key in keys]
        )

    async def untold(self, day: int, most: int) -> list[str]:
        """Return at most ``most`` subscribers who were not notified of the deal of day number ``day``."""
        found = await self._topology.call(DAILY, "ZRANGEBYSCORE", DAILY, "-inf", day - 1, "LIMIT", 0, most)
        return [player.decode() for player in found]

    async def told(self, player: str, day: int) -> None:
        """Record that a player was notified of the deal of day number ``day``, if still subscribed."""
        await self._topology.call(DAILY, "ZADD", DAILY, "XX", day, player)

    async def may_write(self, address: str, seconds: int) -> bool:
        """Return whether no code was mailed to an address within ``seconds``, and start that time again if so."""
        key = f"notices:mail:{hashlib.sha256(address.lower().encode()).hexdigest()}"
        return await self._topology.call(key, "SET", key, "1", "NX", "EX", seconds) is not None

    # The key for push services --------------------------------------------------------------------

    async def push_key(self, made: str) -> str:
        """Return the private key of all nodes. ``made``: stored if there is none."""
        await self._topology.call(VAPID, "SET", VAPID, made, "NX")
        return str((await self._topology.call(VAPID, "GET", VAPID)).decode())

    def _group(self, shard: int) -> ShardGroup:
        return next(group for group in self._topology.groups if shard in group.shards)

    async def _of_shard(self, shard: int, *command: Any) -> Any:
        group = self._group(shard)
        return (await group.answer(group.call(*command)))[0]


def parsed(line: str) -> PendingNotice:
    """Parse the stored form of a notice."""
    kind, player, about, seq, channel, tries = line.split(" ")
    return PendingNotice(cast("NoticeKind", kind), player, about, int(seq), channel, int(tries))
