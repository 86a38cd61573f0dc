"""Storage of reviews, which are derived from the logs, and kept for a while.

Of several processes with a request for the same review, one makes it, and reports its progress periodically.
"""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Iterable
from typing import Any

import msgspec

from bocage.protocol.review import ReviewedSeat
from bocage.store.keys import review_key, reviewing_key
from bocage.store.topology import Topology

#: Seconds for which a review is kept.
REMEMBERED = 90 * 86_400
#: Seconds without a report after which another process may take over.
HELD = 15


class Making(msgspec.Struct, frozen=True, array_like=True):
    """A review in progress: process, engine, progress in percent."""

    maker: str
    engine: str
    done: int = 0


class _Sums(msgspec.Struct):
    seats: list[ReviewedSeat]


_sums = msgspec.json.Decoder(_Sums).decode
_making = msgspec.json.Decoder(Making).decode
_encode = msgspec.json.Encoder().encode


def _seats(stored: bytes) -> list[ReviewedSeat]:
    try:
        return _sums(zlib.decompress(stored.partition(b" ")[2])).seats
    except msgspec.ValidationError:
        return []


class ReviewStorage:
    """One review per match, with the version of the engine that made it."""

    def __init__(self, topology: Topology) -> None:
        self._topology = topology

    async def find(self, match: str, engine: str) -> bytes | None:
        """Return the review by this version of the engine, or None."""
        stored = await self._call(match, "GET")
        if stored is None:
            return None
        version, _, packed = stored.partition(b" ")
        return zlib.decompress(packed) if version == engine.encode() else None

    async def sums(self, matches: Iterable[str]) -> dict[str, list[ReviewedSeat]]:
        """Return the totals per seat of the stored reviews of these matches, by any version of the engine.

        Those of earlier releases, without skill, are omitted; they are remade on request.
        """
        asked = list(matches)
        found = await asyncio.gather(*[self._call(match, "GET") for match in asked])
        told = {match: _seats(stored) for match, stored in zip(asked, found, strict=True) if stored is not None}
        return {match: seats for match, seats in told.items() if seats}

    async def keep(self, match: str, engine: str, review: bytes) -> None:
        """Store a review, replacing that of another engine."""
        await self._call(match, "SET", engine.encode() + b" " + zlib.compress(review, 9), "EX", REMEMBERED)

    async def begin(self, match: str, making: Making) -> bool:
        """Reserve a review. Returns False if another process makes it, or did until some seconds ago."""
        return await self._of_makers(match, "SET", _encode(making), "NX", "EX", HELD) is not None

    async def go_on(self, match: str, making: Making) -> None:
        """Report progress. A process without reports for ``HELD`` seconds counts as dead."""
        await self._of_makers(match, "SET", _encode(making), "EX", HELD)

    async def leave(self, match: str) -> None:
        """Release a reservation after success or failure."""
        await self._of_makers(match, "DEL")

    async def making(self, match: str) -> Making | None:
        """Return the progress of a match's review; None: nobody makes it."""
        stored = await self._of_makers(match, "GET")
        return None if stored is None else _making(stored)

    async def _call(self, match: str, verb: str, *rest: Any) -> Any:
        key = review_key(match)
        return await self._topology.server(key).call(verb, key, *rest)

    async def _of_makers(self, match: str, verb: str, *rest: Any) -> Any:
        key = reviewing_key(match)
        return await self._topology.server(key).call(verb, key, *rest)
