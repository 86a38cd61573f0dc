"""The sign-ins of players: listed, added by a one-time link or a recovery code, ended.

In the player's hash: ``link`` (SHA-256 of the code, until when it works), ``codes`` (when they were made, then the
SHA-256 of each that is left). Every change names what it read: so a code works once, and a token that has just
ended does nothing.
"""

from __future__ import annotations

import hmac
import re
import secrets
from base64 import b32encode
from typing import Any

from bocage.protocol.sign_ins import sign_in_id
from bocage.store import scripts
from bocage.store.keys import player_key
from bocage.store.players import digest_of, new_token, stored_sign_in
from bocage.store.records import Player, SignIn, SignIns
from bocage.store.topology import Topology

#: Milliseconds for which a link works.
LINK_LASTS = 300_000
#: How many recovery codes there are at first.
CODES = 8
#: Random bytes of a link's code; base 32 needs no filling for so many.
LINK_BYTES = 15
#: Random bytes of a recovery code.
CODE_BYTES = 10

#: A code: the player's id, then the secret, in the letters of base 32.
_CODE = re.compile(r"[a-z2-7]{17,60}")
_ID = 16


def _new_code(player: str, size: int) -> str:
    return player + b32encode(secrets.token_bytes(size)).decode().lower()


def readable(code: str) -> str:
    """A recovery code as people copy it: groups of four."""
    return "-".join(code[at : at + 4] for at in range(0, len(code), 4)).upper()


def plain_code(text: str) -> str:
    """A code as it was made, from what somebody typed; empty: it can be none."""
    code = re.sub(r"[\s-]", "", text).lower().translate(str.maketrans("018", "oib"))
    return code if _CODE.fullmatch(code) else ""


class PlayersSignIns:
    """Reads and changes the sign-ins of players."""

    def __init__(self, topology: Topology) -> None:
        self._topology = topology

    async def all(self, player: str) -> SignIns:
        """The sign-ins of a player, the latest used first, and how many recovery codes are left."""
        fields = await self._fields(player)
        made, *codes = fields.get("codes", "0").split()
        passkeys = sum(name.startswith("passkey:") for name in fields)
        return SignIns(_listed(fields), len(codes), int(made) if codes else 0, passkeys)

    async def there(self, token_id: str, player: str) -> bool:
        """Whether a sign-in has not ended, and its player is not suspended."""
        key = player_key(player)
        kept, first, suspended = await self._call(player, "HMGET", key, f"sign-in:{token_id}", "token", "suspended")
        held = kept is not None or (first is not None and first[:_ID] == token_id.encode())
        return held and suspended is None

    async def add(self, token: str, device: str, most: int, now: int) -> str | None:
        """A further token for the player who has ``token``; None: that one has ended."""
        player = token.partition(".")[0]
        fields = await self._fields(player)
        field = f"sign-in:{sign_in_id(token)}"
        value = fields.get(field, "")
        return await self._sign_in(player, fields, field, value, value, device, most, now) if value else None

    async def use(self, text: str, device: str, most: int, now: int) -> tuple[Player, str] | None:
        """The player of a link or recovery code, and a new token; None: the code is not (or no longer) valid."""
        code = plain_code(text)
        if not code:
            return None
        player, digest = code[:_ID], digest_of(code)
        fields = await self._fields(player)
        link, until = (*fields.get("link", "").split(), "", "0")[:2]
        made, *codes = fields.get("codes", "0").split()
        # All are compared, so that the time taken tells nothing.
        by_link = hmac.compare_digest(link, digest)
        by_code = [hmac.compare_digest(one, digest) for one in codes]
        if by_link and now <= int(until):
            token = await self._sign_in(player, fields, "link", fields["link"], "", device, most, now)
        elif any(by_code):
            left = [one for one, same in zip(codes, by_code, strict=True) if not same]
            rest = " ".join([made, *left]) if left else ""
            token = await self._sign_in(player, fields, "codes", fields["codes"], rest, device, most, now)
        else:
            return None
        return (Player(player, fields["name"], int(fields["created"])), token) if token else None

    async def link(self, token: str, now: int) -> tuple[str, int] | None:
        """A code that works once, and until when; an earlier one is void. None: ``token`` has ended."""
        player = token.partition(".")[0]
        code, until = _new_code(player, LINK_BYTES), now + LINK_LASTS
        done = await self._set(token, "link", f"{digest_of(code)} {until}")
        return (code, until) if done else None

    async def recovery_codes(self, token: str, now: int) -> list[str] | None:
        """New recovery codes; earlier ones are void; the player is never forgotten. None: ``token`` has ended."""
        player = token.partition(".")[0]
        codes = [_new_code(player, CODE_BYTES) for _ in range(CODES)]
        if not await self._set(token, "codes", " ".join([str(now), *map(digest_of, codes)])):
            return None
        await self._call(player, "PERSIST", player_key(player))
        return [readable(code) for code in codes]

    async def end(self, player: str, sign_in: str, others: bool) -> list[str]:
        """End ``sign_in``; or all ``others`` with links, codes and passkeys. The ids of those that ended."""
        how = "others" if others else "one"
        gone = await self._call(player, "EVAL", scripts.SIGN_OUT.text, 1, player_key(player), how, sign_in)
        return sorted(one.decode() for one in gone)

    async def make(
        self, player: str, guard: str, read: str, becomes: str, device: str, most: int, now: int
    ) -> tuple[Player, str] | None:
        """A new token of a player whose field ``guard`` still is as it was ``read``, and ``becomes`` another."""
        fields = await self._fields(player)
        if fields.get(guard) != read:
            return None
        token = await self._sign_in(player, fields, guard, read, becomes, device, most, now)
        return (Player(player, fields["name"], int(fields["created"])), token) if token else None

    async def _sign_in(
        self,
        player: str,
        fields: dict[str, str],
        guard: str,
        read: str,
        becomes: str,
        device: str,
        most: int,
        now: int,
    ) -> str | None:
        """A new token, if the field ``guard`` still is as ``read``. Where there are ``most`` sign-ins already,
        those not used for longest end, but not the one that asks."""
        asking = guard.removeprefix("sign-in:")
        idle = [one.id for one in _listed(fields) if one.id != asking]
        ending = idle[max(0, most - 1 - (asking != guard)) :]
        token = new_token(player)
        field, value = stored_sign_in(token, now, device)
        used = (f"used:{sign_in_id(token)}", now)
        done = await self._change(player, guard, read, becomes, " ".join(ending), field, value, *used)
        return token if done else None

    async def _set(self, token: str, field: str, value: str) -> bool:
        """Set a field of the player who has ``token``, if it has not ended."""
        player, guard = token.partition(".")[0], f"sign-in:{sign_in_id(token)}"
        held = (await self._fields(player)).get(guard, "")
        return bool(held) and await self._change(player, guard, held, held, "", field, value)

    async def _change(self, player: str, *arguments: Any) -> bool:
        done = await self._call(player, "EVAL", scripts.CHANGE_PLAYER.text, 1, player_key(player), *arguments)
        return bool(done)

    async def _fields(self, player: str) -> dict[str, str]:
        found = await self._call(player, "HGETALL", player_key(player))
        return {name.decode(): value.decode() for name, value in found.items()}

    async def _call(self, player: str, *command: Any) -> Any:
        return await self._topology.server(player_key(player)).call(*command)


def _listed(fields: dict[str, str]) -> list[SignIn]:
    """The sign-ins in a player's hash, the latest used first."""
    found = []
    for field, value in fields.items():
        if field.startswith("sign-in:"):
            token_id = field.removeprefix("sign-in:")
            made, _, device = value.partition(" ")[2].partition(" ")
            found.append(SignIn(token_id, device, int(made), int(fields.get(f"used:{token_id}", made))))
    return sorted(found, key=lambda one: (-one.used, -one.made, one.id))
