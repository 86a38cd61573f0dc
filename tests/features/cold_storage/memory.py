"""Cold storage for tests: in memory, and failing wherever it is told to."""

from __future__ import annotations

from collections.abc import Callable

from bocage.features.cold_storage.check import Findings, check
from bocage.features.cold_storage.moves import ColdMoves
from bocage.features.cold_storage.reader import ColdReader
from bocage.features.cold_storage.storage import ColdStorage, ColdStorageError
from bocage.log.records import Change, Entry
from bocage.store import Store, StoreSettings
from tests.store.logs import a_row, body, fill, until


class MemoryStorage:
    """Keeps records in a dictionary. ``trouble(step)`` may raise; steps are counted from 0."""

    def __init__(self) -> None:
        self.records: dict[str, bytes] = {}
        self.steps = 0
        #: What goes wrong at which step: "before" and "after" raise without or with the effect; "torn" writes half.
        self.trouble: dict[int, str] = {}
        self.dead = False

    async def _step(self, work: Callable[[], None]) -> None:
        trouble = "before" if self.dead else self.trouble.get(self.steps, "")
        self.steps += 1
        if trouble == "before":
            raise ColdStorageError("refused")
        work()
        if trouble == "after":
            raise ColdStorageError("no answer")

    async def put(self, name: str, data: bytes) -> None:
        torn = self.trouble.get(self.steps) == "torn"
        await self._step(lambda: self.records.update({name: data[: len(data) // 2] if torn else data}))

    async def get(self, name: str) -> bytes | None:
        await self._step(lambda: None)
        return self.records.get(name)

    async def delete(self, name: str) -> None:
        def work() -> None:
            self.records.pop(name, None)

        await self._step(work)

    async def folders(self) -> list[str]:
        await self._step(lambda: None)
        return sorted({name.partition("/")[0] for name in self.records})

    async def names(self, folder: str) -> list[str]:
        await self._step(lambda: None)
        return sorted(name.partition("/")[2] for name in self.records if name.startswith(f"{folder}/"))


async def open_cold(url: str, storage: MemoryStorage) -> Store:
    """A store whose cold storage is ``storage``."""
    store = await Store.open(StoreSettings(url))
    use_cold(store, storage)
    return store


def use_cold(store: Store, storage: ColdStorage | None) -> None:
    """From now on ``storage`` is the cold storage of ``store``; None: there is none."""
    reader = store.lists.cold
    if not isinstance(reader, ColdReader):
        reader = store.lists.cold = ColdReader(store.topology, None)
    reader._storage = storage
    reader.counts.there = storage is not None


def reader_of(store: Store) -> ColdReader:
    """The reader of its cold storage."""
    reader = store.lists.cold
    assert isinstance(reader, ColdReader)
    return reader


def moves_of(store: Store) -> ColdMoves:
    """Moves between Redis and its cold storage."""
    return ColdMoves(reader_of(store), store.node, store.now)


async def checked(store: Store) -> Findings:
    """What a check of its cold storage finds."""
    return await check(reader_of(store), reader_of(store).pages())


async def finish(store: Store, match: str, count: int = 5, **fields: object) -> list[Entry]:
    """Play a match to its end, and wait until it is archived."""
    entries = await fill(store, match, count - 1)
    change = Change(row=a_row(match, "ended", **fields), final=True)
    entries.append(await store.append(match, count, body(count), change=change))
    await until_archived(store, match)
    return entries


async def until_archived(store: Store, match: str) -> None:
    """Wait until the log of a match is one compressed value."""
    group = store.topology.group(match)
    while store._tasks:
        await until(lambda: not store._tasks)
    await group.archive(match)
