"""Guests: an id, a nickname, and a token of which only the SHA-256 is kept.

A player who never took a seat is deleted after some days without use. A player who took one stays.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import secrets
from base64 import b32encode
from typing import Any

from service.store.keys import player_key
from service.store.records import Player, StoreError
from service.store.topology import Topology

#: Extend the time to live, but only of a key that has one (a player who stays must not expire), and not every time.
_TOUCH = """
local left = redis.call('TTL', KEYS[1])
if left >= 0 and left < ARGV[1] * 0.99 then
  redis.call('EXPIRE', KEYS[1], ARGV[1])
end
"""


def _hash(token: str) -> bytes:
    return hashlib.sha256(token.encode()).hexdigest().encode()


class Players:
    """Makes, finds and renames players."""

    def __init__(self, topology: Topology, lasts: int) -> None:
        """``lasts``: seconds without use after which a player who never took a seat is deleted; 0: never."""
        self._topology = topology
        self._lasts = lasts

    async def create(self, name: str, now: int) -> tuple[Player, str]:
        """A new player and their token: the id, a dot, and 256 random bits."""
        player = Player(b32encode(secrets.token_bytes(10)).decode().lower(), name, now)
        token = f"{player.id}.{secrets.token_urlsafe(32)}"
        fields = ("name", name, "token", _hash(token), "created", now)
        await self._call(player.id, "HSET", player_key(player.id), *fields)
        if self._lasts:
            await self._call(player.id, "EXPIRE", player_key(player.id), self._lasts)
        return player, token

    async def find(self, player: str) -> Player | None:
        """The player of that id."""
        return (await self._read(player))[0]

    async def authenticate(self, token: str) -> Player | None:
        """The player who has this token."""
        found, kept = await self._read(token.partition(".")[0])
        if found is None or not hmac.compare_digest(kept, _hash(token)):
            return None
        if self._lasts:
            # A Redis that refuses writes can still tell whose token it is.
            with contextlib.suppress(StoreError):
                await self._call(found.id, "EVAL", _TOUCH, 1, player_key(found.id), self._lasts)
        return found

    async def keep(self, player: str) -> None:
        """The player takes a seat: from now on they are never deleted."""
        await self._call(player, "PERSIST", player_key(player))

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
