"""What an append costs its client: the store's own connection against redis-py, with the same commands.

``python -m tests.bench connection``: microseconds of this process's time per append, medians over interleaved
rounds. The appends of one turn of the event loop go out as one script call, or as a pipeline of one call each;
every append has a future of its own that its reply settles. Redis runs on a core of its own.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from statistics import median
from typing import Any

import redis.asyncio

from bocage.store.connection import Argument, RedisConnection, settle
from tests.bench.machine import cores, pin, redis_server
from tests.bench.measure import run
from tests.redis_server import RedisServer

ROUNDS = 7
#: Appends in one round.
APPENDS = 10_000
#: Appends that gather in one turn.
GATHERED = (1, 5, 50)

#: Adds one entry to each log; its numbers.
SCRIPT = """
local numbers = {}
for place, key in ipairs(KEYS) do numbers[place] = redis.call('XADD', key, '*', 'raw', ARGV[place]) end
return numbers
"""
ENTRY = b"x" * 64

#: Sends so many appends, and returns when all are settled.
Turn = Callable[[int], Awaitable[None]]


def _keys(count: int) -> list[str]:
    return [f"log:{number}" for number in range(count)]


def _futures(count: int) -> list[asyncio.Future[Any]]:
    loop = asyncio.get_running_loop()
    return [loop.create_future() for _ in range(count)]


def _settle_all(futures: Sequence[asyncio.Future[Any]], replies: Sequence[Any]) -> None:
    for future, reply in zip(futures, replies, strict=True):
        settle(future, reply)


def own(connection: RedisConnection, sha: bytes) -> Turn:
    """The store's own connection, one call for all."""

    async def turn(count: int) -> None:
        futures = _futures(count)
        command: list[Argument] = ["EVALSHA", sha, count, *_keys(count), *[ENTRY] * count]
        connection.send(command, lambda replies: _settle_all(futures, replies))
        for future in futures:
            await future

    return turn


def batched(client: Any, sha: bytes) -> Turn:
    """redis-py, one call for all."""

    async def turn(count: int) -> None:
        futures = _futures(count)
        keys = _keys(count)
        _settle_all(futures, await client.execute_command("EVALSHA", sha, count, *keys, *[ENTRY] * count))
        for future in futures:
            await future

    return turn


def pipelined(client: Any, sha: bytes) -> Turn:
    """redis-py, a pipeline of one call each."""

    async def turn(count: int) -> None:
        futures = _futures(count)
        async with client.pipeline(transaction=False) as pipeline:
            for key in _keys(count):
                pipeline.execute_command("EVALSHA", sha, 1, key, ENTRY)
            _settle_all(futures, await pipeline.execute())
        for future in futures:
            await future

    return turn


async def _cost(turn: Turn, gathered: int) -> float:
    """Microseconds of this process per append."""
    turns = max(1, APPENDS // gathered)
    begin = time.process_time()
    for _ in range(turns):
        await turn(gathered)
    return (time.process_time() - begin) / (turns * gathered) * 1e6


async def measure(server: RedisServer) -> None:
    """Print a row per way and number."""
    client = redis.asyncio.Redis(unix_socket_path=str(server.socket), protocol=3)
    sha: bytes = (await client.script_load(SCRIPT)).encode()
    loop = asyncio.get_running_loop()
    _, connection = await loop.create_unix_connection(
        lambda: RedisConnection(lambda push: None, lambda lost: None), str(server.socket)
    )
    ways = {
        "own, one call": own(connection, sha),
        "redis-py, one call": batched(client, sha),
        "redis-py, a pipeline": pipelined(client, sha),
    }
    for gathered in GATHERED:
        costs: dict[str, list[float]] = {name: [] for name in ways}
        for _ in range(ROUNDS):
            for name, turn in ways.items():
                costs[name].append(await _cost(turn, gathered))
            await client.flushdb()
        floor = median(costs["own, one call"])
        for name, found in costs.items():
            middle = median(found)
            figures = f"{middle:>6.1f} us ({min(found):.1f}-{max(found):.1f})  {middle / floor:.1f} x"
            print(f"{gathered:>3} appends a turn  {name:<22} {figures}", flush=True)
    connection.abort()
    await client.aclose()


def main() -> None:
    """Measure and print."""
    pin(0, cores()[1])
    with redis_server() as server:
        run(measure(server))
