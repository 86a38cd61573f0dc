"""One worker against two, as ``bocage serve --workers`` runs them; players of each match sit at different workers.

Rounds are interleaved: one worker, two, one, two. Each plays fifty matches as fast as players get their turns.
``python -m tests.bench workers``. Printed are medians and ranges of

- actions stored per second by the clock: what this machine does, where the load takes its part of the cores;
- processor time per action of the workers, of Redis, and of the load, which is no part of the service;
- what that says of cores that have nothing else to do: actions per second of processor time of workers and Redis,
  of two cores with two workers against one core with one.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from statistics import median

import msgspec
import psutil

from bocage.rules.kernel.registry import find_game
from bocage.store import Store, StoreSettings
from tests.bench.crowd import Crowd, Playing, new_match
from tests.bench.machine import Meter, cores, pin, redis_server
from tests.bench.measure import lasting
from tests.redis_server import RedisServer, free_port

ROUNDS = 5
SECONDS = 3.0
MATCHES = 50
GAME = "squad"
#: The load is one client that does everything.
LIMITS = ",".join(
    f"{name}=1000000"
    for name in (
        *("message_rate", "message_burst", "address_rate", "address_burst"),
        *("matches_per_socket", "address_sockets", "address_connections"),
    )
)


class Round(msgspec.Struct):
    """Actions per second by the clock; microseconds of processor time per action; cores that others used."""

    clock: float
    workers: float
    redis: float
    load: float
    others: float

    @property
    def cost(self) -> float:
        """What the service itself takes for an action."""
        return self.workers + self.redis


@contextlib.contextmanager
def serving(redis: RedisServer, workers: int) -> Iterator[tuple[int, list[int]]]:
    """The service with so many workers: its port, and their process ids."""
    port = free_port()
    environment = {**os.environ, "BOCAGE_REDIS": redis.url, "BOCAGE_LIMITS": LIMITS, "BOCAGE_BOTS": "off"}
    line = [sys.executable, "-m", "bocage.cli", "serve", "--port", str(port), "--workers", str(workers)]
    process = subprocess.Popen([*line, "--drain", "0"], env=environment, stdout=subprocess.PIPE)
    assert process.stdout is not None
    try:
        process.stdout.readline()
        children = [child.pid for child in psutil.Process(process.pid).children()]
        yield port, children if workers > 1 else [process.pid]
    finally:
        process.terminate()
        process.wait(60)
        process.stdout.close()


def worker_of(port: int, pids: list[int]) -> int:
    """Which of the workers has accepted the connection from that port of this process."""
    for pid in pids:
        if any(one.raddr and one.raddr.port == port for one in psutil.Process(pid).net_connections("tcp")):
            return pid
    return 0


async def seat(crowd: Crowd, store: Store, port: int, pids: list[int], number: int) -> None:
    """One match, its two players at different workers (the same one, where there is one)."""
    game = find_game(GAME)
    people = [await store.create_player(f"P{number}-{seat}") for seat in range(game.seats)]
    match = await new_match(store, game, [player for player, _ in people])
    taken: set[int] = set()
    for place, (_, token) in enumerate(people):
        while True:
            guest = Playing(crowd, number * 2 + place)
            await guest.enter(port, token, [])
            worker = worker_of(guest.socket.transport.get_extra_info("sockname")[1], pids)
            if worker and (len(pids) == 1 or worker not in taken):
                break
            guest.socket.close()
        taken.add(worker)
        await guest.follow([match])
        crowd.guests.append(guest)


async def play(redis: RedisServer, port: int, pids: list[int]) -> Round:
    """One round."""
    assert redis.process is not None
    crowd = Crowd()
    store = await Store.open(StoreSettings(redis.url))
    for number in range(MATCHES):
        await seat(crowd, store, port, pids, number)
    await store.close()
    crowd.acks = 0
    meter, busy, start = Meter([redis.process.pid, os.getpid(), *pids]), _busy(), time.perf_counter()
    await lasting(SECONDS, lambda: crowd.acks > 0)
    passed, acks = time.perf_counter() - start, crowd.acks
    by_redis, load, *by_workers = meter.each()
    others = _busy() - busy - by_redis - load - sum(by_workers)
    crowd.close()
    each = 1e6 / acks
    return Round(acks / passed, sum(by_workers) * each, by_redis * each, load * each, others / passed)


def _busy() -> float:
    """Seconds of processor time that anybody on this machine has used."""
    times = psutil.cpu_times()
    return float(sum(times) - times.idle - getattr(times, "iowait", 0.0) - getattr(times, "guest", 0.0))


def main() -> None:
    """Measure and print."""
    rounds: dict[int, list[Round]] = {1: [], 2: []}
    for _ in range(ROUNDS):
        for workers, found in rounds.items():
            with redis_server() as redis:
                assert redis.process is not None
                pin(redis.process.pid, set.union(*cores()))
                with serving(redis, workers) as (port, pids):
                    found.append(asyncio.run(play(redis, port, pids)))
    for workers, found in rounds.items():
        for name, unit in (
            ("clock", "actions/s by the clock"),
            ("workers", "us per action, workers"),
            ("redis", "us per action, Redis"),
            ("load", "us per action, the load"),
            ("others", "cores used by others"),
        ):
            print(f"workers: {workers}  {_text([getattr(one, name) for one in found])} {unit}")
    ratios = [2 * one.cost / two.cost for one, two in zip(rounds[1], rounds[2], strict=True)]
    print(f"two cores with two workers against one with one, by processor time: {_text(ratios)}")
    ratios = [two.clock / one.clock for one, two in zip(rounds[1], rounds[2], strict=True)]
    print(f"two workers against one, by the clock: {_text(ratios)}")


def _text(values: list[float]) -> str:
    digits = 2 if max(values) < 10 else 0
    low, middle, high = min(values), median(values), max(values)
    return f"{middle:,.{digits}f} ({low:,.{digits}f}-{high:,.{digits}f})"


if __name__ == "__main__":
    main()
