"""What players say of themselves, in fields of their hash: ``public``: everybody may see their record;
``for_friends``: their friends may; ``program``."""

from __future__ import annotations

from typing import Any

import msgspec

from bocage.protocol.profile import SeenBy
from bocage.store.keys import player_key
from bocage.store.players import set_field
from bocage.store.topology import Topology


class PublicRecords(msgspec.Struct, frozen=True):
    """Reads and changes that."""

    topology: Topology

    async def set(self, player: str, seen_by: SeenBy) -> None:
        """Say who may see the record of a player."""
        # Nodes of releases without friends know ``public`` alone: to them, what is for friends is for nobody.
        for field, wanted in (("public", "everybody"), ("for_friends", "friends")):
            if seen_by != wanted:
                await self._call(player, "HDEL", field)
            else:
                await set_field(self.topology, player, field, 1)

    async def seen_by(self, player: str) -> SeenBy:
        """Who may see the record of a player besides them."""
        public, for_friends = await self._call(player, "HMGET", "public", "for_friends")
        if public is not None:
            return "everybody"
        return "nobody" if for_friends is None else "friends"

    async def has(self, player: str) -> bool:
        """Whether everybody may see the record of a player."""
        return await self.seen_by(player) == "everybody"

    async def flag_program(self, player: str) -> bool:
        """The player is a program, from now on and for ever. False: there is no such player (any more)."""
        return await set_field(self.topology, player, "program", 1)

    async def _call(self, player: str, verb: str, *rest: Any) -> Any:
        key = player_key(player)
        return await self.topology.server(key).call(verb, key, *rest)
