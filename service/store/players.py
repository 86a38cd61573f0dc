"""Guests: an id, a nickname, and a token of which only the SHA-256 is kept."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from base64 import b32encode
from typing import Any

from service.store.keys import player_key
from service.store.records import Player
from service.store.topology import Topology


def _hash(token: str) -> bytes:
    return hashlib.sha256(token.encode()).hexdigest().encode()


class Players:
    """Makes, finds and renames players."""

    def __init__(self, topology: Topology) -> None:
        self._topology = topology

    async def create(self, name: str, now: int) -> tuple[Player, str]:
        """A new player and his token: his id, a dot, and 256 random bits."""
        player = Player(b32encode(secrets.token_bytes(10)).decode().lower(), name, now)
        token = f"{player.id}.{secrets.token_urlsafe(32)}"
        fields = ("name", name, "token", _hash(token), "created", now)
        await self._call(player.id, "HSET", player_key(player.id), *fields)
        return player, token

    async def find(self, player: str) -> Player | None:
        """The player of that id."""
        return (await self._read(player))[0]

    async def authenticate(self, token: str) -> Player | None:
        """Whose token this is."""
        found, kept = await self._read(token.partition(".")[0])
        return found if found and hmac.compare_digest(kept, _hash(token)) else None

    async def rename(self, player: str, name: str) -> Player | None:
        """Give a player another name."""
        if await self.find(player) is None:
            return None
        await self._call(player, "HSET", player_key(player), "name", name)
        return await self.find(player)

    async def _read(self, player: str) -> tuple[Player | None, bytes]:
        name, kept, created = await self._call(player, "HMGET", player_key(player), "name", "token", "created")
        if name is None or kept is None:
            return None, b""
        return Player(player, name.decode(), int(created)), kept

    async def _call(self, player: str, *command: Any) -> Any:
        return await self._topology.server(player_key(player)).call(*command)
