"""Decisions that are owed again because storage lost what answered them."""

from __future__ import annotations

import asyncio
from typing import Any, cast

from bocage.protocol.messages import DecisionView
from bocage.sdk.client import Client
from bocage.sdk.mirror import MatchState
from bocage.sdk.play import Play
from bocage.sdk.state_queue import StateQueue


class OneMatch:
    """As much of a client as playing needs."""

    def __init__(self) -> None:
        self.queue = StateQueue()

    def follow(self, match: str, *, open_hands: bool = False, invite: str = "") -> StateQueue:
        return self.queue

    def unfollow(self, match: str, queue: StateQueue) -> None:
        """Nobody reads any more."""


def state(seq: int, mine: bool, whole: bool = False, status: str = "playing") -> MatchState:
    decision = DecisionView(0, "add", [{"do": "add"}]) if mine else None
    view: dict[str, Any] = {"status": status}
    return MatchState("m", seq, 0, view, [], 0, decision, whole)


async def test_a_decision_whose_answer_was_lost_is_owed_again() -> None:
    client = OneMatch()
    play = Play(cast(Client, client), "m")
    client.queue.put(state(4, mine=True))
    assert (await anext(play)).seq == 4
    # The answer is stored as entry 5; then storage loses it.
    client.queue.put(state(5, mine=False))
    client.queue.put(state(4, mine=True, whole=True))
    assert (await anext(play)).seq == 4
    client.queue.put(state(5, mine=False))
    client.queue.put(state(6, mine=False, status="ended"))
    assert [owed.seq async for owed in play] == []


async def test_only_the_newest_waiting_state_is_a_turn() -> None:
    client = OneMatch()
    play = Play(cast(Client, client), "m")
    for seq in (3, 4, 5):
        client.queue.put(state(seq, mine=True))
    assert (await anext(play)).seq == 5
    client.queue.put(state(6, mine=False))
    client.queue.put(state(7, mine=True))
    client.queue.put(state(8, mine=False))
    client.queue.put(state(9, mine=True))
    assert (await anext(play)).seq == 9
    # Shown again together with nothing new: still the same turn, also when it waited.
    client.queue.put(state(9, mine=True, whole=True))
    client.queue.put(state(10, mine=False, status="ended"))
    assert [owed.seq async for owed in play] == []
    assert play.state is not None
    assert play.state.seq == 10


async def test_the_same_position_shown_again_is_not_owed_again() -> None:
    client = OneMatch()
    play = Play(cast(Client, client), "m")
    client.queue.put(state(4, mine=True))
    assert (await anext(play)).seq == 4
    client.queue.put(state(4, mine=True, whole=True))
    following = asyncio.ensure_future(anext(play))
    for _ in range(5):
        await asyncio.sleep(0)
    assert not len(client.queue)
    assert not following.done()
    client.queue.put(state(6, mine=True))
    assert (await following).seq == 6
