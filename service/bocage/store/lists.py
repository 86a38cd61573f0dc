"""The lists made from logs: lobby, recent, a player's matches. All can be deleted and rebuilt."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterable

import msgspec

from bocage.log.records import Change, Log, Row
from bocage.store.appends import pack_change
from bocage.store.cold_matches import ColdMatches
from bocage.store.connection import Reply
from bocage.store.keys import SHARDS, TAGS, options_digest, shard_key, shard_of
from bocage.store.names import Names
from bocage.store.server import Server
from bocage.store.shard_group import ShardGroup
from bocage.store.topology import Topology

log = logging.getLogger(__name__)

_row = msgspec.json.Decoder(Row).decode
#: Rows read, and matches rebuilt, per round trip.
PAGE = 500


def parse_row(stored: bytes) -> Row:
    """Parse a row as stored: time of its status, then JSON."""
    at, body = stored.split(b" ", 1)
    return msgspec.structs.replace(_row(body), at=int(at))


def by_age(row: Row) -> tuple[int, str]:
    """Sort key: newest first."""
    return -row.at, row.match


def pairs(reply: list[Reply]) -> list[tuple[bytes, Reply]]:
    """Pair members with scores, from a flat reply or from pairs (RESP3)."""
    return (
        [tuple(one) for one in reply]
        if reply and isinstance(reply[0], list)
        else list(zip(reply[::2], reply[1::2], strict=True))
    )


class Lists:
    """The lists of all shards."""

    def __init__(self, topology: Topology, names: Names) -> None:
        self._names = names
        self._topology = topology
        #: Finished matches moved out of Redis.
        self.cold = ColdMatches()

    async def newest(self, name: str, limit: int) -> list[Row]:
        """Return the rows of the newest matches in the lists of this name, newest first.

        Rows outside of Redis that cannot be read now are ``unreadable``.
        """
        # Ids are random, so the newest matches are spread evenly over the shards.
        most = min(limit, limit // 8 + 32)
        found = await asyncio.gather(*[self._ids_of(group, name, most) for group in self._topology.groups])
        times = dict(sorted((one for some in found for one in some), key=lambda one: (-one[1], one[0]))[:limit])
        rows = await self.rows(times)
        if name == "ended" and len(rows) < len(times):
            more = await self.cold.rows(times.keys() - {row.match for row in rows})
            # An unreadable row has no time; the list has.
            rows += [msgspec.structs.replace(row, at=times[row.match]) if row.unreadable else row for row in more]
        return sorted(await self._names.rows(rows), key=by_age)

    async def _ids_of(self, group: ShardGroup, name: str, limit: int) -> list[tuple[str, int]]:
        calls = [
            group.call("ZREVRANGE", shard_key(shard, name), 0, limit - 1, "WITHSCORES") for shard in group.shards
        ]
        return [
            (match.decode(), int(float(at))) for reply in await group.answer(*calls) for match, at in pairs(reply)
        ]

    async def rows(self, matches: Iterable[str]) -> list[Row]:
        """Return the rows of these matches, in any order. Matches without a row are omitted."""
        by_group: dict[ShardGroup, dict[int, list[bytes]]] = {}
        for match in matches:
            by_shard = by_group.setdefault(self._topology.group(match), {})
            by_shard.setdefault(shard_of(match), []).append(match.encode())
        found = await asyncio.gather(*[self._rows(group, list(ids.items())) for group, ids in by_group.items()])
        return [row for some in found for row in some]

    async def matches_of(self, player: str, limit: int) -> list[Row]:
        """Return the rows of a player's newest matches; unfinished ones come first.

        Considers the ``limit`` newest of each shard.
        """
        found = await asyncio.gather(
            *[self._newest_of(group, (f"of:{player}",), limit) for group in self._topology.groups]
        )
        rows = [row for some in found for row in some]
        rows.sort(key=lambda row: (row.status == "ended", -row.at, row.match))
        if len(rows) < limit:
            # Matches outside of Redis ended before those in it.
            known = {row.match for row in rows}
            older = await self.cold.matches_of(player, limit - len(rows))
            rows += sorted(await self.cold.rows(match for match in older if match not in known), key=by_age)
        return await self._names.rows(rows[:limit])

    async def _newest_of(self, group: ShardGroup, names: tuple[str, ...], limit: int) -> list[Row]:
        keys = [(shard, shard_key(shard, name)) for shard in group.shards for name in names]
        found = await group.answer(*[group.call("ZREVRANGE", key, 0, limit - 1) for _, key in keys])
        return await self._rows(group, [(shard, ids) for (shard, _), ids in zip(keys, found, strict=True)])

    async def _rows(self, group: ShardGroup, ids: list[tuple[int, list[bytes]]]) -> list[Row]:
        wanted = [(shard, some) for shard, some in ids if some]
        replies = await group.answer(
            *[group.call("HMGET", shard_key(shard, "rows"), *some) for shard, some in wanted]
        )
        return [parse_row(stored) for reply in replies for stored in reply if stored]

    async def called(self) -> list[Row]:
        """Return the rows of the matches that wait for a house bot, in any order."""
        found = await asyncio.gather(*[self._called_of(group) for group in self._topology.groups])
        return [row for some in found for row in some]

    async def _called_of(self, group: ShardGroup) -> list[Row]:
        keys = [shard_key(shard, "called") for shard in group.shards]
        members = await group.answer(*[group.call("SMEMBERS", key) for key in keys])
        rows = await self._rows(group, list(zip(group.shards, members, strict=True)))
        # Nodes of older releases fill the seat, but do not remove the match from this list.
        stale = [row.match for row in rows if not row.house]
        await group.answer(*[group.call("SREM", shard_key(shard_of(name), "called"), name) for name in stale])
        return [row for row in rows if row.house]

    async def row(self, match: str) -> Row | None:
        """Return the row of one match; None if there is none or it cannot be read now."""
        group = self._topology.group(match)
        (stored,) = await group.answer(group.call("HGET", shard_key(shard_of(match), "rows"), match))
        found = [parse_row(stored)] if stored else await self.cold.rows([match])
        return next((row for row in await self._names.rows(found) if not row.unreadable), None)

    async def matches(self) -> list[str]:
        """Return the ids of all matches in Redis."""
        found: list[str] = []
        for server in self._topology.masters():
            found += [key.split(":log:", 1)[1] for key in await self._scan(server, "{*}:log:*")]
        return found

    async def _scan(self, server: Server, pattern: str) -> list[str]:
        return sorted([key async for keys in server.pages(pattern, PAGE) for key in keys])

    async def rebuild(self, project: Callable[[Log], Change]) -> int:
        """Delete all lists, then rebuild them. Returns the number of matches in them.

        Raises ``StoreError`` and deletes nothing while matches outside of Redis cannot be read.
        """
        cold = await self.cold.matches()
        if cold:
            # Otherwise boards would lose the points of these matches.
            await self.cold.find()
        await self._clear()
        rebuilt = 0
        for match in await self.matches() + cold:
            try:
                rebuilt += await self._rebuild(match, project)
            except Exception:
                # One unreadable log must not keep the others out of the lists.
                log.exception("match %s cannot be put into the lists", match)
        return rebuilt

    async def _rebuild(self, match: str, project: Callable[[Log], Change]) -> bool:
        group = self._topology.group(match)
        while True:
            stored, rows = await group.load_rows(match)
            if not stored.entries:
                return False
            change = pack_change(project(stored), cold=not rows)
            if await group.project(match, change, rows, stored.entries[-1].at):
                return True

    async def _clear(self) -> None:
        for server in self._topology.masters():
            for pattern in ("{*}:of:*", "{*}:board:*", "{*}:scores:*"):
                for key in await self._scan(server, pattern):
                    await server.call("DEL", key)
        for shard in range(SHARDS):
            group = self._topology.groups[shard % len(self._topology.groups)]
            names = ("rows", "open", "playing", "ended", "due", "called", "closing", "rated")
            await group.answer(group.call("DEL", *[f"{TAGS[shard]}:{name}" for name in names]))


async def beaten(topology: Topology, game: str, options: object, score: int) -> tuple[int, int]:
    """Count finished solo matches with these options: those with fewer points than ``score``, and all.

    The points are in a sorted set ``{tag}:scores:<game>:<digest of the options>`` per shard, written by scripts.
    """
    name = f"scores:{game}:{options_digest(options)}"
    found = await asyncio.gather(*[_beaten(group, name, score) for group in topology.groups])
    return sum(fewer for fewer, _ in found), sum(count for _, count in found)


async def _beaten(group: ShardGroup, name: str, score: int) -> tuple[int, int]:
    keys = [shard_key(shard, name) for shard in group.shards]
    fewer = [group.call("ZCOUNT", key, "-inf", f"({score}") for key in keys]
    replies = await group.answer(*fewer, *[group.call("ZCARD", key) for key in keys])
    return sum(replies[: len(keys)]), sum(replies[len(keys) :])
