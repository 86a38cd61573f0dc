"""How a client of a load sees a match to its end: what it answers, and when it lets go. Time is virtual."""

from __future__ import annotations

import asyncio
import random
from types import SimpleNamespace
from typing import Any

import pytest

from bocage.protocol.refusal import RefusedError
from bocage_tools.load.checks import Checked, Record
from bocage_tools.load.crowd import Crowd
from tests.tools.crowd_world import World, world_for
from tests.virtual_time import run


@pytest.fixture
def world(monkeypatch: pytest.MonkeyPatch) -> World:
    return world_for(monkeypatch)


class Feed:
    """States that come one a second; ``waiting`` of them are there already when the first is taken."""

    def __init__(self, states: list[Any], waiting: int = 0) -> None:
        self.states = states
        self.waiting = waiting

    def __len__(self) -> int:
        return self.waiting

    async def get(self) -> Any:
        if self.waiting:
            self.waiting -= 1
        else:
            await asyncio.sleep(1)
        if not self.states:
            await asyncio.Event().wait()
        return self.states.pop(0)


def state(seq: int, whole: bool = False, ended: bool = False, actions: bool = True) -> Any:
    shown = [{"do": "this"}] if actions else []
    return SimpleNamespace(match="m", seq=seq, seat=0, view=seq, ended=ended, whole=whole, actions=shown)


def followed(feed: Feed, plays: bool = True, over: bool = False) -> tuple[list[int], Record, Crowd, float]:
    """The entries that were answered, what was noted, the crowd, and how long it took."""
    answered: list[int] = []
    unfollowed: list[Any] = []

    async def following() -> tuple[list[int], Record, Crowd, float]:
        crowd, record = Crowd("http://h", [("omaha", 1)], 1, 1.0, 1), Record()
        client: Any = SimpleNamespace(
            follow=lambda match: feed, unfollow=lambda match, feed: unfollowed.append((match, feed))
        )

        async def answer(who: Any, noted: Record, now: Any, rng: random.Random) -> None:
            assert (who, noted) == (client, record)
            answered.append(now.seq)

        crowd._answer = answer  # type: ignore[method-assign, assignment]
        if over:
            crowd.over.set()
        loop = asyncio.get_running_loop()
        begin = loop.time()
        await crowd._follow(client, "m", record, random.Random(1) if plays else None)
        seconds = loop.time() - begin
        await asyncio.sleep(0)
        assert asyncio.all_tasks() == {asyncio.current_task()}
        return answered, record, crowd, seconds

    result = run(following())
    assert unfollowed == [("m", feed)]
    return result


def test_entries_are_answered_once_per_history() -> None:
    states = [state(1, whole=True), state(2), state(3, actions=False), state(4), state(4, whole=True)]
    # Redis lost its newest entries.
    states += [state(1, whole=True), state(2), state(3, ended=True, actions=False), state(4)]
    answered, record, crowd, _ = followed(Feed(list(states)))
    assert answered == [1, 2, 4, 1, 2]
    assert record.wrong == ["set back from entry 4 to entry 1"]
    assert (record.newest, record.ended, crowd.tally.updates) == (3, True, 8)


def test_only_the_newest_position_is_answered_and_watchers_answer_none() -> None:
    states = [state(1, whole=True), state(2), state(3), state(4), state(5, ended=True, actions=False)]
    assert followed(Feed(list(states), waiting=3))[0] == [3, 4]
    assert followed(Feed(list(states)), plays=False)[0] == []


def test_a_match_that_is_given_up_leaves_nothing_behind() -> None:
    answered, record, crowd, seconds = followed(Feed([state(1, whole=True)]), over=True)
    assert (answered, record.ended, crowd.tally.updates) == ([1], False, 1)
    assert seconds == pytest.approx(120)


def test_a_log_is_asked_for_during_twenty_seconds() -> None:
    async def refused(match: str) -> bytes:
        raise RefusedError("not_over")

    async def asking() -> tuple[float, Crowd]:
        crowd = Crowd("http://h", [("omaha", 1)], 1, 0.0, 1)
        client: Any = SimpleNamespace(rest=SimpleNamespace(export=refused))
        begin = asyncio.get_running_loop().time()
        assert await crowd._log(client, "m", True) is None
        return asyncio.get_running_loop().time() - begin, crowd

    seconds, crowd = run(asking())
    assert seconds == pytest.approx(20)
    assert crowd.tally.refused == {"not_over": 40}


def test_end_must_be_seen_by_all(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    async def follow(self: Crowd, client: Any, match: str, record: Record, rng: random.Random | None) -> None:
        record.ended = client.token == "Load 0 0"

    monkeypatch.setattr(Crowd, "_follow", follow)

    async def play() -> tuple[Checked, float]:
        crowd = Crowd("http://h", [("squad", 2)], 1, 0.0, 1)
        crowd.over.set()
        crowd.started.set()
        begin = asyncio.get_running_loop().time()
        await crowd.table(0, 0)
        return crowd.tally.checked, asyncio.get_running_loop().time() - begin

    checked, seconds = run(play())
    assert checked.broken == ["match0: the end was not shown to somebody who saw entry 0"]
    assert (checked.matches, seconds) == (0, 0)
