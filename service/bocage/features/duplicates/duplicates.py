"""Storage of duplicates.

    duplicate:<id>  hash:
        made            the terms, as JSON (``Agreed``)
        second          id of the second player, once there is one
        match:<player>:<round>  match of the first (0) or second (1) player in a round

It expires some weeks after the duplicate's end.
"""

from __future__ import annotations

from typing import Any

import msgspec

from bocage.store.topology import Topology

#: Milliseconds for which a duplicate is kept after its end.
KEPT = 60 * 86_400_000


class Agreed(msgspec.Struct, frozen=True):
    """The terms of a duplicate. ``first``: the player who made it. ``opponent``: strategy of the house bot
    that both play against; empty: a solo game. ``made``, ``until``: in milliseconds.
    """

    id: str
    game: str
    options: dict[str, Any]
    opponent: str
    rounds: int
    first: str
    made: int
    until: int
    secret: str


class Duplicate(msgspec.Struct, frozen=True):
    """A duplicate. ``matches``: by player (0 or 1) and round."""

    agreed: Agreed
    second: str
    matches: dict[tuple[int, int], str]

    @property
    def players(self) -> list[str]:
        """The players; the second one may be absent."""
        return [self.agreed.first, *([self.second] if self.second else [])]


class Duplicates(msgspec.Struct, frozen=True):
    """The stored duplicates."""

    topology: Topology

    async def make(self, agreed: Agreed) -> None:
        """Store a new duplicate."""
        await self._call(agreed.id, "HSET", "made", msgspec.json.encode(agreed))
        await self._call(agreed.id, "PEXPIREAT", agreed.until + KEPT)

    async def find(self, name: str) -> Duplicate | None:
        """Return a duplicate by id."""
        reply = await self._call(name, "HGETALL")
        found = {field.decode(): value for field, value in reply.items()}
        if "made" not in found:
            return None
        matches = {}
        for field, value in found.items():
            kind, *place = field.split(":")
            if kind == "match":
                matches[int(place[0]), int(place[1])] = value.decode()
        agreed = msgspec.json.decode(found["made"], type=Agreed)
        return Duplicate(agreed, found.get("second", b"").decode(), matches)

    async def join(self, name: str, player: str) -> bool:
        """Make a player the second one. Returns False if there is another."""
        await self._call(name, "HSETNX", "second", player)
        return bool((await self._call(name, "HGET", "second")).decode() == player)

    async def reserve(self, name: str, player: int, turn: int, match: str) -> str:
        """Reserve a player's round for ``match``. Returns the match that it is reserved for."""
        field = f"match:{player}:{turn}"
        await self._call(name, "HSETNX", field, match)
        return str((await self._call(name, "HGET", field)).decode())

    async def _call(self, name: str, verb: str, *rest: Any) -> Any:
        key = f"duplicate:{name}"
        return await self.topology.server(key).call(verb, key, *rest)
