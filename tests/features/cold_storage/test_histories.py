"""Cold storage under any history: two nodes, storage that fails at any request, and nodes that die at any step."""

from __future__ import annotations

from random import Random

import pytest

from bocage.features.cold_storage.moves import ColdMoves
from bocage.features.cold_storage.records import ColdUnavailableError
from bocage.log.records import Entry
from bocage.store import Store
from tests.features.cold_storage.memory import MemoryStorage, checked, finish, moves_of, open_cold
from tests.redis_server import RedisServer

#: What may go wrong with one request.
TROUBLES = ("before", "after", "torn")
#: Later than any match ended.
LATER = 10**15


class DiedError(BaseException):
    """The node is gone, as after SIGKILL: nothing of what it was doing is done any more."""


class World:
    """Two nodes on one Redis and one storage; what was finished and not deleted must be read at any time."""

    def __init__(self, nodes: list[Store], storage: MemoryStorage, seed: int) -> None:
        self.nodes = nodes
        self.storage = storage
        self.random = Random(seed)
        self.logs: dict[str, list[Entry]] = {}
        #: Deleted, or perhaps: a deletion was cut short.
        self.doomed: set[str] = set()

    async def step(self, number: int) -> None:
        """Something happens, and something may go wrong with it."""
        node = self.random.choice(self.nodes)
        what = self.random.choice(("finish", "move", "move", "move all", "restore", "delete"))
        matches = sorted(self.logs)
        if what == "finish" or not matches:
            self.logs[f"m{number}"] = await finish(node, f"m{number}", self.random.randint(1, 5))
            return
        match = self.random.choice(matches)
        if self.random.random() < 0.6:
            step = self.storage.steps + self.random.randrange(4)
            self.storage.trouble[step] = self.random.choice(TROUBLES)
        if what == "delete":
            self.doomed.add(match)
            del self.logs[match]
        try:
            match what:
                case "move":
                    await moves_of(node).move(match)
                case "move all":
                    await moves_of(node).move_before(LATER, alone=False)
                case "restore":
                    await moves_of(node).restore(match)
                case "delete":
                    await moves_of(node).delete(match)
        except (ColdUnavailableError, DiedError):
            pass
        self.storage.trouble.clear()

    async def check(self) -> None:
        """Nothing is lost, wherever it lies, and nothing is there twice."""
        for match, log in self.logs.items():
            for node in self.nodes:
                assert await node.read(match) == log
        listed = [row.match for row in await self.nodes[0].matches_of("ann", 1000)]
        assert len(listed) == len(set(listed))
        assert set(self.logs) <= set(listed) <= set(self.logs) | self.doomed


@pytest.mark.parametrize("seed", range(8))
async def test_no_history_loses_a_match(
    redis_url: str, redis_server: RedisServer, monkeypatch: pytest.MonkeyPatch, seed: int
) -> None:
    storage = MemoryStorage()
    nodes = [await open_cold(redis_url, storage) for _ in range(2)]
    world = World(nodes, storage, seed)
    dying = Random(seed)

    for name in ("_write", "_list", "_unlist"):
        step = getattr(ColdMoves, name)

        async def may_die(*arguments: object, step: object = step) -> None:
            assert callable(step)
            if dying.random() < 0.05:
                raise DiedError
            await step(*arguments)
            if dying.random() < 0.05:
                raise DiedError

        monkeypatch.setattr(ColdMoves, name, may_die)
    for number in range(30):
        await world.step(number)
        await world.check()
    monkeypatch.undo()
    # When all is well again, what was begun is finished.
    for match in sorted(world.doomed):
        await moves_of(nodes[0]).delete(match)
    assert await moves_of(nodes[0]).move_before(LATER, alone=False) >= 0
    await world.check()
    found = await checked(nodes[0])
    assert (found.right, found.missing, found.damaged) == (len(world.logs), [], [])
    assert {match for match, _ in found.unknown} <= world.doomed
    for node in nodes:
        await node.close()
