"""Guests: an id, a nickname, and sign-ins: tokens of which only the SHA-256 is kept.

A player who never took a seat is deleted after some days without use. A player who took one stays. Everything about
a player lies in one hash, so that one script changes it at once:

    name, created
    public        1: everybody may see their record
    for_friends   1: their friends may
    suspended     1: the operator lets them do nothing
    program       1: they are a program, and will never be anything else
    sign-in:<id>  SHA-256 of the token, when it was made, then the device
    used:<id>     when it was last used
    token         SHA-256 of the first token, for nodes of releases that know no other
    link, codes   see sign_ins.py
    passkey:<id>  see passkeys.py
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import secrets
from base64 import b32encode
from typing import Any

from bocage.protocol.sign_ins import sign_in_id
from bocage.store import scripts
from bocage.store.keys import player_key
from bocage.store.records import Player, StoreError
from bocage.store.topology import Topology

#: Milliseconds between two notes of when a token was used.
NOTED = 60_000


def digest_of(secret: str) -> str:
    """What is kept of a token or code: its SHA-256, hexadecimal."""
    return hashlib.sha256(secret.encode()).hexdigest()


def new_token(player: str) -> str:
    """A new token: the player's id, a dot, and 256 random bits."""
    return f"{player}.{secrets.token_urlsafe(32)}"


def stored_sign_in(token: str, made: int, device: str) -> tuple[str, str]:
    """The field and value that make ``token`` one of its player's."""
    digest = digest_of(token)
    return f"sign-in:{digest[:16]}", f"{digest} {made} {device}"


async def set_field(topology: Topology, player: str, field: str, value: str | int) -> bool:
    """Set a field of a player's hash. False: there is no such player (any more), and nothing was stored."""
    key = player_key(player)
    server = topology.server(key)
    created = await server.call("HGET", key, "created")
    if created is None:
        return False
    guard = (key, "created", created, created, "")
    return bool(await server.call("EVAL", scripts.CHANGE_PLAYER.text, 1, *guard, field, value))


#: Fields that are there or not, in the order of ``Player``.
FLAGS = ("program", "suspended")


def _set(values: list[bytes | None]) -> list[bool]:
    return [value is not None for value in values]


class Players:
    """Makes, finds and renames players."""

    def __init__(self, topology: Topology, lasts: int) -> None:
        """``lasts``: seconds without use after which a player who never took a seat is deleted; 0: never."""
        self._topology = topology
        self._lasts = lasts

    async def create(self, name: str, device: str, now: int) -> tuple[Player, str]:
        """A new player and their token."""
        player = Player(b32encode(secrets.token_bytes(10)).decode().lower(), name, now)
        token = new_token(player.id)
        fields = ("name", name, "token", digest_of(token), "created", now, *stored_sign_in(token, now, device))
        await self._call(player.id, "HSET", player_key(player.id), *fields)
        if self._lasts:
            await self._call(player.id, "EXPIRE", player_key(player.id), self._lasts)
        return player, token

    async def find(self, player: str) -> Player | None:
        """The player of that id."""
        found = await self._call(player, "HMGET", player_key(player), "name", "created", *FLAGS)
        name, created, *flags = found
        return None if name is None else Player(player, name.decode(), int(created), *_set(flags))

    async def authenticate(self, token: str, now: int) -> Player | None:
        """The player who has this token."""
        player, key = token.partition(".")[0], player_key(token.partition(".")[0])
        digest, field = digest_of(token), f"sign-in:{sign_in_id(token)}"
        found = await self._call(player, "HMGET", key, "name", "created", field, "token", *FLAGS)
        name, created, kept, first, *flags = found
        held = (kept or b"").split(b" ")[0] or first or b""
        if name is None or not hmac.compare_digest(held, digest.encode()):
            return None
        early = "" if kept else stored_sign_in(token, int(created), "")[1]
        # A Redis that refuses writes can still tell whose token it is.
        with contextlib.suppress(StoreError):
            await self._call(
                player, "EVAL", scripts.TOUCH_PLAYER.text, 1, key, self._lasts, digest[:16], now, NOTED, early
            )
        return Player(player, name.decode(), int(created), *_set(flags))

    async def keep(self, player: str) -> None:
        """The player takes a seat: from now on they are never deleted."""
        await self._call(player, "PERSIST", player_key(player))

    async def rename(self, player: str, name: str) -> Player | None:
        """Give a player another name."""
        done = await self._call(player, "EVAL", scripts.RENAME.text, 1, player_key(player), player, name)
        return await self.find(player) if done else None

    async def _call(self, player: str, *command: Any) -> Any:
        return await self._topology.server(player_key(player)).call(*command)
