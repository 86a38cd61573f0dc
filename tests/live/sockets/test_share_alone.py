"""The share of an address by itself: what is left of it, what it costs, and when it is renewed."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, cast

import pytest

from bocage.live.capacity import REST, SLICE, AddressShares
from tests.virtual_time import run


class Loop:
    """Keeps what is to be called, and when."""

    def __init__(self) -> None:
        self.soon: list[Callable[[], None]] = []
        self.later: list[float] = []

    def call_soon(self, work: Callable[[], None]) -> None:
        self.soon.append(work)

    def call_later(self, seconds: float, work: Callable[[], None]) -> None:
        self.later.append(round(seconds, 6))
        self.soon.append(work)

    def turn(self) -> None:
        """What was to be called is called."""
        soon, self.soon = self.soon, []
        for work in soon:
            work()


class World:
    """Shares of 8 frames a second, 4 at once."""

    def __init__(self, now: float = 1000.0) -> None:
        self.now = now
        self.loop = Loop()
        self.shares = AddressShares(cast(Any, self.loop), 8, 4, lambda: self.now)
        self.share = self.shares.of("a")
        self.went_on: list[str] = []

    def wait(self, name: str, takes: float = 0.0) -> None:
        def go_on() -> None:
            start = self.now
            self.now += takes
            self.went_on.append(name)
            self.share.spend(start, 0)

        self.share.wait(go_on)


def test_a_slice_is_spent_and_renewed_once_a_turn() -> None:
    world = World()
    share, loop = world.share, world.loop
    assert (share.left, world.shares.per_frame, world.shares.slack) == (SLICE, 0.125, 0.5)
    start, world.now = world.now, world.now + 0.002
    share.spend(start, 1)
    share.spend(world.now - 0.001, 1)
    world.shares.of("b").spend(world.now, 1)
    assert share.left == pytest.approx(SLICE - 0.003)
    # One turn renews all that were used.
    assert len(loop.soon) == 1
    loop.turn()
    assert (share.left, world.shares.of("b").left, loop.later) == (SLICE, SLICE, [])
    share.spend(world.now, 1)
    assert len(loop.soon) == 1


@pytest.mark.parametrize("now", [0.0, 1000.0])
@pytest.mark.parametrize(
    ("frames", "later"), [(4, []), (5, [0.125]), (12, [1.0]), (4.1, [REST])], ids=["4", "5", "12", "hardly more"]
)
def test_address_ahead_of_its_share_rests_until_paid(frames: float, later: list[float], now: float) -> None:
    world = World(now)
    world.share.spend(world.now, cast(int, frames))
    assert world.share.left == (0.0 if later else SLICE)
    world.loop.turn()
    assert world.loop.later == later
    assert world.share.left == (0.0 if later else SLICE)
    if later:
        world.wait("after")
        world.now += later[0]
        world.loop.turn()
        assert (world.share.left, world.went_on) == (SLICE, ["after"])
        assert REST == 0.02
    # After a long pause nothing is owed.
    world.loop.turn()
    world.now += 100
    world.share.spend(world.now, 4)
    assert world.share.left == SLICE


def test_waiting_connection_resumes_until_the_slice_is_used_up() -> None:
    world = World()
    for name in ("first", "second", "third"):
        world.wait(name, takes=SLICE / 1.5)
        # Nobody passes those who wait.
        assert (world.share.left, world.went_on, len(world.loop.soon)) == (0.0, [], 1)
    world.loop.turn()
    assert world.went_on == ["first", "second"]
    world.loop.turn()
    assert (world.went_on, world.share.left > 0) == (["first", "second", "third"], True)
    world.loop.turn()
    assert (world.share.left, world.loop.soon) == (SLICE, [])


def test_turn_without_waiters_is_immediate_at_the_told_cost() -> None:
    world = World()
    with pytest.raises(StopIteration):
        world.share.turn(0.001).send(None)
    assert world.share.left == pytest.approx(SLICE - 0.001)
    # It counts as a frame.
    assert world.share.paid == pytest.approx(world.now + 0.125)


def test_turns_come_in_order_and_skip_those_who_gave_up() -> None:
    async def main() -> None:
        loop, now = asyncio.get_running_loop(), 5.0
        share = AddressShares(loop, 10**9, 10**9, lambda: now).of("a")
        done: list[str] = []

        async def turn(name: str, cost: float) -> None:
            await share.turn(cost)
            done.append(name)

        tasks = [asyncio.create_task(turn(str(number), SLICE / 1.5)) for number in range(5)]
        share.spend(now - 2 * SLICE, 1)
        await asyncio.sleep(0)
        tasks[2].cancel()
        assert done == []
        seen = []
        while len(done) < 4:
            await asyncio.sleep(0)
            seen.append(len(done))
        assert done == ["0", "1", "3", "4"]
        assert 2 in seen
        assert share.waiting == type(share.waiting)()

    run(main())
