"""Public attributes of players, in fields of their hash: ``public``, ``for_friends``, ``program``."""

from __future__ import annotations

from typing import Any

import msgspec

from bocage.protocol.profile import SeenBy
from bocage.store.keys import player_key
from bocage.store.players import set_field
from bocage.store.topology import Topology


class PublicRecords(msgspec.Struct, frozen=True):
    """Read and change these attributes."""

    topology: Topology

    async def set(self, player: str, seen_by: SeenBy) -> None:
        """Set the audience of a player's record."""
        # Nodes of older releases know only ``public``; to them, a record for friends is private.
        for field, wanted in (("public", "everybody"), ("for_friends", "friends")):
            if seen_by != wanted:
                await self._call(player, "HDEL", field)
            else:
                await set_field(self.topology, player, field, 1)

    async def seen_by(self, player: str) -> SeenBy:
        """Return the audience of a player's record."""
        public, for_friends = await self._call(player, "HMGET", "public", "for_friends")
        if public is not None:
            return "everybody"
        return "nobody" if for_friends is None else "friends"

    async def has(self, player: str) -> bool:
        """True if a player's record is public."""
        return await self.seen_by(player) == "everybody"

    async def flag_program(self, player: str) -> bool:
        """Declare a player a program, permanently. Returns False if the player does not exist."""
        return await set_field(self.topology, player, "program", 1)

    async def _call(self, player: str, verb: str, *rest: Any) -> Any:
        key = player_key(player)
        return await self.topology.server(key).call(verb, key, *rest)
