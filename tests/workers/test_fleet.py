"""When workers are started, told to go, and replaced: with a clock and processes that do not exist."""

from __future__ import annotations

import random

import pytest

from bocage.workers.fleet import (
    END_TIME,
    LONGEST_PAUSE,
    START_TIME,
    STEADY,
    Announce,
    Finish,
    Fleet,
    Launch,
    Order,
    Tell,
)

DRAIN = 5.0


def serving(size: int = 2) -> Fleet:
    """A fleet whose workers 1, 2, … all serve since second 0."""
    fleet = Fleet(size, DRAIN)
    assert fleet.start(0.0) == [Launch(number, number) for number in range(1, size + 1)]
    for launch in range(1, size):
        assert fleet.ready(launch, 0.0) == []
    assert fleet.ready(size, 0.0) == [Announce()]
    assert fleet.wake is None
    return fleet


def test_a_start_that_fails_ends_everything() -> None:
    fleet = Fleet(3, DRAIN)
    fleet.start(0.0)
    fleet.ready(1, 1.0)
    assert fleet.ended(2, 1, 2.0) == [Tell(1, "stop"), Tell(3, "stop")]
    assert fleet.ended(1, 0, 3.0) == []
    assert fleet.ended(3, 0, 3.0) == [Finish(1)]


def test_a_worker_that_never_serves_is_killed() -> None:
    fleet = Fleet(1, DRAIN)
    fleet.start(0.0)
    assert fleet.wake == START_TIME
    assert fleet.tick(START_TIME - 1) == []
    assert fleet.tick(START_TIME) == [Tell(1, "kill")]
    assert fleet.ended(1, -9, START_TIME) == [Finish(1)]


def test_a_dead_worker_is_replaced_at_once_then_ever_later() -> None:
    fleet, now, launch, pauses = serving(), 0.0, 1, []
    for _ in range(10):
        orders = fleet.ended(launch, -9, now)
        died = now
        if not orders:
            assert fleet.wake is not None
            assert fleet.tick(fleet.wake - 0.01) == []
            now = fleet.wake
            orders = fleet.tick(now)
        (order,) = orders
        assert isinstance(order, Launch)
        assert order.number == 1
        launch = order.launch
        pauses.append(now - died)
        fleet.ready(launch, now)
    assert pauses == [0, 0.5, 1, 2, 4, 8, 16, *[LONGEST_PAUSE] * 3]
    # Whoever has served for a while has shown that it can.
    assert fleet.ended(launch, 1, now + STEADY) == [Launch(1, launch + 1)]


def test_workers_are_replaced_one_by_one() -> None:
    fleet = serving()
    assert fleet.restart(10.0) == [Launch(1, 3)]
    assert fleet.ready(3, 12.0) == [Tell(1, "leave")]
    assert fleet.wake == 12.0 + DRAIN + END_TIME
    assert fleet.ended(1, 0, 13.0) == [Launch(2, 4)]
    assert fleet.ready(4, 14.0) == [Tell(2, "leave")]
    assert fleet.ended(2, 0, 15.0) == []
    assert fleet.wake is None


def test_stuck_worker_is_killed_before_the_next() -> None:
    fleet = serving()
    fleet.restart(10.0)
    fleet.ready(3, 10.0)
    overdue = 10.0 + DRAIN + END_TIME
    assert fleet.tick(overdue) == [Tell(1, "kill")]
    assert fleet.ended(1, -9, overdue) == [Launch(2, 4)]


def test_failed_replacement_keeps_old_workers() -> None:
    """An upgrade that does not start takes nobody away."""
    fleet = serving()
    fleet.restart(10.0)
    assert fleet.ended(3, 1, 11.0) == []
    assert fleet.wake is None
    assert fleet.restart(20.0) == [Launch(1, 4)]


def test_dying_old_worker_is_followed_by_the_new() -> None:
    fleet = serving()
    fleet.restart(10.0)
    assert fleet.ended(1, -9, 11.0) == []
    assert fleet.ready(3, 12.0) == [Launch(2, 4)]


def test_repeated_replacement_restarts_after_the_present_turn() -> None:
    fleet = serving()
    fleet.restart(10.0)
    fleet.ready(3, 11.0)
    fleet.ended(1, 0, 12.0)
    assert fleet.restart(12.5) == []
    fleet.ready(4, 13.0)
    assert fleet.ended(2, 0, 14.0) == [Launch(1, 5)]


def test_a_request_before_all_serve_waits_until_they_do() -> None:
    fleet = Fleet(1, DRAIN)
    fleet.start(0.0)
    assert fleet.restart(1.0) == []
    assert fleet.ready(1, 2.0) == [Announce(), Launch(1, 2)]


def test_stopping_tells_everybody_and_waits_for_the_last() -> None:
    fleet = serving()
    fleet.restart(1.0)
    assert fleet.stop(2.0) == [Tell(1, "stop"), Tell(3, "stop"), Tell(2, "stop")]
    assert fleet.stop(2.5) == []
    assert fleet.restart(2.5) == []
    assert fleet.hurry() == [Tell(1, "hurry"), Tell(3, "hurry"), Tell(2, "hurry")]
    assert fleet.ready(3, 3.0) == []
    for launch in (1, 3):
        assert fleet.ended(launch, 0, 3.0) == []
    assert fleet.tick(2.0 + DRAIN + END_TIME) == [Tell(2, "kill")]
    assert fleet.ended(2, -9, 40.0) == [Finish(0)]


def test_stopping_while_nobody_lives_ends_at_once() -> None:
    fleet = serving(1)
    fleet.ended(1, 1, 1.0)
    fleet.ended(2, 1, 1.0)
    assert fleet.wake is not None
    assert fleet.stop(1.1) == [Finish(0)]
    assert fleet.wake is None


@pytest.mark.parametrize("seed", range(50))
def test_whatever_happens_all_serve_in_the_end_and_all_end(seed: int) -> None:
    """Random deaths, restarts and times; then quiet: each number has one process. Then a stop leaves none."""
    rng = random.Random(seed)
    fleet, now = Fleet(3, DRAIN), 0.0
    starting: dict[int, int] = {}
    alive: dict[int, int] = {}
    dying: set[int] = set()
    finished: list[int] = []
    done: list[Order] = []

    def carry_out(orders: list[Order]) -> None:
        done.extend(orders)
        for order in orders:
            if isinstance(order, Launch):
                starting[order.launch] = order.number
            elif isinstance(order, Tell):
                dying.add(order.launch)
            elif isinstance(order, Finish):
                finished.append(order.code)

    def end(launch: int) -> None:
        starting.pop(launch, None)
        alive.pop(launch, None)
        dying.discard(launch)
        carry_out(fleet.ended(launch, 1, now))

    def serve(launch: int) -> None:
        alive[launch] = starting.pop(launch)
        carry_out(fleet.ready(launch, now))

    def settle() -> None:
        nonlocal now
        while starting or dying or fleet.wake is not None:
            for launch in [one for one in starting if one not in dying]:
                serve(launch)
            for launch in list(dying):
                end(launch)
            if fleet.wake is not None:
                now = max(now, fleet.wake)
                carry_out(fleet.tick(now))

    carry_out(fleet.start(now))
    settle()
    for _ in range(100):
        now += rng.random() * 20
        match rng.choice(["die", "serve", "leave", "restart", "tick"]):
            case "die" if alive or starting:
                end(rng.choice([*alive, *starting]))
            case "serve" if starting:
                serve(rng.choice(list(starting)))
            case "leave" if dying:
                end(rng.choice(list(dying)))
            case "restart":
                carry_out(fleet.restart(now))
            case _:
                carry_out(fleet.tick(now))
    settle()
    assert sorted(alive.values()) == [1, 2, 3]
    assert finished == []
    assert done.count(Announce()) == 1
    carry_out(fleet.stop(now))
    settle()
    assert (alive, finished) == ({}, [0])
