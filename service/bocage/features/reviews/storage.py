"""Reviews of finished matches: made by an engine from the logs, kept for a while, and made again when wanted.

Of several processes that are asked for the same review, one makes it. It says so, and how far it is, as long as it
lives.
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
#: Seconds after which a review of which its maker says nothing any more may be begun by another.
HELD = 15


class Making(msgspec.Struct, frozen=True, array_like=True):
    """A review that is being made: by which process, with which engine, and how much of it is there, in percent."""

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
        """What the reviews that are kept of these matches say of each seat, whichever engine made them.

        Those of earlier releases, which did not tell skill, are left out: they are made again when somebody asks.
        """
        asked = list(matches)
        found = await asyncio.gather(*[self._call(match, "GET") for match in asked])
        told = {match: _seats(stored) for match, stored in zip(asked, found, strict=True) if stored is not None}
        return {match: seats for match, seats in told.items() if seats}

    async def keep(self, match: str, engine: str, review: bytes) -> None:
        """Keep a review in place of that of another engine."""
        await self._call(match, "SET", engine.encode() + b" " + zlib.compress(review, 9), "EX", REMEMBERED)

    async def begin(self, match: str, making: Making) -> bool:
        """Begin to make a review. False: another process makes it, or did so some seconds ago."""
        return await self._of_makers(match, "SET", _encode(making), "NX", "EX", HELD) is not None

    async def go_on(self, match: str, making: Making) -> None:
        """Say how far it is. Who says nothing for ``HELD`` seconds is taken for dead."""
        await self._of_makers(match, "SET", _encode(making), "EX", HELD)

    async def leave(self, match: str) -> None:
        """Make it no more: it is kept, or cannot be made."""
        await self._of_makers(match, "DEL")

    async def making(self, match: str) -> Making | None:
        """Who makes the review of a match; None: nobody."""
        stored = await self._of_makers(match, "GET")
        return None if stored is None else _making(stored)

    async def _call(self, match: str, verb: str, *rest: Any) -> Any:
        key = review_key(match)
        return await self._topology.server(key).call(verb, key, *rest)

    async def _of_makers(self, match: str, verb: str, *rest: Any) -> Any:
        key = reviewing_key(match)
        return await self._topology.server(key).call(verb, key, *rest)
