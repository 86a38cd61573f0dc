"""Storage of maps.

    map:<id>       hash:
        game, text     the content, whose hash is the id
        of:<player>    that player's copy, as JSON (``Copy``)
        shown          player whose copy others see; empty: nobody shares the map
        fairness       games of the engine on it, see ``runs.py``
    maps:<player>  sorted set: ids of their maps by creation (ms)
    shared-maps    sorted set: ids of shared maps by the time they were first shared (ms)

Players who drew the same map have copies in one hash. A player's set is written before the hash when a map is kept,
and after it when a copy is removed, so an id in it may have no map.
"""

from __future__ import annotations

import re
from typing import Literal

import msgspec

from bocage.store.lists import pairs
from bocage.store.scripts import script, source
from bocage.store.topology import Topology

#: KEYS  the set    ARGV  map, limit, time (ms).    Returns 1: a member, 0: the set is full.
_ADD = """
if not redis.call('ZSCORE', KEYS[1], ARGV[1]) and redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[2]) then
  return 0
end
redis.call('ZADD', KEYS[1], 'NX', ARGV[3], ARGV[1])
return 1
"""
_CHANGE = script(source("change_map", __package__))

#: Key of the shared maps.
SHARED = "shared-maps"
#: A place in a list as clients send it back: time and id.
PLACE = r"[0-9]{1,16}\.[0-9a-f]{32}"

Verb = Literal["keep", "change", "remove"]


class Copy(msgspec.Struct, frozen=True):
    """A player's copy of a map: what belongs to the player, not to the content. ``created``: in milliseconds.

    ``forked_from``: id of the map that it was drawn from; empty: none.
    """

    name: str
    shared: bool
    created: int
    forked_from: str = ""


class KeptMap(msgspec.Struct, frozen=True):
    """A map with one player's copy. ``fairness``: its run as stored; empty: none."""

    id: str
    game: str
    text: str
    owner: str
    copy: Copy
    fairness: bytes = b""


_copy = msgspec.json.Decoder(Copy).decode


class MapStorage:
    """The stored maps."""

    def __init__(self, topology: Topology) -> None:
        self._topology = topology

    async def find(self, name: str, player: str) -> KeptMap | None:
        """Return a map: the player's copy if they have one, else the one that others see. ``player``: may be empty.

        None: there is no such map, or it is not for this player.
        """
        key = map_key(name)
        game, text, shown, run, own = await self._topology.call(
            key, "HMGET", key, "game", "text", "shown", "fairness", f"of:{player}"
        )
        owner = player
        if own is None and shown:
            owner = shown.decode()
            own = await self._topology.call(key, "HGET", key, f"of:{owner}")
        if own is None:
            return None
        return KeptMap(name, game.decode(), text.decode(), owner, _copy(own), run or b"")

    async def keep(self, name: str, game: str, text: str, player: str, copy: Copy, most: int) -> bool:
        """Store a map, unless the player has it. Returns False if the player has ``most`` maps already."""
        key = own_key(player)
        if not await self._topology.call(key, "EVAL", _ADD, 1, key, name, most, copy.created):
            return False
        await self._change(name, player, "keep", copy, copy.created, game, text)
        return True

    async def change(self, name: str, player: str, copy: Copy, now: int) -> None:
        """Replace a player's copy of a map, if there is one."""
        await self._change(name, player, "change", copy, now)

    async def remove(self, name: str, player: str) -> None:
        """Delete a player's copy of a map; with the last copy, the map."""
        await self._change(name, player, "remove", Copy("", False, 0), 0)
        await self._topology.call(own_key(player), "ZREM", own_key(player), name)

    async def unshare(self, name: str) -> list[str]:
        """Hide a map from all but those who keep it. Returns the players who shared it."""
        fields = await self._topology.call(map_key(name), "HGETALL", map_key(name))
        copies = {field.decode()[3:]: _copy(value) for field, value in fields.items() if field.startswith(b"of:")}
        shared = sorted(player for player, copy in copies.items() if copy.shared)
        for player in shared:
            await self.change(name, player, msgspec.structs.replace(copies[player], shared=False), 0)
        return shared

    async def names_of(self, player: str) -> list[str]:
        """Return the ids of a player's maps, oldest first."""
        return [
            one.decode() for one in await self._topology.call(own_key(player), "ZRANGE", own_key(player), 0, -1)
        ]

    async def forget(self, player: str) -> None:
        """Delete all copies of a player."""
        for name in await self.names_of(player):
            await self.remove(name, player)

    async def page(self, key: str, after: str, most: int) -> tuple[list[str], str]:
        """Return ``most`` ids of a sorted set, newest first, and the place where the next page begins; empty: none.

        ``after``: what the page before gave. Raises ``ValueError`` when nothing gave that.
        """
        if after and not re.fullmatch(PLACE, after):
            raise ValueError(f"no page ends with {after!r}")
        at, _, last = after.partition(".")
        start = await self._topology.call(key, "ZCOUNT", key, f"({at}", "+inf") if after else 0
        found: list[tuple[str, int]] = []
        while len(found) <= most:
            members = pairs(await self._topology.call(key, "ZREVRANGE", key, start, start + most, "WITHSCORES"))
            placed = [(one.decode(), int(float(score))) for one, score in members]
            found += [one for one in placed if not after or (one[1], one[0]) < (int(at), last)]
            start += most + 1
            if len(placed) <= most:
                break
        here = found[:most]
        return [name for name, _ in here], f"{here[-1][1]}.{here[-1][0]}" if len(found) > most else ""

    async def _change(
        self, name: str, player: str, verb: Verb, copy: Copy, now: int, game: str = "", text: str = ""
    ) -> None:
        key = map_key(name)
        told = msgspec.json.encode(copy)
        shown = await self._topology.call(key, "EVAL", _CHANGE.text, 1, key, player, verb, told, game, text)
        # Another change of the same map may come between the two keys.
        while True:
            if shown:
                await self._topology.call(SHARED, "ZADD", SHARED, "NX", now, name)
            else:
                await self._topology.call(SHARED, "ZREM", SHARED, name)
            now = await self._topology.call(key, "HGET", key, "shown")
            if bool(now) == bool(shown):
                return
            shown = now


def own_key(player: str) -> str:
    """Return the key of a player's list."""
    return f"maps:{player}"


def map_key(name: str) -> str:
    """Return the key of a map."""
    return f"map:{name}"
