"""Reading finished matches from cold storage as if they were in Redis.

Redis keeps only the place of each (a few bytes). :mod:`bocage.features.cold_storage.moves` moves them.
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
from bocage.store.cold_matches import ColdMatches
from bocage.store.keys import cold_key, cold_list_key
from bocage.store.lists import PAGE, parse_row
from bocage.store.topology import Topology

T = TypeVar("T")

log = logging.getLogger(__name__)

#: Timeout of one request in seconds.
PATIENCE = 10.0
#: Concurrent requests.
AT_ONCE = 16
#: Most requests that may wait.
MOST_WAITING = 256
#: Size of the cache of records.
KEPT = 512
#: Keys of the hashes that list matches in cold storage.
PATTERN = "{*}:cold:*"
#: A marker written before the first match, to recognise an unmounted folder.
MARK = "bocage/storage"


class ColdReader(ColdMatches):
    """Reads logs and rows from cold storage. ``storage`` None: this node has none."""

    def __init__(self, topology: Topology, storage: ColdStorage | None) -> None:
        self.counts = ColdCounts(there=storage is not None)
        self.topology = topology
        self._storage = storage
        self._turn = asyncio.Semaphore(AT_ONCE)
        self._waiting = 0
        self._kept: OrderedDict[str, Record] = OrderedDict()

    @property
    def storage(self) -> ColdStorage:
        """The storage. Raises :class:`ColdUnavailableError` if this node has none."""
        if self._storage is None:
            raise ColdUnavailableError(why="a match lies in cold storage, but BOCAGE_COLD_STORAGE is not set here")
        return self._storage

    async def ask(self, work: Awaitable[T]) -> T:
        """Await storage with a timeout. Raises :class:`ColdUnavailableError`."""
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
        """Check that storage is the one that matches were moved to; with ``mark``, add a missing marker.

        Raises :class:`ColdUnavailableError` if it is empty, as an unmounted folder.
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
        """True if Redis knows any match in cold storage."""
        for server in self.topology.masters():
            async for _ in server.pages(PATTERN, PAGE):
                return True
        return False

    async def matches(self) -> list[str]:
        """Return the ids of all matches in cold storage."""
        return [match async for page in self.pages() for match in page]

    async def pages(self) -> AsyncIterator[dict[str, int]]:
        """Yield all matches in cold storage with the days of their ends (since 1970), some thousands at a time."""
        for server in self.topology.masters():
            async for keys in server.pages(PATTERN, PAGE):
                buckets = await asyncio.gather(*[server.call("HGETALL", key) for key in keys])
                yield {match.decode(): int(day) for bucket in buckets for match, day in bucket.items()}

    async def day(self, match: str) -> int | None:
        """Return the day of the end (since 1970) of a match in cold storage; None: it is not there."""
        group = self.topology.group(match)
        (day,) = await group.answer(group.call("HGET", cold_key(match), match))
        return None if day is None else int(day)

    async def record(self, match: str) -> Record | None:
        """Return the record of a match; None: it is not in cold storage. Raises as :meth:`read`."""
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
        """Read a record.

        Raises :class:`ColdUnavailableError`, and :class:`ColdDamagedError` if it is damaged or missing.
        """
        storage = self.storage
        if self._waiting >= MOST_WAITING:
            raise ColdUnavailableError(why="too many wait for cold storage")
        self._waiting += 1
        try:
            async with self._turn:
                data = await self._answer(storage.get(name_of(match, day)))
                if data is None:
                    # Either all of storage is missing, or only this record.
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
        """Return the log of a match in cold storage; empty: it is not there."""
        record = await self.record(match)
        return [] if record is None else expand(record.archive)

    async def rows(self, matches: Iterable[str]) -> list[Row]:
        """Return the rows of those of ``matches`` in storage.

        An unreadable row has only that flag, and the day of its end.
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
        """Return the ``limit`` matches of a player that were moved last, newest first."""
        key = cold_list_key(player)
        found = await self.topology.server(key).call("LRANGE", key, -limit, -1)
        return list(dict.fromkeys(match.decode() for match in reversed(found)))
