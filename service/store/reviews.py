"""Reviews of finished matches: made by an engine from the logs, kept for a while, and made again when wanted."""

from __future__ import annotations

import asyncio
import zlib
from collections.abc import Iterable
from typing import Any

import msgspec

from protocol.review import ReviewedSeat
from service.store.keys import review_key
from service.store.topology import Topology

#: Seconds for which a review is kept.
REMEMBERED = 90 * 86_400


class _Sums(msgspec.Struct):
    seats: list[ReviewedSeat]


_sums = msgspec.json.Decoder(_Sums).decode


class Reviews:
    """Keeps one review of a match, with the version of the engine that made it."""

    def __init__(self, topology: Topology) -> None:
        self._topology = topology

    async def find(self, match: str, engine: str) -> bytes | None:
        """The review that this version of the engine made; None: it made none, or it is kept no more."""
        stored = await self._call(match, "GET")
        if stored is None:
            return None
        version, _, packed = stored.partition(b" ")
        return zlib.decompress(packed) if version == engine.encode() else None

    async def sums(self, matches: Iterable[str]) -> dict[str, list[ReviewedSeat]]:
        """What the reviews that are kept of these matches say of each seat, whichever engine made them."""
        asked = list(matches)
        found = await asyncio.gather(*[self._call(match, "GET") for match in asked])
        return {
            match: _sums(zlib.decompress(stored.partition(b" ")[2])).seats
            for match, stored in zip(asked, found, strict=True)
            if stored is not None
        }

    async def keep(self, match: str, engine: str, review: bytes) -> None:
        """Keep a review in place of that of another engine."""
        await self._call(match, "SET", engine.encode() + b" " + zlib.compress(review, 9), "EX", REMEMBERED)

    async def _call(self, match: str, verb: str, *rest: Any) -> Any:
        key = review_key(match)
        return await self._topology.server(key).call(verb, key, *rest)
