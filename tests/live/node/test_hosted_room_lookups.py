"""What a room does not know of players is looked up for it; what cannot be read is not told."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from bocage.live import effects, inputs
from bocage.log.records import TimeAway
from bocage.store import StorageUnavailableError
from tests.live.node.test_hosted_room import World
from tests.virtual_time import run

AWAY = TimeAway(1, 2)


class Known:
    """What the store knows of everybody; ``down``: nothing can be read."""

    def __init__(self, down: bool) -> None:
        self._down = down

    async def names(self, players: Sequence[str]) -> dict[str, str]:
        self._read()
        return {player: f"name of {player}" for player in players}

    async def last(self, players: Sequence[str]) -> dict[str, TimeAway]:
        self._read()
        return dict.fromkeys(players, AWAY)

    def _read(self) -> None:
        if self._down:
            raise StorageUnavailableError


@pytest.mark.parametrize("down", [False, True])
def test_names_and_vacations_are_looked_up_and_told(down: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    async def main() -> list[inputs.Input]:
        world, known = World(), Known(down)
        monkeypatch.setattr(world.store, "names", known.names, raising=False)
        monkeypatch.setattr(world.host, "time_away", known.last, raising=False)
        world.want(effects.LookUpNames(("ann",)), effects.LookUpVacations(("bob",)))
        before = len(world.room.heard)
        await asyncio.sleep(1)
        return world.room.heard[before:]

    told = [inputs.Named({"ann": "name of ann"}), inputs.VacationsRead({"bob": AWAY})]
    assert run(main()) == ([] if down else told)
