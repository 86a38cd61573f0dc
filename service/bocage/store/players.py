"""Players: an id, a name, and sign-ins, whose tokens are stored as hashes (SHA-256).

A guest who never takes a seat is deleted after some days without use. All data of a player is in one hash, so that
one script changes it atomically:

    name, created
    public        1: the record is public
    for_friends   1: the record is visible to friends
    suspended     1: suspended by the operator
    program       1: permanently declared to be a program
    owner         player whose program this is
    owner_named   1: the owner is shown
    ladder        0: the service arranges no matches for the program
    retired       time when the program was retired; suspended is set, too
    sign-in:<id>  SHA-256 of the token, time of creation, device
    scopes:<id>   what the token of a program allows, separated by spaces; absent: everything
    used:<id>     time of last use
    token         SHA-256 of the first token, for nodes of older releases
    left          time when the player left; then it is the only field

Features add fields of their own: ``link``, ``codes``, ``passkey:<id>``, ``notices``, ``vacations``.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import hmac
import secrets
from base64 import b32encode
from collections.abc import Iterable
from typing import Any

import msgspec

from bocage.protocol.profile import SeenBy
from bocage.protocol.sign_ins import sign_in_id
from bocage.store import scripts
from bocage.store.keys import player_key
from bocage.store.records import Player, StoreError
from bocage.store.topology import Topology

#: Milliseconds between two updates of a token's time of use.
NOTED = 60_000


def digest_of(secret: str) -> str:
    """Return the SHA-256 of a token or code, hexadecimal."""
    return hashlib.sha256(secret.encode()).hexdigest()


def new_token(player: str) -> str:
    """Return a new token: the player's id, a dot, and 256 random bits."""
    return f"{player}.{secrets.token_urlsafe(32)}"


def stored_sign_in(token: str, made: int, device: str) -> tuple[str, str]:
    """Return the field and value that add ``token`` to a player."""
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
    """Change a field of a player's hash from ``read`` to ``becomes``; empty values stand for an absent field.

    ``more``: further fields and values to set. ``ending``: ids of sign-ins to end, separated by spaces. Returns
    False, and changes nothing, if the field has another value or the player does not exist.
    """
    key = player_key(player)
    change = (key, field, read, becomes, ending, *more)
    return bool(await topology.call(key, "EVAL", scripts.CHANGE_PLAYER.text, 1, *change))


async def set_field(topology: Topology, player: str, field: str, value: str | int) -> bool:
    """Set a field of a player's hash. Returns False, and stores nothing, if the player does not exist."""
    key = player_key(player)
    created = await topology.call(key, "HGET", key, "created")
    return created is not None and await change_player(topology, player, "created", created, created, field, value)


#: Optional fields, in the order of ``Player``.
FLAGS = ("program", "suspended")


def _set(values: list[bytes | None]) -> list[bool]:
    return [value is not None for value in values]


class Players:
    """Create, find, authenticate and rename players."""

    def __init__(self, topology: Topology, lasts: int) -> None:
        """``lasts``: seconds without use after which a guest who never took a seat is deleted; 0: never."""
        self._topology = topology
        self._lasts = lasts

    async def create(self, name: str, device: str, now: int) -> tuple[Player, str]:
        """Create a player. Returns their token, too."""
        player = Player(b32encode(secrets.token_bytes(10)).decode().lower(), name, now)
        token, key = new_token(player.id), player_key(player.id)
        fields = ("name", name, "token", digest_of(token), "created", now, *stored_sign_in(token, now, device))
        await self._topology.call(key, "HSET", key, *fields)
        if self._lasts:
            await self._topology.call(key, "EXPIRE", key, self._lasts)
        return player, token

    async def find(self, player: str) -> Player | None:
        key = player_key(player)
        found = await self._topology.call(key, "HMGET", key, "name", "created", *FLAGS)
        name, created, *flags = found
        program, suspended = _set(flags)
        return None if name is None else Player(player, name.decode(), int(created), program, suspended)

    async def authenticate(self, token: str, now: int) -> Player | None:
        """Return the player with this token."""
        player, key = token.partition(".")[0], player_key(token.partition(".")[0])
        digest, field = digest_of(token), f"sign-in:{sign_in_id(token)}"
        fields = ("name", "created", field, "token", f"scopes:{sign_in_id(token)}", *FLAGS)
        name, created, kept, first, scopes, *flags = await self._topology.call(key, "HMGET", key, *fields)
        held = (kept or b"").split(b" ")[0] or first or b""
        if name is None or not hmac.compare_digest(held, digest.encode()):
            return None
        early = "" if kept else stored_sign_in(token, int(created), "")[1]
        # Works on a read-only Redis, too.
        with contextlib.suppress(StoreError):
            touch = (key, self._lasts, digest[:16], now, NOTED, early)
            await self._topology.call(key, "EVAL", scripts.TOUCH_PLAYER.text, 1, *touch)
        allowed = None if scopes is None else tuple(scopes.decode().split())
        program, suspended = _set(flags)
        return Player(player, name.decode(), int(created), program, suspended, allowed)

    async def fields(self, player: str) -> dict[str, str]:
        """Return the player's hash; empty if the player does not exist."""
        key = player_key(player)
        found = await self._topology.call(key, "HGETALL", key)
        return {name.decode(): value.decode() for name, value in found.items()}

    async def signed_in(self, sign_in: str, player: str) -> bool:
        """True if the sign-in is valid and its player is not suspended."""
        key = player_key(player)
        fields = (f"sign-in:{sign_in}", "token", "suspended")
        kept, first, suspended = await self._topology.call(key, "HMGET", key, *fields)
        held = kept is not None or (first is not None and first[:16] == sign_in.encode())
        return held and suspended is None

    async def sign_in_ids(self, player: str) -> list[str]:
        """Return the ids of the player's sign-ins, unordered."""
        fields = await self.fields(player)
        return [field.removeprefix("sign-in:") for field in fields if field.startswith("sign-in:")]

    async def keep(self, player: str) -> None:
        """Keep a player who takes a seat for good."""
        key = player_key(player)
        await self._topology.call(key, "PERSIST", key)

    async def rename(self, player: str, name: str) -> Player | None:
        """Rename a player; None if there is none."""
        key = player_key(player)
        done = await self._topology.call(key, "EVAL", scripts.RENAME.text, 1, key, player, name)
        return await self.find(player) if done else None


class PublicRecords(msgspec.Struct, frozen=True):
    """Public attributes of players: audience of the record, and whether they are a program."""

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

    async def owner(self, player: str) -> str:
        """Return the player whose program this is; empty: nobody's."""
        found = await self._call(player, "HGET", "owner")
        return found.decode() if found is not None else ""

    async def programs(self, players: Iterable[str]) -> frozenset[str]:
        """Return those of ``players`` who are programs."""
        wanted = list(dict.fromkeys(player for player in players if player))
        flags = await asyncio.gather(*[self._call(player, "HGET", "program") for player in wanted])
        return frozenset(player for player, flag in zip(wanted, flags, strict=True) if flag is not None)

    async def flag_program(self, player: str) -> bool:
        """Declare a player a program, permanently. Returns False if the player does not exist."""
        return await set_field(self.topology, player, "program", 1)

    async def _call(self, player: str, verb: str, *rest: Any) -> Any:
        key = player_key(player)
        return await self.topology.server(key).call(verb, key, *rest)
