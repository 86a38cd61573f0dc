"""Storage of programs.

    owner, owner_named, ladder, retired, scopes:<id>  fields of the player's hash
    programs-of:<owner>                               set: their programs

A program without an owner declared itself, or is retired, or its owner has left.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from bocage.features.programs.wire import Scope, TokenInfo
from bocage.protocol.sign_ins import sign_in_id
from bocage.store.keys import player_key
from bocage.store.players import change_player, new_token, set_field, stored_sign_in
from bocage.store.store import Store

#: KEYS  the set    ARGV  program, limit.    Returns 1: a member, 0: the set is full.
_ADD = """
if redis.call('SCARD', KEYS[1]) >= tonumber(ARGV[2]) then
  return 0
end
return redis.call('SADD', KEYS[1], ARGV[1])
"""


class Holding(msgspec.Struct, frozen=True):
    """Decisions of a program's owner. ``owner``: empty: nobody. ``named``: the owner is shown to everybody.

    ``ladder``: the service may arrange matches for it. ``retired``: it does nothing any more.
    """

    owner: str = ""
    named: bool = False
    ladder: bool = True
    retired: bool = False


class ProgramAccounts(msgspec.Struct, frozen=True):
    """The accounts of all programs."""

    store: Store

    async def of(self, owner: str) -> list[str]:
        """Return the programs of a player, by id."""
        key = _key(owner)
        return sorted(one.decode() for one in await self.store.topology.call(key, "SMEMBERS", key))

    async def add(self, owner: str, program: str, most: int) -> bool:
        """Give a new program to its owner. False if they have ``most`` already."""
        key = _key(owner)
        return bool(await self.store.topology.call(key, "EVAL", _ADD, 1, key, program, most))

    async def own(self, program: str, owner: str, named: bool, ladder: bool = True) -> None:
        """Store the owner with the program, which is kept for good."""
        await self.store.public_records.flag_program(program)
        await set_field(self.store.topology, program, "owner", owner)
        await self.decide(program, named, ladder)
        await self.store.keep_player(program)

    async def decide(self, program: str, named: bool | None, ladder: bool | None) -> None:
        """Store what the owner decides. None: as before."""
        for field, value in (("owner_named", named), ("ladder", ladder)):
            if value is not None:
                await set_field(self.store.topology, program, field, int(value))

    async def holding(self, program: str) -> Holding:
        """Return the owner of a program, and what they have decided."""
        fields = await self.store.player_fields(program)
        flags = fields.get("owner_named") == "1", fields.get("ladder") != "0", "retired" in fields
        return Holding(fields.get("owner", ""), *flags)

    async def retire(self, program: str) -> None:
        """End all tokens of a program, for good, and take it from its owner. May be repeated."""
        owner = (await self.holding(program)).owner
        sign_ins = " ".join(await self.store.sign_in_ids(program))
        created = (await self.store.player_fields(program)).get("created", "")
        now = self.store.now()
        await change_player(
            self.store.topology, program, "created", created, created, "retired", now, ending=sign_ins
        )
        # The owner last: until then, they can repeat it.
        if owner:
            await self.store.topology.call(_key(owner), "SREM", _key(owner), program)
        await self._disown(program)

    async def tokens(self, program: str) -> list[TokenInfo]:
        """Return the tokens of a program, newest first."""
        fields = await self.store.player_fields(program)
        found = []
        for field, value in fields.items():
            if field.startswith("sign-in:"):
                sign_in = field.removeprefix("sign-in:")
                _, made, device = value.split(" ", 2)
                scopes = msgspec.convert(fields.get(f"scopes:{sign_in}", "").split(), list[Scope])
                found.append(TokenInfo(sign_in, device, scopes, int(made)))
        return sorted(found, key=lambda one: (-one.made, one.sign_in))

    async def add_token(self, program: str, scopes: Sequence[Scope], device: str) -> str | None:
        """Create a token; None if the program does not exist any more."""
        token = new_token(program)
        field, value = stored_sign_in(token, self.store.now(), device)
        fields: list[str] = [field, value]
        if scopes:
            fields += [f"scopes:{sign_in_id(token)}", " ".join(dict.fromkeys(scopes))]
        created = (await self.store.player_fields(program)).get("created", "")
        done = created and await change_player(self.store.topology, program, "created", created, created, *fields)
        return token if done else None

    async def revoke(self, program: str, sign_in: str) -> None:
        """End a token and its connections, on all nodes."""
        created = (await self.store.player_fields(program)).get("created", "")
        await change_player(self.store.topology, program, "created", created, created, ending=sign_in)

    async def forget(self, player: str) -> None:
        """Delete what is stored about a player: they own nothing, and nobody owns them."""
        for program in await self.of(player):
            await self._disown(program)
        owner = (await self.holding(player)).owner
        if owner:
            await self.store.topology.call(_key(owner), "SREM", _key(owner), player)
        await self.store.topology.call(_key(player), "DEL", _key(player))

    async def _disown(self, program: str) -> None:
        key = player_key(program)
        await self.store.topology.call(key, "HDEL", key, "owner", "owner_named")


def _key(owner: str) -> str:
    return f"programs-of:{owner}"
