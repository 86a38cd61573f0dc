"""Storage of fairness runs: games that the engine plays against itself on a map.

    map:<id>     hash: its field ``fairness`` is the run, as JSON (``FairnessRun``)
    map-games    sorted set: maps whose games are not all played, by time of the request (ms)
    map-games-by the node that is playing some of them

The run is deleted with its map. Games played on it meanwhile are discarded.
"""

from __future__ import annotations

import hashlib

import msgspec

from bocage.features.maps.storage import map_key
from bocage.protocol.fairness import FairnessQuestion
from bocage.store.scripts import script, source
from bocage.store.topology import Topology

_SET = script(source("set_fairness", __package__))
_QUEUE = "map-games"
_LEASE = "map-games-by"
#: Seconds after which another node may play, if this one has vanished.
HELD = 120


class FairnessRun(msgspec.Struct, frozen=True):
    """Games on a map, finished or not. ``question``: contains the tally so far. ``engine``: its version.

    ``asked``: in milliseconds. ``by``: digest of the player who asked, until all games are played. ``failed``: the
    engine could not play. ``moved``: when the last games were played, in milliseconds.
    """

    question: FairnessQuestion
    engine: str
    asked: int
    by: str = ""
    cover: float = 0.0
    failed: bool = False
    moved: int = 0

    @property
    def played(self) -> int:
        """Number of games played."""
        return self.question.tally.games

    @property
    def done(self) -> bool:
        """True if no more games will be played."""
        return self.failed or self.played >= self.question.games

    def answers(self, question: FairnessQuestion, engine: str) -> bool:
        """True if a new run with the same question and engine would be no other one."""
        asked = msgspec.structs.replace(self.question, tally=question.tally)
        return not self.failed and (asked, self.engine) == (question, engine)


def digest_of(player: str) -> str:
    """Return a digest of a player, by which their runs are counted."""
    return hashlib.sha256(player.encode()).hexdigest()[:16]


class RunStorage:
    """The stored runs."""

    def __init__(self, topology: Topology) -> None:
        self._topology = topology

    async def find(self, name: str) -> FairnessRun | None:
        """Return the run of a map."""
        stored = await self._read(name)
        return msgspec.json.decode(stored, type=FairnessRun) if stored else None

    async def queue(self) -> list[str]:
        """Return the maps whose games are not all played, in order."""
        return [one.decode() for one in await self._topology.call(_QUEUE, "ZRANGE", _QUEUE, 0, -1)]

    async def begin(self, name: str, run: FairnessRun) -> bool:
        """Store a new run in place of an earlier one, and queue it. Returns False if there is no such map."""
        while not await self._replace(name, await self._read(name), run):
            if not await self._topology.call(map_key(name), "EXISTS", map_key(name)):
                return False
        await self._topology.call(_QUEUE, "ZADD", _QUEUE, run.asked, name)
        return True

    async def go_on(self, name: str, before: FairnessRun, run: FairnessRun) -> bool:
        """Store the progress of a run. Returns False if it was replaced or deleted meanwhile."""
        stored = await self._read(name)
        # Another version of the service may have written other bytes for the same run.
        if not stored or msgspec.json.decode(stored, type=FairnessRun) != before:
            return False
        return await self._replace(name, stored, run)

    async def finish(self, name: str) -> None:
        """Take a map out of the queue."""
        await self._topology.call(_QUEUE, "ZREM", _QUEUE, name)

    async def take_turn(self, node: str) -> bool:
        """Reserve the right to play. Returns False if another node has it."""
        return await self._topology.call(_LEASE, "SET", _LEASE, node, "NX", "EX", HELD) is not None

    async def leave_turn(self) -> None:
        """Release the right to play."""
        await self._topology.call(_LEASE, "DEL", _LEASE)

    async def _read(self, name: str) -> bytes:
        return await self._topology.call(map_key(name), "HGET", map_key(name), "fairness") or b""

    async def _replace(self, name: str, before: bytes, run: FairnessRun) -> bool:
        key, told = map_key(name), msgspec.json.encode(run)
        return bool(await self._topology.call(key, "EVAL", _SET.text, 1, key, before, told))
