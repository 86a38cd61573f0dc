"""Storage of programs.

    owner, owner_named, scopes:<id>  fields of the player's hash
    programs-of:<owner>              set: their programs

A program without an owner declared itself.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from bocage.features.programs.wire import Scope, TokenInfo
from bocage.protocol.sign_ins import sign_in_id
from bocage.store.players import change_player, new_token, set_field, stored_sign_in
from bocage.store.store import Store

#: KEYS  the set    ARGV  program, limit.    Returns 1: a member, 0: the set is full.
_ADD = """
if redis.call('SCARD', KEYS[1]) >= tonumber(ARGV[2]) then
  return 0
end
return redis.call('SADD', KEYS[1], ARGV[1])
"""


class Owner(msgspec.Struct, frozen=True):
    """The owner of a program. ``named``: shown to everybody."""

    player: str = ""
    named: bool = False


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

    async def own(self, program: str, owner: str, named: bool) -> None:
        """Store the owner with the program, which is kept for good."""
        await self.store.public_records.flag_program(program)
        await set_field(self.store.topology, program, "owner", owner)
        await self.name(program, named)
        await self.store.keep_player(program)

    async def name(self, program: str, named: bool) -> None:
        """Show the owner with the program, or not."""
        await set_field(self.store.topology, program, "owner_named", int(named))

    async def owner(self, program: str) -> Owner:
        """Return the owner of a program."""
        fields = await self.store.player_fields(program)
        return Owner(fields.get("owner", ""), fields.get("owner_named", "0") == "1")

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
            key = f"player:{program}"
            await self.store.topology.call(key, "HDEL", key, "owner", "owner_named")
        owner = (await self.owner(player)).player
        if owner:
            await self.store.topology.call(_key(owner), "SREM", _key(owner), player)
        await self.store.topology.call(_key(player), "DEL", _key(player))


def _key(owner: str) -> str:
    return f"programs-of:{owner}"
