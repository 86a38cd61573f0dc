"""Moving finished matches to cold storage and back, and deleting them, on any node, also concurrently.

A match leaves Redis only after its record was written and read back identically. Every step is idempotent: a crash
between two of them leaves the match in both places, never in none.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
from collections.abc import Callable, Iterable

from bocage.features.cold_storage.reader import ColdReader
from bocage.features.cold_storage.record import DamagedError, Record, day_in, day_of, decode, encode, name_of
from bocage.features.cold_storage.records import ColdUnavailableError
from bocage.features.cold_storage.storage import ColdStorage
from bocage.log.records import Row
from bocage.store.archive import expand
from bocage.store.keys import SHARDS, cold_key, cold_list_key, log_key, near_key, review_key, shard_key, shard_of
from bocage.store.lists import parse_row
from bocage.store.records import StoreError
from bocage.store.scripts import script, source

log = logging.getLogger(__name__)

_PACKAGE = "bocage.features.cold_storage"
#: Remove a finished match that was written to cold storage.
TO_COLD = script(source("to_cold", _PACKAGE))
#: Take a match back from cold storage.
FROM_COLD = script(source("cold"), source("from_cold", _PACKAGE))
#: Remove a finished match, wherever it is.
FORGET = script(source("forget", _PACKAGE))

#: Matches listed per round trip.
PAGE = 96
#: Matches moved concurrently, as storage that syncs is slow.
AT_ONCE = 8
#: Seconds for which a node reserves a shard for its moves.
LEASE = 300
#: Entries at the end of a player's list that are searched for a match before it is added.
LOOK_BACK = 1000
#: Seconds between two searches for matches to move.
EVERY = 60.0
#: Longest pause after failures, in seconds.
LONGEST = 900.0


class ColdMoves:
    """Moves matches. ``node``: name of this node; ``now``: the store's clock, ms."""

    def __init__(self, reader: ColdReader, node: str, now: Callable[[], int]) -> None:
        self.reader = reader
        self._topology = reader.topology
        self._node = node
        self._now = now

    # One match --------------------------------------------------------------------------------

    async def move(self, match: str) -> bool:
        """Move a finished match to cold storage. Returns False if it is not finished, or not in Redis.

        Raises :class:`ColdUnavailableError`, leaving it in Redis.
        """
        group = self._topology.group(match)
        (rows, row) = await group.answer(
            group.call("XRANGE", log_key(match), "-", "+", "COUNT", 2),
            group.call("HGET", shard_key(shard_of(match), "rows"), match),
        )
        if not rows or rows[0][1][0] != b"archive":
            return False
        record = Record(match, row or b"", rows[0][1][1])
        day = day_of(expand(record.archive)[-1].at)
        await self._write(name_of(match, day), encode(record))
        players = _players(record)
        for player in players:
            await self._list(player, match)
        digest = hashlib.sha1(record.archive, usedforsecurity=False).hexdigest()
        done = await group.script(TO_COLD, [log_key(match), near_key(match)], digest, day, *players)
        self.reader.counts.moved += bool(done)
        return bool(done)

    async def _write(self, name: str, data: bytes) -> None:
        storage = self.reader.storage
        await self.reader.ask(storage.put(name, data))
        if await self.reader.ask(storage.get(name)) != data:
            self.reader.counts.damaged += 1
            raise ColdUnavailableError(why=f"cold storage: {name} reads other than it was written")

    async def _list(self, player: str, match: str) -> None:
        key = cold_list_key(player)
        server = self._topology.server(key)
        if await server.call("LPOS", key, match, "RANK", -1, "MAXLEN", LOOK_BACK) is None:
            await server.call("RPUSH", key, match)

    async def restore(self, match: str) -> bool:
        """Take a match back into Redis; its record stays. Returns False if it is not in cold storage."""
        record = await self.reader.record(match)
        if record is None:
            return False
        ended = expand(record.archive)[-1].at
        since = parse_row(record.row).at if record.row else ended
        players = _players(record)
        group = self._topology.group(match)
        keys = [log_key(match)]
        done = await group.script(FROM_COLD, keys, record.archive, record.row, ended, since, *players)
        for player in players:
            await self._unlist(player, match)
        return bool(done)

    async def delete(self, match: str) -> bool:
        """Delete a finished match from Redis and cold storage. Returns False if there is none, or it is not
        finished.

        Points on boards stay. An interrupted deletion can be repeated.
        """
        day = await self.reader.day(match)
        if day is not None:
            return await self._delete(match, day, self.reader.storage)
        group = self._topology.group(match)
        (rows,) = await group.answer(group.call("XRANGE", log_key(match), "-", "+", "COUNT", 2))
        if not rows or rows[0][1][0] != b"archive":
            return False
        storage = self.reader.storage if self.reader.counts.there else None
        return await self._delete(match, day_of(expand(rows[0][1][1])[-1].at), storage)

    async def _delete(self, match: str, day: int, storage: ColdStorage | None) -> bool:
        group = self._topology.group(match)
        name = name_of(match, day)
        (row,) = await group.answer(group.call("HGET", shard_key(shard_of(match), "rows"), match))
        data = await self.reader.ask(storage.get(name)) if storage else None
        players: set[str] = set(_of_row(parse_row(row))) if row else set()
        with contextlib.suppress(DamagedError):
            players |= set(_players(decode(data, match))) if data else set()
        for player in sorted(players):
            await self._unlist(player, match)
        keys = [log_key(match), near_key(match), review_key(match)]
        if not await group.script(FORGET, keys, *sorted(players)):
            return False
        if storage:
            await self.reader.ask(storage.delete(name))
        self.reader.counts.deleted += 1
        return True

    async def _unlist(self, player: str, match: str) -> None:
        key = cold_list_key(player)
        await self._topology.server(key).call("LREM", key, 0, match)

    # Many -------------------------------------------------------------------------------------

    async def move_before(self, before: int, alone: bool = True) -> int:
        """Move every match that ended before this time (ms). Returns their number.

        ``alone``: skip shards reserved by another node. A match that cannot be moved for its own reasons is
        postponed. Raises :class:`ColdUnavailableError` if storage fails, or is not the one that matches were moved
        to.
        """
        await self.reader.find(mark=True)
        moved = 0
        for shard in range(SHARDS):
            if not alone or await self._mine(shard):
                moved += await self._move_shard(shard, before)
        return moved

    async def _mine(self, shard: int) -> bool:
        # Only an optimisation: two nodes may move the same match.
        key = f"cold-mover:{shard}"
        server = self._topology.server(key)
        if await server.call("SET", key, self._node, "NX", "EX", LEASE) is not None:
            return True
        return bool(await server.call("GET", key) == self._node.encode())

    async def _move_shard(self, shard: int, before: int) -> int:
        group = self._topology.groups[shard % len(self._topology.groups)]
        key = shard_key(shard, "finished")
        moved = 0
        while True:
            (found,) = await group.answer(group.call("ZRANGEBYSCORE", key, "-inf", f"({before}", "LIMIT", 0, PAGE))
            if not found:
                return moved
            for start in range(0, len(found), AT_ONCE):
                some = [match.decode() for match in found[start : start + AT_ONCE]]
                moving = [self._move_or_put_off(match, before) for match in some]
                for done in await asyncio.gather(*moving, return_exceptions=True):
                    if isinstance(done, BaseException):
                        raise done
                    moved += done

    async def _move_or_put_off(self, match: str, before: int) -> bool:
        try:
            done = await self.move(match)
        except StoreError:
            raise
        except Exception:
            log.exception("match %s cannot be moved to cold storage", match)
            self.reader.counts.failed += 1
            done = False
        if not done:
            key = shard_key(shard_of(match), "finished")
            group = self._topology.group(match)
            await group.answer(group.call("ZADD", key, "XX", max(before, self._now()), match))
        return done

    async def delete_before(self, day: int) -> int:
        """Delete every match in cold storage that ended before this day (since 1970). Returns their number."""
        deleted = 0
        for folder in await self.reader.ask(self.reader.storage.folders()):
            ended = day_in(folder)
            if ended is None or ended >= day:
                continue
            for match in await self.reader.ask(self.reader.storage.names(folder)):
                deleted += await self._delete(match, ended, self.reader.storage)
        return deleted

    async def note_finished(self, matches: Iterable[str]) -> None:
        """Register those of ``matches`` that were archived by a release without cold storage."""
        for match in matches:
            group = self._topology.group(match)
            key = shard_key(shard_of(match), "finished")
            rows, noted = await group.answer(
                group.call("XRANGE", log_key(match), "-", "+", "COUNT", 1), group.call("ZSCORE", key, match)
            )
            if noted is None and rows and rows[0][1][0] == b"archive":
                await group.answer(group.call("ZADD", key, "NX", expand(rows[0][1][1])[-1].at, match))

    async def adopt(self, match: str, day: int) -> bool:
        """Register in Redis a match in cold storage. Returns False if its record cannot be read."""
        data = await self.reader.ask(self.reader.storage.get(name_of(match, day)))
        try:
            record = decode(data or b"", match)
        except DamagedError:
            return False
        for player in _players(record):
            await self._list(player, match)
        group = self._topology.group(match)
        await group.answer(group.call("HSETNX", cold_key(match), match, day))
        return True

    async def run(self, after: int, delete: int) -> None:
        """Move matches after ``after`` days, delete them after ``delete`` days (0: never), until cancelled."""
        pause = EVERY
        while True:
            try:
                now = self._now()
                moved = await self.move_before(now - after * 86_400_000)
                deleted = await self.delete_before(day_of(now) - delete) if delete else 0
                if moved or deleted:
                    log.info("cold storage: %d matches moved there, %d deleted", moved, deleted)
                pause = EVERY
            except StoreError as error:
                pause = min(2 * pause, LONGEST)
                log.info("cold storage: trying again in %d s: %s", pause, error)
            await asyncio.sleep(pause)


def _of_row(row: Row) -> list[str]:
    return sorted({*row.players, row.creator} - {""})


def _players(record: Record) -> list[str]:
    return _of_row(parse_row(record.row)) if record.row else []
