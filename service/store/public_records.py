"""Which players let others see their record: the field ``public`` of their hash."""

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

    async def _call(self, player: str, verb: str, *rest: Any) -> Any:
        key = player_key(player)
        return await self.topology.server(key).call(verb, key, *rest)
