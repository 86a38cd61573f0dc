"""Idempotency keys: the match that the first request with a key creates."""

from __future__ import annotations

import hashlib
from typing import Any

from bocage.store.keys import once_key
from bocage.store.records import Reservation
from bocage.store.topology import Topology

#: Seconds for which a key is kept.
REMEMBERED = 86_400


class Reservations:
    """The first request of each player and key, kept for a day."""

    def __init__(self, topology: Topology) -> None:
        self._topology = topology

    async def find(self, player: str, key: str) -> Reservation | None:
        """Return the request of ``player`` with ``key``, or None."""
        stored = await self._call(_place(player, key), "GET")
        if stored is None:
            return None
        digest, _, match = stored.decode().partition(" ")
        return Reservation(digest, match)

    async def make(self, player: str, key: str, wanted: Reservation) -> Reservation:
        """Reserve ``key`` for ``wanted`` unless it is reserved. Returns the request it is reserved for."""
        text = f"{wanted.digest} {wanted.match}"
        await self._call(_place(player, key), "SET", text, "NX", "EX", REMEMBERED)
        return await self.find(player, key) or wanted

    async def _call(self, place: str, verb: str, *rest: Any) -> Any:
        return await self._topology.server(place).call(verb, place, *rest)


def _place(player: str, key: str) -> str:
    return once_key(player, hashlib.sha256(key.encode()).hexdigest())
