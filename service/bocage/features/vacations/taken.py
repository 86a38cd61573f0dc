"""Vacations of players, in the field ``vacations`` of their hash: those of a year, the last one last.

Each match records its part of them in its log, see ``bocage.log.vacations``.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence

import msgspec

from bocage.log.records import TimeAway
from bocage.store.keys import player_key
from bocage.store.players import change_player
from bocage.store.topology import Topology

_decode = msgspec.json.Decoder(tuple[TimeAway, ...]).decode
_encode = msgspec.json.Encoder().encode


class Vacations(msgspec.Struct, frozen=True):
    """The stored vacations."""

    topology: Topology

    async def of(self, player: str) -> tuple[TimeAway, ...]:
        """Return the vacations of a player, the last one last."""
        key = player_key(player)
        return _read(await self.topology.call(key, "HGET", key, "vacations"))

    async def last(self, players: Iterable[str]) -> dict[str, TimeAway]:
        """Return the last vacation of each of the ``players`` with any."""
        wanted = list(dict.fromkeys(player for player in players if player))
        found = await asyncio.gather(*[self.of(player) for player in wanted])
        return {player: taken[-1] for player, taken in zip(wanted, found, strict=True) if taken}

    async def change(self, player: str, was: Sequence[TimeAway], now: Sequence[TimeAway]) -> bool:
        """Replace ``was`` by ``now``. Returns False if another request was faster, or there is no such player."""
        stored, becomes = _encode(was) if was else "", _encode(now)
        return await change_player(self.topology, player, "vacations", stored, becomes)


def _read(value: bytes | None) -> tuple[TimeAway, ...]:
    return _decode(value) if value else ()
