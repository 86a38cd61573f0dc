"""A player whom the other one asks to take actions back, or for a draw."""

from __future__ import annotations

import asyncio
from typing import Any, cast

import msgspec
import pytest

from bocage.protocol.messages import DecisionView
from bocage.sdk.client import Client
from bocage.sdk.errors import RefusedError
from bocage.sdk.mirror import MatchState
from bocage.sdk.play import Play
from bocage.sdk.state_queue import StateQueue


class OneMatch:
    """As much of a client as playing needs; notes what it answered where. ``refused``: with what it is refused."""

    def __init__(self, refused: str = "") -> None:
        self.queue = StateQueue()
        self.agreed: list[int] = []
        self.declined: list[int] = []
        self.no_draw: list[int] = []
        self.accepted: list[int] = []
        self._refused = refused

    def follow(self, match: str, *, invite: str = "") -> StateQueue:
        return self.queue

    def unfollow(self, match: str, queue: StateQueue) -> None:
        """Nobody reads any more."""

    async def undo(self, match: str, seq: int) -> None:
        self._note(self.agreed, seq)

    async def decline_undo(self, match: str, seq: int) -> None:
        self._note(self.declined, seq)

    async def accept(self, match: str, seq: int) -> None:
        self._note(self.accepted, seq)

    async def decline_draw(self, match: str, seq: int) -> None:
        self._note(self.no_draw, seq)

    def _note(self, answers: list[int], seq: int) -> None:
        answers.append(seq)
        if self._refused:
            raise RefusedError(self._refused)


def state(
    seq: int,
    turn: int,
    asked: int = -1,
    status: str = "playing",
    draw: int = -1,
    accepted: list[int] | None = None,
) -> MatchState:
    """Seat 0's view. ``turn``: who owes a decision; ``asked``, ``draw``: who wants to take back, to draw."""
    wishes = {"undo_asked": asked, "draw_offer": draw}
    view: dict[str, Any] = {"status": status, **{wish: seat for wish, seat in wishes.items() if seat >= 0}}
    if accepted is not None:
        view["agreement"] = {"accepted": accepted}
    mine = [{"do": "add"}] if turn == 0 else []
    return MatchState("m", seq, 0, view, [], 0, DecisionView(turn, "add", mine), False)


async def turns(client: OneMatch, agrees: bool, states: list[MatchState]) -> list[int]:
    """Where the player is asked to act, when each state is looked at before the next one comes."""
    play = Play(cast(Client, client), "m", agrees=agrees)

    async def read() -> list[int]:
        return [turn.seq async for turn in play]

    reader = asyncio.create_task(read())
    for one in states:
        client.queue.put(one)
        for _ in range(5):
            await asyncio.sleep(0)
        assert not len(client.queue)
    return await reader


STATES = [
    state(3, turn=1),
    state(4, turn=1, asked=1),  # in the middle of their turn
    state(5, turn=1),
    state(6, turn=0),
    state(7, turn=0, asked=1),  # while it is the player's own turn
    state(8, turn=1),
    state(9, turn=0),
    state(10, turn=1, asked=0),  # the player's own wish is the other's business
    state(11, turn=1, status="ended"),
]


async def test_it_agrees_when_the_other_player_asks() -> None:
    client = OneMatch()
    assert await turns(client, True, STATES) == [6, 9]
    assert client.agreed == [4, 7]


async def test_it_declines_unless_told_to_agree() -> None:
    client = OneMatch()
    assert await turns(client, False, STATES) == [6, 9]
    assert (client.agreed, client.declined) == ([], [4, 7])


async def test_it_accepts_terms_once_each() -> None:
    client = OneMatch()
    states = [
        state(seq, turn=-1, status="open", accepted=accepted) for seq, accepted in ((3, [1]), (4, [0, 1]), (5, [1]))
    ]
    await turns(client, False, [*states, state(6, turn=1, status="ended")])
    assert client.accepted == [3, 5]


async def test_it_declines_draws() -> None:
    client = OneMatch()
    states = [
        state(3, turn=1, draw=1),
        state(4, turn=1),
        state(5, turn=0, draw=1),  # while it is the player's own turn
        state(6, turn=0),
        state(7, turn=1, draw=0),  # the player's own offer is the other's business
        state(8, turn=1, asked=1, draw=1),  # one thing after the other
        state(9, turn=1, draw=1),
        state(10, turn=1, status="ended"),
    ]
    assert await turns(client, True, states) == [6]
    assert (client.no_draw, client.agreed, client.declined) == ([3, 5, 9], [8], [])


@pytest.mark.parametrize("code", ["cannot_undo", "stale"])
async def test_a_wish_that_has_lapsed_keeps_nobody_from_playing(code: str) -> None:
    client = OneMatch(refused=code)
    assert await turns(client, True, STATES) == [6, 7, 9]
    assert client.agreed == [4, 7]


@pytest.mark.parametrize("seat", [-1, -2])
async def test_who_has_no_seat_is_asked_nothing(seat: int) -> None:
    client = OneMatch()
    watched = [msgspec.structs.replace(one, seat=seat) for one in STATES[:2]]
    assert await turns(client, True, [*watched, state(7, turn=1, draw=1, status="ended")]) == []
    assert (client.agreed, client.declined, client.no_draw) == ([], [], [])
