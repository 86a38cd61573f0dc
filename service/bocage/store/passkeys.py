"""Passkeys of players, and challenges that wait for an answer.

    challenge:<digest>  for whom the challenge with that SHA-256 was made; for five minutes, once

In the player's hash: ``passkey:<id>``, one of them as JSON; id: the first 16 hex digits of the SHA-256 of its
credential id.
"""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec

from bocage.store import scripts
from bocage.store.keys import player_key
from bocage.store.players import digest_of
from bocage.store.records import Player
from bocage.store.sign_ins import PlayersSignIns
from bocage.store.topology import Topology

#: Seconds for which a challenge waits.
CHALLENGE_LASTS = 300
#: How the fields begin.
FIELD = "passkey:"


class Passkey(msgspec.Struct, frozen=True, omit_defaults=True):
    """A passkey. Times in milliseconds. ``count``: signatures that it has given, as far as it says."""

    credential: bytes
    key: bytes
    count: int
    name: str
    made: int
    used: int = 0
    synced: bool = False

    @property
    def id(self) -> str:
        """Its id."""
        return passkey_id(self.credential)


def passkey_id(credential: bytes) -> str:
    """The id of the passkey with that credential id."""
    return hashlib.sha256(credential).hexdigest()[:16]


class Passkeys(msgspec.Struct, frozen=True):
    """Reads and changes them."""

    topology: Topology
    sign_ins: PlayersSignIns

    async def wait_for(self, challenge: str, who: str) -> None:
        """Keep for whom a challenge was made."""
        key = _challenge_key(challenge)
        await self._call(key, "SET", key, who, "EX", CHALLENGE_LASTS)

    async def answered(self, challenge: str, who: str) -> bool:
        """Whether a challenge was made for ``who`` and not answered yet. It is void from now on."""
        key = _challenge_key(challenge)
        found: bytes | None = await self._call(key, "GETDEL", key)
        return found == who.encode()

    async def of(self, player: str) -> list[Passkey]:
        """The passkeys of a player, the newest first."""
        fields = await self._call(player_key(player), "HGETALL", player_key(player))
        found = [_passkey(value) for name, value in fields.items() if name.startswith(FIELD.encode())]
        return sorted(found, key=lambda one: (-one.made, one.id))

    async def find(self, player: str, passkey: str) -> Passkey | None:
        """One of them, by its id."""
        value = await self._call(player_key(player), "HGET", player_key(player), FIELD + passkey)
        return None if value is None else _passkey(value)

    async def add(self, player: str, sign_in: str, passkey: Passkey) -> bool:
        """One more; the player is never forgotten. False: the sign-in has ended, and nothing was stored."""
        key, guard = player_key(player), f"sign-in:{sign_in}"
        held = await self._call(key, "HGET", key, guard)
        fields = (FIELD + passkey.id, msgspec.json.encode(passkey))
        if held is None or not await self._change(key, guard, held, held, "", *fields):
            return False
        await self._call(key, "PERSIST", key)
        return True

    async def rename(self, player: str, passkey: str, name: str) -> bool:
        """Give one another name. False: there is none of that id, or it was used just now."""
        key, read = player_key(player), await self.find(player, passkey)
        if read is None:
            return False
        becomes = msgspec.structs.replace(read, name=name)
        encode = msgspec.json.encode
        return await self._change(key, FIELD + passkey, encode(read), encode(becomes), "")

    async def remove(self, player: str, passkey: str) -> None:
        """It signs nobody in any more."""
        await self._call(player_key(player), "HDEL", player_key(player), FIELD + passkey)

    async def sign_in(
        self, player: str, read: Passkey, count: int, device: str, most: int, now: int
    ) -> tuple[Player, str] | None:
        """A new token for the player of a passkey that was used; None: it has changed since it was ``read``."""
        becomes = msgspec.structs.replace(read, count=count, used=now)
        guard, encode = FIELD + read.id, msgspec.json.encode
        was, will = encode(read).decode(), encode(becomes).decode()
        return await self.sign_ins.make(player, guard, was, will, device, most, now)

    async def _change(self, key: str, *arguments: Any) -> bool:
        return bool(await self._call(key, "EVAL", scripts.CHANGE_PLAYER.text, 1, key, *arguments))

    async def _call(self, key: str, *command: Any) -> Any:
        return await self.topology.server(key).call(*command)


def _challenge_key(challenge: str) -> str:
    return f"challenge:{digest_of(challenge)}"


def _passkey(stored: bytes) -> Passkey:
    return msgspec.json.decode(stored, type=Passkey)
