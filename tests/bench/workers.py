"""One worker against two, as ``bocage serve`` runs them, with players who come through the front door.

``python -m tests.bench workers``. A hundred matches of SQUAD, played as fast as players get their turns. Players
open a connection for each match (``/ws?match=ID``), as the page and the SDK do, and meet at one worker; or, for
comparison, the two of each match sit at different workers on purpose. Printed are medians and ranges of

- actions stored per second by the clock: what this machine does, where the load takes its part of the cores;
- processor time per action of the workers, of Redis, and of the load, which is no part of the service;
- what that says of cores that have nothing else to do: actions per second of processor time of workers and Redis,
  of two cores with two workers against one core with one.
"""

from __future__ import annotations

import asyncio
import contextlib
import os
import random
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
from tests.redis_server import RedisServer, free_port

ROUNDS = 5
MATCHES = 100
#: Actions of a round; seconds after which it ends without them.
ACTIONS, MOST = 10_000, 20.0
#: Work of two cores with two workers, of that of one core with one.
TARGET = 1.8
GAME = "squad"
#: A row's name → how many workers, and whether the players of a match meet.
WAYS = {
    "one worker": (1, True),
    "two workers": (2, True),
    "two workers, players apart": (2, False),
}
#: The load is one client that does everything.
LIMITS = ",".join(
    f"{name}=1000000"
    for name in (
        *("message_rate", "message_burst", "address_rate", "address_burst"),
        *("matches_per_socket", "address_sockets", "address_connections"),
    )
)


class Round(msgspec.Struct):
    """Actions per second by the clock; microseconds of processor time per action; cores that others used; matches
    of which both players were at one worker."""

    clock: float
    workers: float
    redis: float
    load: float
    others: float
    met: float

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


async def seat(crowd: Crowd, store: Store, port: int, pids: list[int], number: int, meet: bool) -> bool:
    """One match, its two players at one worker, or else at different ones; whether they met."""
    game = find_game(GAME)
    people = [await store.create_player(f"P{number}-{seat}") for seat in range(game.seats)]
    match = await new_match(store, game, [player for player, _ in people])
    workers: list[int] = []
    for place, (_, token) in enumerate(people):
        while True:
            guest = Playing(crowd, number * 2 + place)
            await guest.enter(port, token, [], f"/ws?match={match}" if meet else "/ws")
            worker = worker_of(guest.socket.transport.get_extra_info("sockname")[1], pids)
            if worker and (meet or worker not in workers):
                break
            guest.socket.close()
        workers.append(worker)
        await guest.follow([match])
        crowd.guests.append(guest)
    return len(set(workers)) == 1


async def play(redis: RedisServer, port: int, pids: list[int], meet: bool) -> Round:
    """One round."""
    assert redis.process is not None
    crowd = Crowd()
    crowd.paced = True
    store = await Store.open(StoreSettings(redis.url))
    met = [await seat(crowd, store, port, pids, number, meet) for number in range(MATCHES)]
    await store.close()
    crowd.acks, crowd.paced = 0, False
    meter, busy, start = Meter([redis.process.pid, os.getpid(), *pids]), _busy(), time.perf_counter()
    while crowd.ready:
        player, message = crowd.ready.popleft()
        player.act(message)
    while crowd.acks < ACTIONS and time.perf_counter() - start < MOST:  # noqa: ASYNC110  (a figure tells nobody)
        await asyncio.sleep(0.05)
    passed, acks = time.perf_counter() - start, crowd.acks
    by_redis, load, *by_workers = meter.each()
    others = _busy() - busy - by_redis - load - sum(by_workers)
    crowd.close()
    if crowd.refused:
        raise RuntimeError(f"refused: {set(crowd.refused)}")
    each = 1e6 / acks
    return Round(
        acks / passed, sum(by_workers) * each, by_redis * each, load * each, others / passed, sum(met) / MATCHES
    )


def _busy() -> float:
    """Seconds of processor time that anybody on this machine has used."""
    times = psutil.cpu_times()
    return float(sum(times) - times.idle - getattr(times, "iowait", 0.0) - getattr(times, "guest", 0.0))


def main() -> None:
    """Measure and print."""
    rounds: dict[str, list[Round]] = {name: [] for name in WAYS}
    for number in range(ROUNDS):
        for name in random.Random(number).sample(list(WAYS), len(WAYS)):
            workers, meet = WAYS[name]
            with redis_server() as redis:
                assert redis.process is not None
                pin(redis.process.pid, set.union(*cores()))
                with serving(redis, workers) as (port, pids):
                    rounds[name].append(asyncio.run(play(redis, port, pids, meet)))
    for name, found in rounds.items():
        for figure, unit in (
            ("clock", "actions/s by the clock"),
            ("workers", "us per action, workers"),
            ("redis", "us per action, Redis"),
            ("load", "us per action, the load"),
            ("others", "cores used by others"),
            ("met", "of the matches have both players at one worker"),
        ):
            print(f"{name + ':':<28} {_text([getattr(one, figure) for one in found])} {unit}")
    one, *more = rounds
    for name in more:
        pairs = list(zip(rounds[one], rounds[name], strict=True))
        costs, clocks = (
            [2 * one.cost / two.cost for one, two in pairs],
            [two.clock / one.clock for one, two in pairs],
        )
        met = ("met" if median(costs) >= TARGET else "NOT MET") if WAYS[name][1] else "none"
        told = f"by processor time: {_text(costs)}, target ≥ {TARGET}: {met}; by the clock: {_text(clocks)}"
        print(f"{name} against one, {told}")


def _text(values: list[float]) -> str:
    digits = 2 if max(values) < 10 else 0
    low, middle, high = min(values), median(values), max(values)
    return f"{middle:,.{digits}f} ({low:,.{digits}f}-{high:,.{digits}f})"


if __name__ == "__main__":
    main()
