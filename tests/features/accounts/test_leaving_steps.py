"""Leaving for good, step by step: what is given up, cleared and marked, in which order; and what is exported."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

import pytest

from bocage.features.accounts import leaving
from bocage.http.feature import Feature
from bocage.log import judge
from bocage.log.create import create
from bocage.log.entries import decode
from bocage.log.match import Match
from bocage.log.projection import propose
from bocage.log.records import Row
from bocage.protocol.refusal import RefusedError
from bocage.rules.kernel.registry import find_game
from tests.live.node.memory_store import MemoryStore


class Store(MemoryStore):
    """With lists of matches, and a hash of Ann."""

    def __init__(self) -> None:
        super().__init__()
        self.listed: list[Row] = []
        #: What was done, in order.
        self.done: list[str] = []
        #: Whether there is such a player.
        self.there = True
        self.topology = SimpleNamespace(call=self._leave)
        self.erasing = SimpleNamespace(erased=self._erase)

    async def _leave(self, key: str, *command: Any) -> int:
        assert command == ("EVAL", leaving.LEAVE.text, 1, "player:ann", "ann", self.time)
        self.done.append("mark")
        return int(self.there)

    async def _erase(self, key: str) -> None:
        self.done.append(f"erase {key}")

    async def matches_of(self, player: str, most: int) -> list[Row]:
        assert (player, most) == ("ann", leaving.MOST)
        return list(self.listed)

    async def match(
        self, *players: str, seated: bool = True, resigned: bool = False, ended: bool = False, **row: Any
    ) -> str:
        """A stored match of these players, and its row."""
        match, body = create(find_game("squad"), players[0])
        await self.add(match, body)
        for player in players if seated else ():
            await self.add(match, judge.sit(match, player, player))
        while (owed := judge.owed(match, now=self.time)) is not None:
            await self.add(match, owed)
        if resigned:
            await self.add(match, judge.resign(match, 0))
        status = "ended" if ended else "playing" if len(players) == 2 else "open"
        self.listed.append(Row(match.id, "squad", cast(Any, status), list(players), list(players), **row))
        return match.id

    async def add(self, match: Match, body: Any) -> None:
        made = propose(match, body, self.time)
        entry = await self.append(made.match, made.seq, made.raw, made.not_before, made.change)
        match.extend(entry, made.preview)

    def bodies(self, match: str) -> list[str]:
        return [type(decode(entry.raw)).__name__ for entry in self.logs[match]]


@pytest.fixture
def store() -> Store:
    return Store()


class Forgetful(Feature):
    """A feature that notes what it forgets."""

    def __init__(self, store: Store) -> None:
        self.done = store.done

    async def forget(self, player: str) -> None:
        self.done.append(f"forget {player}")


async def test_matches_are_given_up_around_the_players_mark(store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    played = await store.match("bob", "ann", deal="2026-03-04")
    waits = await store.match("ann")
    empty = await store.match("ann", seated=False)
    over = await store.match("ann", "bob", ended=True)
    half = await store.match("ann", "bob", resigned=True)
    length = len(store.logs[over])
    times: list[int] = []
    owed = judge.owed

    def noted(match: Match, now: int = 0) -> Any:
        times.append(now)
        return owed(match, now=now)

    monkeypatch.setattr("bocage.features.accounts.leaving.judge.owed", noted)
    late: list[str] = []
    mark = store.topology.call

    async def mark_late(key: str, *command: Any) -> int:
        # Another request of theirs was under way.
        late.append(await store.match("ann", "bob"))
        return cast(int, await mark(key, *command))

    store.topology.call = mark_late
    given_up = await leaving.delete_account(cast(Any, store), "ann", [Forgetful(store)])
    assert given_up == [played, waits, empty, half, played, waits, empty, half, *late]
    assert set(times) == {store.time}
    assert store.bodies(played)[-3:] == ["Resigned", "Ended", "Revealed"]
    assert store.bodies(played).count("Resigned") == 1
    assert cast(Any, decode(store.logs[played][-3].raw)).seat == 1
    assert store.bodies(late[0])[-3:] == ["Resigned", "Ended", "Revealed"]
    assert store.bodies(waits) == ["Created", "Seated", "Resigned", "Ended", "Revealed"]
    # One that they made and do not sit at is closed.
    assert store.bodies(empty) == ["Created", "Closed", "Ended", "Revealed"]
    assert store.bodies(half)[-3:] == ["Resigned", "Ended", "Revealed"]
    assert len(store.logs[over]) == length
    assert store.done == ["forget ann", "mark", "erase player:ann", "forget ann"]


async def test_whom_nobody_knows_cannot_leave(store: Store) -> None:
    store.there = False
    with pytest.raises(RefusedError, match="bad_token"):
        await leaving.delete_account(cast(Any, store), "ann", [Forgetful(store)])
    assert store.done == ["forget ann", "mark"]
