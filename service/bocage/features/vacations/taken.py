"""Vacations of players, in the field ``vacations`` of their hash: those of a year, the last one last.

Each match records its part of them in its log, see ``bocage.log.vacations``.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from bocage.log.records import TimeAway
from bocage.store import scripts
from bocage.store.keys import player_key
from bocage.store.topology import Topology

_decode = msgspec.json.Decoder(tuple[TimeAway, ...]).decode
_encode = msgspec.json.Encoder().encode


class Vacations(msgspec.Struct, frozen=True):
    """The stored vacations."""

    topology: Topology

    async def of(self, player: str) -> tuple[TimeAway, ...]:
        """Return the vacations of a player, the last one last."""
        return _read(await self._call(player, "HGET", player_key(player), "vacations"))

    async def last(self, players: Iterable[str]) -> dict[str, TimeAway]:
        """Return the last vacation of each of the ``players`` with any."""
        wanted = list(dict.fromkeys(player for player in players if player))
        found = await asyncio.gather(*[self.of(player) for player in wanted])
        return {player: taken[-1] for player, taken in zip(wanted, found, strict=True) if taken}

    async def change(self, player: str, was: Sequence[TimeAway], now: Sequence[TimeAway]) -> bool:
        """Replace ``was`` by ``now``. Returns False if another request was faster, or there is no such player."""
        key = player_key(player)
        change = ("vacations", _encode(was) if was else "", _encode(now), "")
        return bool(await self._call(player, "EVAL", scripts.CHANGE_PLAYER.text, 1, key, *change))

    async def _call(self, player: str, verb: str, *rest: Any) -> Any:
        return await self.topology.server(player_key(player)).call(verb, *rest)


def _read(value: bytes | None) -> tuple[TimeAway, ...]:
    return _decode(value) if value else ()
