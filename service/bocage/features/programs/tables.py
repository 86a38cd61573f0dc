"""The tables that programs offer while they follow their accounts.

    tables:<player>  the offer as JSON, for a minute after it was last renewed
    programs:online  sorted set: programs by the time (ms) until which their offers last

A program that is gone stays listed for a minute at most.
"""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import msgspec

from bocage.store.store import Store

#: Seconds between two renewals of an offer, and seconds that it lasts.
RENEW, LASTS = 20.0, 60
#: Programs listed at most.
MOST = 500

_ONLINE = "programs:online"


class Offer(msgspec.Struct, frozen=True):
    """Tables of one program. ``games``: those it plays; empty: all. ``ladder``: most matches per hour that the
    service may arrange; 0: none. ``where``: digest of its address, empty on the service's own machine.
    """

    player: str
    tables: int = 0
    games: tuple[str, ...] = ()
    ladder: int = 0
    where: str = ""


class Tables(msgspec.Struct, frozen=True):
    """The offers of all programs, shared by all nodes."""

    store: Store

    async def renew(self, offer: Offer) -> None:
        """Store an offer for a while."""
        key, until = _key(offer.player), self.store.now() + LASTS * 1000
        call = self.store.topology.call
        await call(key, "SET", key, msgspec.json.encode(offer), "EX", LASTS)
        await call(_ONLINE, "ZADD", _ONLINE, until, offer.player)

    async def withdraw(self, player: str) -> None:
        """Delete the offer of a program."""
        key = _key(player)
        await self.store.topology.call(_ONLINE, "ZREM", _ONLINE, player)
        await self.store.topology.call(key, "DEL", key)

    async def of(self, player: str) -> Offer | None:
        """Return the offer of a program; None: it is not online."""
        key = _key(player)
        stored = await self.store.topology.call(key, "GET", key)
        return msgspec.json.decode(stored, type=Offer) if stored else None

    async def all(self) -> list[Offer]:
        """Return the offers of all programs that are online, by player."""
        call = self.store.topology.call
        await call(_ONLINE, "ZREMRANGEBYSCORE", _ONLINE, "-inf", self.store.now())
        players = sorted(one.decode() for one in await call(_ONLINE, "ZREVRANGE", _ONLINE, 0, MOST - 1))
        found = await asyncio.gather(*[self.of(player) for player in players])
        return [offer for offer in found if offer is not None]

    async def in_play(self, players: Sequence[str]) -> dict[str, int]:
        """Return the number of unfinished matches of each player."""
        rows = await asyncio.gather(*[self.store.matches_of(player, 100) for player in players])
        return {
            player: sum(row.status != "ended" for row in some) for player, some in zip(players, rows, strict=True)
        }


def _key(player: str) -> str:
    return f"tables:{player}"
