"""Finished matches that have left Redis: read from cold storage as if they were still there.

Redis keeps where each lies (a few bytes), and nothing else. :mod:`bocage.features.cold_storage.moves` moves them.
"""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Iterable
from typing import TypeVar

from bocage.features.cold_storage.record import DAY, DamagedError, Record, day_in, decode, name_of
from bocage.features.cold_storage.records import ColdCounts, ColdDamagedError, ColdUnavailableError
from bocage.features.cold_storage.storage import ColdStorage, ColdStorageError
from bocage.log.records import Entry, Row
from bocage.store.archive import expand
from bocage.store.elsewhere import Elsewhere
from bocage.store.keys import cold_key, cold_list_key
from bocage.store.lists import PAGE, parse_row
from bocage.store.topology import Topology

T = TypeVar("T")

log = logging.getLogger(__name__)

#: Seconds that storage may take for one request.
PATIENCE = 10.0
#: Requests under way at a time.
AT_ONCE = 16
#: Readers that may wait for their turn.
MOST_WAITING = 256
#: Records kept in memory.
KEPT = 512
#: Keys of the hashes that say which matches lie in cold storage.
PATTERN = "{*}:cold:*"
#: What is written into storage before the first match, so that a folder that is not mounted is told from this one.
MARK = "bocage/storage"


class ColdReader(Elsewhere):
    """Reads logs and rows out of cold storage. ``storage`` None: this node has none."""

    def __init__(self, topology: Topology, storage: ColdStorage | None) -> None:
        self.counts = ColdCounts(there=storage is not None)
        self.topology = topology
        self._storage = storage
        self._turn = asyncio.Semaphore(AT_ONCE)
        self._waiting = 0
        self._kept: OrderedDict[str, Record] = OrderedDict()

    @property
    def storage(self) -> ColdStorage:
        """The storage. Raises :class:`ColdUnavailableError` where this node has none."""
        if self._storage is None:
            raise ColdUnavailableError(why="a match lies in cold storage, but BOCAGE_COLD_STORAGE is not set here")
        return self._storage

    async def ask(self, work: Awaitable[T]) -> T:
        """Wait for storage, but not for ever. Raises :class:`ColdUnavailableError`."""
        done = await self._answer(work)
        self.counts.works = True
        return done

    async def _answer(self, work: Awaitable[T]) -> T:
        try:
            async with asyncio.timeout(PATIENCE):
                return await work
        except (ColdStorageError, TimeoutError) as error:
            raise self._failed(str(error) or "no answer in time") from error

    def _failed(self, why: str) -> ColdUnavailableError:
        if self.counts.works:
            log.warning("cold storage: %s", why)
        self.counts.works = False
        self.counts.failed += 1
        return ColdUnavailableError(why=f"cold storage: {why}")

    async def find(self, mark: bool = False) -> None:
        """Look whether storage is the one that matches were moved to; ``mark`` it, if it has no mark yet.

        Raises :class:`ColdUnavailableError` where it is empty, as a folder is that is not mounted.
        """
        marked = await self._answer(self.storage.get(MARK)) is not None
        if not (marked or await self._has_folders()) and await self._has_matches():
            raise self._failed("it is empty, though matches were moved there: is it mounted, and the right place?")
        self.counts.works = True
        if mark and not marked:
            await self.ask(self.storage.put(MARK, b"Finished matches of Bocage lie here.\n"))

    async def _has_folders(self) -> bool:
        return any(day_in(name) is not None for name in await self._answer(self.storage.folders()))

    async def _has_matches(self) -> bool:
        """Whether Redis knows of any match in cold storage."""
        for server in self.topology.masters():
            async for _ in server.pages(PATTERN, PAGE):
                return True
        return False

    async def matches(self) -> list[str]:
        """Ids of all matches in cold storage."""
        return [match async for page in self.pages() for match in page]

    async def pages(self) -> AsyncIterator[dict[str, int]]:
        """All matches in cold storage and the days on which they ended (since 1970), some thousands at a time."""
        for server in self.topology.masters():
            async for keys in server.pages(PATTERN, PAGE):
                buckets = await asyncio.gather(*[server.call("HGETALL", key) for key in keys])
                yield {match.decode(): int(day) for bucket in buckets for match, day in bucket.items()}

    async def day(self, match: str) -> int | None:
        """The day on which a match in cold storage ended (days since 1970); None: it does not lie there."""
        group = self.topology.group(match)
        (day,) = await group.answer(group.call("HGET", cold_key(match), match))
        return None if day is None else int(day)

    async def record(self, match: str) -> Record | None:
        """What storage has of a match; None: it does not lie there. Raises as :meth:`read`."""
        day = await self.day(match)
        if day is None:
            self._kept.pop(match, None)
            return None
        if match in self._kept:
            self._kept.move_to_end(match)
            return self._kept[match]
        record = self._kept[match] = await self.read(match, day)
        while len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return record

    async def read(self, match: str, day: int) -> Record:
        """The record itself.

        Raises :class:`ColdUnavailableError`, and :class:`ColdDamagedError` where it is damaged or not there.
        """
        storage = self.storage
        if self._waiting >= MOST_WAITING:
            raise ColdUnavailableError(why="too many wait for cold storage")
        self._waiting += 1
        try:
            async with self._turn:
                data = await self._answer(storage.get(name_of(match, day)))
                if data is None:
                    # All of storage may be missing, or this record alone.
                    await self.find()
        finally:
            self._waiting -= 1
        self.counts.works = True
        self.counts.read += 1
        try:
            if data is None:
                raise DamagedError(f"the record of match {match} is not there")
            return decode(data, match)
        except DamagedError as error:
            self.counts.damaged += 1
            log.error("cold storage: %s (%s)", error, name_of(match, day))
            raise ColdDamagedError(str(error)) from error

    async def entries(self, match: str) -> list[Entry]:
        """The log of a match in cold storage; empty: it does not lie there."""
        record = await self.record(match)
        return [] if record is None else expand(record.archive)

    async def rows(self, matches: Iterable[str]) -> list[Row]:
        """The rows of these matches. Those that do not lie in storage are left out.

        Of one that cannot be read the row says just that, and the day of its end.
        """
        found = await asyncio.gather(*[self._row(match) for match in matches])
        return [one for one in found if one is not None]

    async def _row(self, match: str) -> Row | None:
        try:
            record = await self.record(match)
        except (ColdUnavailableError, ColdDamagedError):
            day = await self.day(match)
            return None if day is None else Row(match, "", "ended", [], [], unreadable=True, at=day * DAY)
        return parse_row(record.row) if record and record.row else None

    async def matches_of(self, player: str, limit: int) -> list[str]:
        """The ``limit`` matches of a player that were moved to cold storage last, the last one first."""
        key = cold_list_key(player)
        found = await self.topology.server(key).call("LRANGE", key, -limit, -1)
        return list(dict.fromkeys(match.decode() for match in reversed(found)))
