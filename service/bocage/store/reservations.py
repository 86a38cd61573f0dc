"""Requests that may be repeated: which match the first request with a key makes."""

from __future__ import annotations

import hashlib
from typing import Any

from bocage.store.keys import once_key
from bocage.store.records import Reservation
from bocage.store.topology import Topology

#: Seconds for which a key is remembered.
REMEMBERED = 86_400


class Reservations:
    """Keeps the first request of each player and key for a day."""

    def __init__(self, topology: Topology) -> None:
        self._topology = topology

    async def find(self, player: str, key: str) -> Reservation | None:
        """The request that ``player`` sent with ``key``, or None."""
        stored = await self._call(_place(player, key), "GET")
        if stored is None:
            return None
        digest, _, match = stored.decode().partition(" ")
        return Reservation(digest, match)

    async def make(self, player: str, key: str, wanted: Reservation) -> Reservation:
        """Keep ``wanted``, unless a request with ``key`` is kept already. Returns the request that is kept now."""
        text = f"{wanted.digest} {wanted.match}"
        await self._call(_place(player, key), "SET", text, "NX", "EX", REMEMBERED)
        return await self.find(player, key) or wanted

    async def _call(self, place: str, verb: str, *rest: Any) -> Any:
        return await self._topology.server(place).call(verb, place, *rest)


def _place(player: str, key: str) -> str:
    return once_key(player, hashlib.sha256(key.encode()).hexdigest())
