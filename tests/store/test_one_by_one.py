"""Work that becomes possible all at once is done in as many turns of the event loop."""

from __future__ import annotations

import asyncio

from bocage.store.one_by_one import OneByOne


async def test_one_goes_on_in_each_turn() -> None:
    queue, done = OneByOne(), list[int]()

    async def work(number: int) -> None:
        await queue.turn()
        done.append(number)

    tasks = [asyncio.create_task(work(number)) for number in range(5)]
    most = 0
    while len(done) < 5:
        before = len(done)
        await asyncio.sleep(0)
        most = max(most, len(done) - before)
    assert done == [0, 1, 2, 3, 4]
    assert most == 1
    await asyncio.gather(*tasks)


async def test_nobody_waits_for_one_that_gave_up() -> None:
    queue = OneByOne()
    tasks = [asyncio.create_task(queue.turn()) for _ in range(3)]
    await asyncio.sleep(0)
    tasks[1].cancel()
    await asyncio.gather(*tasks, return_exceptions=True)
    assert [task.cancelled() for task in tasks] == [False, True, False]
    await queue.turn()
