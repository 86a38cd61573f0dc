"""Requests that may be repeated: which match the first one with a key was to make."""

from __future__ import annotations

import hashlib
from typing import Any

from service.store.keys import once_key
from service.store.records import Reservation
from service.store.topology import Topology

#: Seconds for which a key is remembered.
REMEMBERED = 86_400


class Reservations:
    """Keeps, per player and key, what was asked first, for a day."""

    def __init__(self, topology: Topology) -> None:
        self._topology = topology

    async def find(self, player: str, key: str) -> Reservation | None:
        """What ``player`` asked under ``key``."""
        stored = await self._call(_place(player, key), "GET")
        if stored is None:
            return None
        digest, _, match = stored.decode().partition(" ")
        return Reservation(digest, match)

    async def make(self, player: str, key: str, wanted: Reservation) -> Reservation:
        """Remember ``wanted``, unless something was asked under ``key`` before; what is remembered now."""
        text = f"{wanted.digest} {wanted.match}"
        await self._call(_place(player, key), "SET", text, "NX", "EX", REMEMBERED)
        return await self.find(player, key) or wanted

    async def _call(self, place: str, verb: str, *rest: Any) -> Any:
        return await self._topology.server(place).call(verb, place, *rest)


def _place(player: str, key: str) -> str:
    return once_key(player, hashlib.sha256(key.encode()).hexdigest())
