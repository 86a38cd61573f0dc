"""Long responses, made in slices so that live matches are not delayed."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Iterable

#: Pieces per slice.
SLICE = 20
#: Long responses made concurrently.
AT_ONCE = 2
#: Size of the cache in bytes.
KEPT = 4 << 20


class LongResponses:
    """Makes long responses, a few at a time, and caches the last used ones."""

    def __init__(self) -> None:
        self._turn = asyncio.Semaphore(AT_ONCE)
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._size = 0

    def kept(self, name: str) -> bytes | None:
        """Return the cached response ``name``."""
        data = self._kept.get(name)
        if data is not None:
            self._kept.move_to_end(name)
        return data

    async def make(self, name: str, pieces: Iterable[bytes]) -> bytes:
        """Join ``pieces`` and cache the result as ``name``."""
        made: list[bytes] = []
        async with self._turn:
            for number, piece in enumerate(pieces):
                made.append(piece)
                if number % SLICE == SLICE - 1:
                    await asyncio.sleep(0)
        data = b"".join(made)
        self._size += len(data) - len(self._kept.pop(name, b""))
        self._kept[name] = data
        while self._size > KEPT:
            self._size -= len(self._kept.popitem(last=False)[1])
        return data
