"""What a follower is told, on the class alone: pushes and readings of the log in every order that there is."""

from __future__ import annotations

import asyncio

import pytest

from bocage.log.records import Entry
from bocage.store.records import StorageUnavailableError
from tests.store.followed_logs_world import RARE, STEPS, Walk, World
from tests.store.logs import Listener


async def test_push_between_reading_and_its_waiter_is_kept() -> None:
    world = World(95)
    world.append(2)
    world.deliver(1)
    await world.turn()
    world.carry_out()
    world.append()
    world.answer()
    world.deliver(1)
    await world.settle()
    assert world.listener.entries == world.log
    assert world.listener.seqs[-1] == 98


async def test_second_heal_reads_again() -> None:
    """Whoever lost a race wants it; a reading that was carried out before does not know who won."""
    world = World(3)
    world.append()
    world.deliver(again=True)
    world.followed_logs.heal(world.followed)
    await world.turn()
    world.carry_out()
    world.append()
    world.pushes.clear()
    healed = world.followed_logs.heal(world.followed)
    world.answer()
    await world.settle()
    assert healed.done()
    assert world.listener.entries == world.log


async def test_push_on_a_new_connection_waits_for_the_reading() -> None:
    """It comes on top of an entry that took the place of a lost one."""
    world = World(5)
    world.reconnect()
    world.log.pop()
    world.append(2)
    world.deliver(1)
    assert world.listener.seqs == [1, 2, 3, 4, 5]
    world.healed()
    assert world.listener.seqs == [1, 2, 3, 4, 5]
    assert world.listener.rewinds == 1


async def test_answer_of_an_old_connection_is_dropped() -> None:
    world = World(5)
    world.append(2)
    world.deliver(1)
    await world.turn()
    world.carry_out()
    world.answer()
    world.rewind(lost=2, others=1)
    await world.settle()
    assert world.listener.entries == world.log


async def test_new_connection_begins_a_new_reading() -> None:
    world = World(3)
    old = world.followed_logs.heal(world.followed)
    await world.turn()
    world.followed_logs.doubt()
    # In the same turn the old one has not ended yet.
    new = world.followed_logs.heal(world.followed)
    assert new is not old
    await world.turn()
    assert (old.cancelled(), new.done(), len(world.readings)) == (True, False, 2)
    new.cancel()
    await asyncio.gather(new, return_exceptions=True)


async def test_another_entry_of_a_known_number_is_no_repetition() -> None:
    world = World(5)
    world.log.pop()
    world.append()
    world.deliver()
    await world.settle()
    assert world.listener.rewinds == 1


async def test_nobody_is_told_after_they_left_in_the_middle() -> None:
    world = World(1)

    def leave(entry: Entry) -> None:
        Listener.entry(world.listener, entry)
        world.followed_logs.remove("m")

    world.listener.entry = leave  # type: ignore[method-assign]
    world.append(3)
    world.deliver(2)
    await world.settle()
    assert world.listener.seqs == [1, 2]


async def test_a_comparison_finds_what_no_push_tells() -> None:
    world = World(1)
    world.append(3)
    world.pushes.clear()
    world.compare()
    await world.settle()
    assert world.listener.entries == world.log
    del world.log[2:]
    world.compare()
    await world.settle()
    assert world.listener.rewinds == 1


async def test_archived_log_is_read_again_only_after_failure() -> None:
    world = World(4)
    world.append()
    world.followed_logs.compare("m", -1)
    await world.turn()
    world.fail()
    await world.turn()
    for _ in range(3):
        world.followed_logs.compare("m", -1)
        await world.turn()
    assert len(world.readings) == 1
    await world.settle()
    assert world.listener.entries == world.log


async def test_only_who_is_loaded_sure_and_open_is_compared() -> None:
    world = World(4)
    world.append()
    world.followed_logs.compare("unknown", 9)
    world.followed_logs.add("m2", Listener())
    world.followed_logs.compare("m2", 9)
    world.followed.sure = False
    world.compare()
    await world.turn()
    assert world.readings == []
    world.followed.sure = True
    world.followed_logs.compare("m", 4)
    await world.turn()
    assert world.readings == []
    world.followed_logs.compare("m", -1)
    await world.settle()
    assert world.listener.entries == world.log
    world.followed_logs.compare("m", -1)
    await world.turn()
    assert world.readings == []


async def test_entries_after_loading_are_in_the_taken_log() -> None:
    world = World(2)
    listener = Listener()
    followed = world.followed_logs.add("m", listener)
    world.append()
    world.deliver()
    world.followed_logs.loaded(followed, world.log[:2])
    world.append(2)
    world.deliver(1)
    await world.settle()
    assert world.followed_logs.take(followed) == world.log
    assert listener.entries == []
    world.append()
    world.deliver(1)
    assert listener.entries == world.log[5:]


async def test_log_loaded_on_an_old_connection_is_not_taken() -> None:
    world = World(3)
    followed = world.followed_logs.add("m", Listener())
    world.followed_logs.loaded(followed, list(world.log))
    world.reconnect()
    assert world.followed_logs.take(followed) is None


async def test_whole_log_of_an_old_connection_is_not_told() -> None:
    world = World(3)
    world.append()
    reading = asyncio.create_task(world.followed_logs.read("m"))
    await world.turn()
    world.carry_out()
    world.answer()
    world.reconnect()
    with pytest.raises(StorageUnavailableError):
        await reading
    assert world.listener.seqs == [1, 2, 3]


async def test_push_after_the_reading_is_read() -> None:
    world = World(5)
    world.reconnect()
    world.read_anew()
    world.append()
    world.deliver()
    world.healed()
    await world.settle()
    assert world.listener.entries == world.log


@pytest.mark.parametrize("part", range(4))
async def test_at_rest_the_follower_knows_everything_that_was_delivered(part: int) -> None:
    for number in range(150):
        walk = Walk((part, number), "fail", "compare")
        world = World(2)
        for _ in range(10):
            await walk.go(world, walk.rng.randrange(3, 12))
            entries = world.listener.entries
            assert len(entries) >= world.heard, (part, number)
            assert entries == world.log[: len(entries)], (part, number)
        world.compare()
        await world.settle()
        assert world.listener.entries == world.log, (part, number)
        assert world.listener.rewinds == 0


@pytest.mark.parametrize("part", range(4))
async def test_whatever_was_lost_one_comparison_makes_up_for_it(part: int) -> None:
    for number in range(100):
        walk = Walk((part, number))
        world = World(2)
        for _ in range(5):
            await walk.go(world, walk.rng.randrange(3, 12))
            world.compare()
            await world.settle()
            assert world.listener.entries == world.log, (part, number)
        assert world.listener.rewinds == 0


@pytest.mark.parametrize("part", range(4))
async def test_rewound_log_is_noticed_once_and_never_mixed(part: int) -> None:
    for number in range(100):
        walk = Walk((part, number))
        world = World(2)
        await walk.go(world, 12)
        for _ in range(5):
            await walk.go(world, walk.rng.randrange(8))
            known = list(world.listener.entries)
            # What the follower knows of the log is lost, or only what it does not know.
            world.rewind(walk.rng.randrange(4), walk.rng.randrange(4))
            kept = world.log[: len(known)] == known
            assert world.listener.rewinds == (not kept), (part, number)
            assert ("m" in world.followed_logs) == kept
            if not kept:
                world.begin()
        await walk.go(world, 12)
        world.compare()
        await world.settle()
        assert world.listener.entries == world.log, (part, number)
        assert world.listener.rewinds == 0


@pytest.mark.parametrize("part", range(4))
async def test_log_loaded_during_appends_is_complete(part: int) -> None:
    """Followers come and go in the middle of everything."""
    for number in range(100):
        walk = Walk((part, number), "fail", *RARE)
        world = World(2)
        for _ in range(5):
            await walk.go(world, 6)
            world.listener = Listener()
            world.followed = world.followed_logs.add("m", world.listener)
            world.heard = 0
            # What is pushed until then is in what is loaded.
            world.append(walk.rng.randrange(3))
            while world.pushes and walk.rng.random() < 0.5:
                world.deliver()
            world.pushes.clear()
            world.followed_logs.loaded(world.followed, list(world.log))
            for _ in range(walk.rng.randrange(6)):
                STEPS[walk.rng.choice(["append", "deliver", "carry out", "answer"])](world, 0)
                if walk.rng.random() < 0.3:
                    await world.turn()
            taken = world.followed_logs.take(world.followed)
            assert taken is not None
            assert taken == world.log[: len(taken)]
            assert world.listener.entries == []
            world.listener.entries += taken
        await walk.go(world, 6)
        world.compare()
        await world.settle()
        assert world.listener.entries == world.log, (part, number)
