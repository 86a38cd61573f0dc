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
    left          when the player left; then it is the only field

Features add fields of their own: ``link``, ``codes``, ``passkey:<id>``, ``notices``, ``vacations``.
"""

from __future__ import annotations

import contextlib
import hashlib
import hmac
import secrets
from base64 import b32encode

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


async def change_player(
    topology: Topology,
    player: str,
    field: str,
    read: str | bytes,
    becomes: str | bytes,
    *more: str | bytes | int,
    ending: str = "",
) -> bool:
    """Change a field of a player's hash if it is as it was ``read``; empty: it is not there, or goes.

    ``more``: fields and values that are set with it. ``ending``: ids of sign-ins that end, separated by blanks.
    False: the field has another value, or there is no such player (any more); nothing was changed.
    """
    key = player_key(player)
    change = (key, field, read, becomes, ending, *more)
    return bool(await topology.call(key, "EVAL", scripts.CHANGE_PLAYER.text, 1, *change))


async def set_field(topology: Topology, player: str, field: str, value: str | int) -> bool:
    """Set a field of a player's hash. False: there is no such player (any more), and nothing was stored."""
    key = player_key(player)
    created = await topology.call(key, "HGET", key, "created")
    return created is not None and await change_player(topology, player, "created", created, created, field, value)


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
        token, key = new_token(player.id), player_key(player.id)
        fields = ("name", name, "token", digest_of(token), "created", now, *stored_sign_in(token, now, device))
        await self._topology.call(key, "HSET", key, *fields)
        if self._lasts:
            await self._topology.call(key, "EXPIRE", key, self._lasts)
        return player, token

    async def find(self, player: str) -> Player | None:
        """The player of that id."""
        key = player_key(player)
        found = await self._topology.call(key, "HMGET", key, "name", "created", *FLAGS)
        name, created, *flags = found
        return None if name is None else Player(player, name.decode(), int(created), *_set(flags))

    async def authenticate(self, token: str, now: int) -> Player | None:
        """The player who has this token."""
        player, key = token.partition(".")[0], player_key(token.partition(".")[0])
        digest, field = digest_of(token), f"sign-in:{sign_in_id(token)}"
        found = await self._topology.call(key, "HMGET", key, "name", "created", field, "token", *FLAGS)
        name, created, kept, first, *flags = found
        held = (kept or b"").split(b" ")[0] or first or b""
        if name is None or not hmac.compare_digest(held, digest.encode()):
            return None
        early = "" if kept else stored_sign_in(token, int(created), "")[1]
        # A Redis that refuses writes can still tell whose token it is.
        with contextlib.suppress(StoreError):
            touch = (key, self._lasts, digest[:16], now, NOTED, early)
            await self._topology.call(key, "EVAL", scripts.TOUCH_PLAYER.text, 1, *touch)
        return Player(player, name.decode(), int(created), *_set(flags))

    async def fields(self, player: str) -> dict[str, str]:
        """The player's hash; empty: there is no such player."""
        key = player_key(player)
        found = await self._topology.call(key, "HGETALL", key)
        return {name.decode(): value.decode() for name, value in found.items()}

    async def signed_in(self, sign_in: str, player: str) -> bool:
        """Whether a sign-in has not ended, and its player is not suspended."""
        key = player_key(player)
        fields = (f"sign-in:{sign_in}", "token", "suspended")
        kept, first, suspended = await self._topology.call(key, "HMGET", key, *fields)
        held = kept is not None or (first is not None and first[:16] == sign_in.encode())
        return held and suspended is None

    async def sign_in_ids(self, player: str) -> list[str]:
        """The ids of the player's sign-ins, in no order."""
        fields = await self.fields(player)
        return [field.removeprefix("sign-in:") for field in fields if field.startswith("sign-in:")]

    async def keep(self, player: str) -> None:
        """Never delete the player for want of use."""
        key = player_key(player)
        await self._topology.call(key, "PERSIST", key)

    async def rename(self, player: str, name: str) -> Player | None:
        """Give a player another name."""
        key = player_key(player)
        done = await self._topology.call(key, "EVAL", scripts.RENAME.text, 1, key, player, name)
        return await self.find(player) if done else None
