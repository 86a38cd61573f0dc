"""What players say of themselves, in fields of their hash: ``public``: others may see their record; ``program``."""

from __future__ import annotations

from typing import Any

import msgspec

from service.store.keys import player_key
from service.store.players import set_field
from service.store.topology import Topology


class PublicRecords(msgspec.Struct, frozen=True):
    """Reads and changes that."""

    topology: Topology

    async def set(self, player: str, public: bool) -> None:
        """Let others see the record of a player, or not."""
        if public:
            await set_field(self.topology, player, "public", 1)
        else:
            await self._call(player, "HDEL", "public")

    async def has(self, player: str) -> bool:
        """Whether others may see the record of a player."""
        return await self._call(player, "HGET", "public") is not None

    async def flag_program(self, player: str) -> bool:
        """The player is a program, from now on and for ever. False: there is no such player (any more)."""
        return await set_field(self.topology, player, "program", 1)

    async def _call(self, player: str, verb: str, *rest: Any) -> Any:
        key = player_key(player)
        return await self.topology.server(key).call(verb, key, *rest)
