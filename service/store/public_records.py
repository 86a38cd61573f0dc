"""What players say of themselves, in fields of their hash: ``public``: others may see their record; ``program``."""

from __future__ import annotations

from typing import Any

import msgspec

from service.store.keys import player_key
from service.store.topology import Topology


class PublicRecords(msgspec.Struct, frozen=True):
    """Reads and changes that."""

    topology: Topology

    async def set(self, player: str, public: bool) -> None:
        """Let others see the record of a player, or not."""
        await self._call(player, *(("HSET", "public", 1) if public else ("HDEL", "public")))

    async def has(self, player: str) -> bool:
        """Whether others may see the record of a player."""
        return await self._call(player, "HGET", "public") is not None

    async def flag_program(self, player: str) -> None:
        """The player is a program, from now on and for ever."""
        await self._call(player, "HSET", "program", 1)

    async def _call(self, player: str, verb: str, *rest: Any) -> Any:
        key = player_key(player)
        return await self.topology.server(key).call(verb, key, *rest)
