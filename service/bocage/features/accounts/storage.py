"""Storage of tokens, one-time links, recovery codes and passkeys.

Fields in the player's hash, in addition to those in ``bocage.store.players``:

    link          SHA-256 of the code of a link, and its expiry
    codes         creation time of the recovery codes, then the SHA-256 of each unused one
    passkey:<id>  a passkey as JSON; id: the first 16 hex digits of the SHA-256 of its credential id

A key of its own:

    challenge:<digest>  recipient of the challenge with that SHA-256; for five minutes, read once

Every change checks that a field still has the value that was read. So a code works once, and a token that has just
ended changes nothing.
"""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from base64 import b32encode

import msgspec

from bocage.protocol.sign_ins import sign_in_id
from bocage.store.keys import player_key
from bocage.store.players import change_player, digest_of, new_token, stored_sign_in
from bocage.store.records import Player
from bocage.store.scripts import script, source
from bocage.store.store import Store

#: Lifetime of a link in milliseconds.
LINK_LASTS = 300_000
#: Number of new recovery codes.
CODES = 8
#: Random bytes of a link's code; a multiple of 5, so that base 32 needs no padding.
LINK_BYTES = 15
#: Random bytes of a recovery code.
CODE_BYTES = 10
#: Lifetime of a challenge in seconds.
CHALLENGE_LASTS = 300
#: Prefix of the fields of passkeys.
FIELD = "passkey:"

#: A code: the player's id, then the secret, in base 32.
_CODE = re.compile(r"[a-z2-7]{17,60}")
_ID = 16

#: End sign-ins of a player.
SIGN_OUT = script(source("sign_out", __package__))


class SignIn(msgspec.Struct, frozen=True):
    """A token of a player. ``id``: the first 16 hex digits of its SHA-256. Times in milliseconds."""

    id: str
    device: str
    made: int
    used: int


class SignIns(msgspec.Struct, frozen=True):
    """A player's sign-ins, number and creation time (0: none) of unused recovery codes, number of passkeys."""

    sign_ins: list[SignIn]
    codes: int
    codes_made: int
    passkeys: int = 0

    @property
    def recoverable(self) -> bool:
        """True if the player can recover the account after losing a device."""
        return bool(self.codes or self.passkeys) or len(self.sign_ins) > 1


class Passkey(msgspec.Struct, frozen=True, omit_defaults=True):
    """A passkey. Times in milliseconds. ``count``: its last reported signature counter."""

    credential: bytes
    key: bytes
    count: int
    name: str
    made: int
    used: int = 0
    synced: bool = False

    @property
    def id(self) -> str:
        """See :func:`passkey_id`."""
        return passkey_id(self.credential)


def passkey_id(credential: bytes) -> str:
    """Return the id of the passkey with this credential id."""
    return hashlib.sha256(credential).hexdigest()[:16]


def readable(code: str) -> str:
    """Format a recovery code in groups of four."""
    return "-".join(code[at : at + 4] for at in range(0, len(code), 4)).upper()


def plain_code(text: str) -> str:
    """Normalize a typed code; empty if it cannot be a code."""
    code = re.sub(r"[\s-]", "", text).lower().translate(str.maketrans("018", "oib"))
    return code if _CODE.fullmatch(code) else ""


class SignInStorage(msgspec.Struct, frozen=True):
    """The sign-ins of all players."""

    store: Store

    async def of(self, player: str) -> SignIns:
        """Return a player's sign-ins, last used first, with the numbers of codes and passkeys."""
        fields = await self.store.player_fields(player)
        made, *codes = fields.get("codes", "0").split()
        passkeys = sum(name.startswith(FIELD) for name in fields)
        return SignIns(_listed(fields), len(codes), int(made) if codes else 0, passkeys)

    async def add(self, token: str, device: str, most: int) -> str | None:
        """Create another token for the player with ``token``; None if that one has ended."""
        player = token.partition(".")[0]
        fields = await self.store.player_fields(player)
        field = f"sign-in:{sign_in_id(token)}"
        value = fields.get(field, "")
        return await self._sign_in(player, fields, field, value, value, device, most) if value else None

    async def use(self, text: str, device: str, most: int) -> tuple[Player, str] | None:
        """Redeem a link's code or a recovery code. Returns the player and a new token; None if it is not valid."""
        code = plain_code(text)
        if not code:
            return None
        player, digest = code[:_ID], digest_of(code)
        fields = await self.store.player_fields(player)
        link, until = (*fields.get("link", "").split(), "", "0")[:2]
        made, *codes = fields.get("codes", "0").split()
        # Compare all of them, so that timing reveals nothing.
        by_link = hmac.compare_digest(link, digest)
        by_code = [hmac.compare_digest(one, digest) for one in codes]
        if by_link and self.store.now() <= int(until):
            token = await self._sign_in(player, fields, "link", fields["link"], "", device, most)
        elif any(by_code):
            left = [one for one, same in zip(codes, by_code, strict=True) if not same]
            rest = " ".join([made, *left]) if left else ""
            token = await self._sign_in(player, fields, "codes", fields["codes"], rest, device, most)
        else:
            return None
        return (Player(player, fields["name"], int(fields["created"])), token) if token else None

    async def link(self, token: str) -> tuple[str, int] | None:
        """Create a one-time code, which voids earlier ones. Returns it and its expiry; None if ``token`` has
        ended.
        """
        player = token.partition(".")[0]
        code, until = _new_code(player, LINK_BYTES), self.store.now() + LINK_LASTS
        done = await self._set(token, "link", f"{digest_of(code)} {until}")
        return (code, until) if done else None

    async def recovery_codes(self, token: str) -> list[str] | None:
        """Create recovery codes, which replace earlier ones. None if ``token`` has ended.

        The player is no longer deleted for inactivity.
        """
        player = token.partition(".")[0]
        codes = [_new_code(player, CODE_BYTES) for _ in range(CODES)]
        if not await self._set(token, "codes", " ".join([str(self.store.now()), *map(digest_of, codes)])):
            return None
        await self.store.keep_player(player)
        return [readable(code) for code in codes]

    async def end(self, player: str, sign_in: str, others: bool = False) -> list[str]:
        """End ``sign_in``, or all ``others`` with links, codes and passkeys. Returns the ids of those that
        ended.
        """
        key, which = player_key(player), "others" if others else "one"
        gone = await self.store.topology.call(key, "EVAL", SIGN_OUT.text, 1, key, which, sign_in)
        return sorted(one.decode() for one in gone)

    async def by_passkey(
        self, player: str, read: Passkey, count: int, device: str, most: int
    ) -> tuple[Player, str] | None:
        """Create a token for the owner of a passkey. None if the passkey has changed since it was ``read``."""
        becomes = msgspec.structs.replace(read, count=count, used=self.store.now())
        field, encode = FIELD + read.id, msgspec.json.encode
        was, will = encode(read).decode(), encode(becomes).decode()
        fields = await self.store.player_fields(player)
        if fields.get(field) != was:
            return None
        token = await self._sign_in(player, fields, field, was, will, device, most)
        return (Player(player, fields["name"], int(fields["created"])), token) if token else None

    async def _sign_in(
        self, player: str, fields: dict[str, str], guard: str, read: str, becomes: str, device: str, most: int
    ) -> str | None:
        """Create a token if the field ``guard`` is unchanged since it was ``read``.

        If there are ``most`` sign-ins already, the least recently used ones end, except the one that asks.
        """
        asking = guard.removeprefix("sign-in:")
        idle = [one.id for one in _listed(fields) if one.id != asking]
        ending = idle[max(0, most - 1 - (asking != guard)) :]
        token, now = new_token(player), self.store.now()
        set_fields = (*stored_sign_in(token, now, device), f"used:{sign_in_id(token)}", now)
        done = await change_player(
            self.store.topology, player, guard, read, becomes, *set_fields, ending=" ".join(ending)
        )
        return token if done else None

    async def _set(self, token: str, field: str, value: str) -> bool:
        """Set a field of the player with ``token``, unless that has ended."""
        player, guard = token.partition(".")[0], f"sign-in:{sign_in_id(token)}"
        held = (await self.store.player_fields(player)).get(guard, "")
        return bool(held) and await change_player(self.store.topology, player, guard, held, held, field, value)


class PasskeyStorage(msgspec.Struct, frozen=True):
    """The passkeys of all players, and pending challenges."""

    store: Store

    async def wait_for(self, challenge: str, who: str) -> None:
        """Store the recipient of a challenge."""
        key = _challenge_key(challenge)
        await self.store.topology.call(key, "SET", key, who, "EX", CHALLENGE_LASTS)

    async def answered(self, challenge: str, who: str) -> bool:
        """Consume a challenge. True if it was pending and made for ``who``."""
        key = _challenge_key(challenge)
        found: bytes | None = await self.store.topology.call(key, "GETDEL", key)
        return found == who.encode()

    async def of(self, player: str) -> list[Passkey]:
        """Return a player's passkeys, newest first."""
        fields = await self.store.player_fields(player)
        found = [_passkey(value) for name, value in fields.items() if name.startswith(FIELD)]
        return sorted(found, key=lambda one: (-one.made, one.id))

    async def find(self, player: str, passkey: str) -> Passkey | None:
        """Return a passkey by its id."""
        key = player_key(player)
        value = await self.store.topology.call(key, "HGET", key, FIELD + passkey)
        return None if value is None else _passkey(value)

    async def add(self, player: str, sign_in: str, passkey: Passkey) -> bool:
        """Add a passkey. False, and nothing is stored, if the sign-in has ended.

        The player is no longer deleted for inactivity.
        """
        key, guard = player_key(player), f"sign-in:{sign_in}"
        held = await self.store.topology.call(key, "HGET", key, guard)
        field = (FIELD + passkey.id, msgspec.json.encode(passkey))
        if held is None or not await change_player(self.store.topology, player, guard, held, held, *field):
            return False
        await self.store.keep_player(player)
        return True

    async def rename(self, player: str, passkey: str, name: str) -> bool:
        """Rename a passkey. False if there is none of that id, or it was just used."""
        read = await self.find(player, passkey)
        if read is None:
            return False
        was, will = (msgspec.json.encode(one) for one in (read, msgspec.structs.replace(read, name=name)))
        return await change_player(self.store.topology, player, FIELD + passkey, was, will)

    async def remove(self, player: str, passkey: str) -> None:
        """Delete a passkey."""
        key = player_key(player)
        await self.store.topology.call(key, "HDEL", key, FIELD + passkey)


def _new_code(player: str, size: int) -> str:
    return player + b32encode(secrets.token_bytes(size)).decode().lower()


def _listed(fields: dict[str, str]) -> list[SignIn]:
    """The sign-ins in a player's hash, last used first."""
    found = []
    for field, value in fields.items():
        if field.startswith("sign-in:"):
            token_id = field.removeprefix("sign-in:")
            made, _, device = value.partition(" ")[2].partition(" ")
            found.append(SignIn(token_id, device, int(made), int(fields.get(f"used:{token_id}", made))))
    return sorted(found, key=lambda one: (-one.used, -one.made, one.id))


def _challenge_key(challenge: str) -> str:
    return f"challenge:{digest_of(challenge)}"


def _passkey(stored: bytes | str) -> Passkey:
    return msgspec.json.decode(stored, type=Passkey)
