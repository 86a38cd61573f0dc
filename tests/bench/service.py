"""P3 to P6, P8 to P10: the service against floors that are measured in the same run.

What is measured runs on one core (service and Redis together), the load on the others. Rates are per second of
processor time of what is measured: that is what the core would do if it had nothing else to do, and somebody else's
work on the machine does not spoil it. Delays are wall-clock time.

P3  two-player matches of a trivial game, each player answers as soon as he can; every action is stored. Floors:
    websocket echo (uvicorn and Starlette, websockets-sansio), XADD pipelined by 100
P4  the same with random players of real games, against P3
P5  99th percentile from act to the other player's update at 500 actions/s, against the echo's at that rate
P6  one match with 1,000 watchers: deliveries, against one frame written to each of 1,000 transports
P8  memory of an open table that nobody watches (10,000 of them on one node), and of an idle connection
P9  opening a stored match of 500 entries
P10 two nodes on one Redis, against one
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine
from random import Random
from statistics import median, quantiles
from typing import Any, TypeVar

import msgspec
import uvloop

from service.games.kernel import Game
from service.games.kernel.registry import find_game, register
from service.match import judge
from service.match.entries import Acted
from service.match.match import Match
from service.match.projection import propose
from service.store import Player, Store, StoreSettings
from tests.bench import floors
from tests.bench.crowd import Crowd, Guest, Playing, Watching, new_match
from tests.bench.machine import Meter, Served, cores, pin, redis_server, served
from tests.bench.measure import Line, Rate
from tests.live.tally import TALLY
from tests.redis_server import RedisServer

T = TypeVar("T")

SECONDS = 2.0
MATCHES = 50
WATCHERS = 1000
TABLES = 10_000
ENDLESS = {"turns": 1_000_000}
MILLI = 1000
KIB = 1024


class Memory(msgspec.Struct, frozen=True):
    """Bytes per table and per connection, and of a node with all the tables; the part of a core that it takes."""

    table: float
    connection: float
    node: int
    busy: float


class Bench:
    """A Redis, and what can be measured of services on it."""

    def __init__(self, server: RedisServer) -> None:
        assert server.process is not None
        self._url = server.url
        self._redis = server.process.pid

    async def _store(self) -> Store:
        return await Store.open(StoreSettings(self._url))

    async def _seat(self, crowd: Crowd, servers: list[Served], game: Game[Any], options: Any) -> None:
        """Fifty matches, a connection per seat."""
        store = await self._store()
        for number in range(MATCHES):
            people = [await store.create_player(f"P{number}-{seat}") for seat in range(game.seats)]
            match = await new_match(store, game, [player for player, _ in people], options)
            server = servers[number % len(servers)]
            for seat, (_, token) in enumerate(people):
                await crowd.join(Playing(crowd, number * 2 + seat), server.port, token, [match])
        await store.close()

    async def play(self, servers: list[Served], game: Game[Any], options: Any = None) -> tuple[Rate, Rate, Crowd]:
        """Everybody plays as fast as he can: actions by all processor time, by that of the nodes alone, and who."""
        crowd = Crowd()
        await self._seat(crowd, servers, game, options)
        await asyncio.sleep(0.3)
        crowd.acks = 0
        crowd.delays.clear()
        start = time.perf_counter()
        nodes, everything = Meter([s.pid for s in servers]), Meter([*(s.pid for s in servers), self._redis])
        await asyncio.sleep(SECONDS)
        rates = everything.rate(crowd.acks), nodes.rate(crowd.acks)
        crowd.seconds = time.perf_counter() - start
        crowd.close()
        if crowd.refused:
            raise RuntimeError(f"refused: {set(crowd.refused)}")
        return *rates, crowd

    async def paced(self, server: Served, per_second: int = 500) -> list[float]:
        """Seconds from act to the other player's update, at a given rate."""
        crowd = Crowd()
        crowd.paced = True
        await self._seat(crowd, [server], TALLY, ENDLESS)
        await asyncio.sleep(0.3)
        crowd.delays.clear()
        start, number = time.perf_counter(), 0
        while (passed := time.perf_counter() - start) < 2 * SECONDS:
            while number < passed * per_second and crowd.ready:
                player, message = crowd.ready.popleft()
                player.act(message)
                number += 1
            await asyncio.sleep(0.0005)
        crowd.close()
        return crowd.delays

    async def watched(self, server: Served) -> Rate:
        """One match, a thousand watchers: an action as soon as all have seen the last."""
        store = await self._store()
        people = [await store.create_player(name) for name in ("Ann", "Bob")]
        match = await new_match(store, TALLY, [player for player, _ in people], ENDLESS)
        await store.close()
        crowd, players = Crowd(), Crowd()
        players.paced = True
        for seat, (_, token) in enumerate(people):
            await players.join(Playing(players, seat), server.port, token, [match])
        for _ in range(WATCHERS):
            await crowd.join(Watching(crowd), server.port, "", [match])
        await asyncio.sleep(2.5)  # until everybody has been told who is here
        crowd.delivered = 0
        meter, start = Meter([server.pid, self._redis]), time.perf_counter()
        while time.perf_counter() - start < SECONDS:
            crowd.expect(WATCHERS)
            player, message = await players.next()
            player.act(message)
            await crowd.all_have.wait()
        rate = meter.rate(crowd.delivered)
        crowd.close()
        players.close()
        return rate

    async def memory(self, server: Served, tables: int = TABLES, connections: int = 1000) -> Memory:
        """Open so many tables, which nobody watches then, and connections that follow nothing."""
        store = await self._store()
        people = [(await store.create_player(name))[0] for name in ("Ann", "Bob")]
        found: list[str] = []
        while len(found) <= tables:
            found += await asyncio.gather(*(new_match(store, find_game("squad"), people) for _ in range(50)))
        first, rest = found[0], found[1 : tables + 1]
        await store.close()
        crowd = Crowd()
        await crowd.join(Watching(crowd), server.port, "", [first])
        before = server.memory()
        for start in range(0, tables, 100):
            opener = await crowd.join(Watching(crowd), server.port, "", rest[start : start + 100])
            opener.socket.close()
        await asyncio.sleep(0.3)
        after = server.memory()
        per_table = (after - before) / tables
        # What it costs to look after all of them.
        meter = Meter([server.pid])
        await asyncio.sleep(2 * SECONDS)
        (busy,) = meter.each()
        before = server.memory()
        for _ in range(connections):
            await crowd.join(Watching(crowd), server.port)
        await asyncio.sleep(0.3)
        per_connection = (server.memory() - before) / connections
        crowd.close()
        return Memory(per_table, per_connection, after, busy / (2 * SECONDS))

    async def cold(self, server: Served, matches: int = 60, entries: int = 500) -> list[float]:
        """Seconds from `watch` to the snapshot, for stored matches that nobody has open."""
        store = await self._store()
        people = [(await store.create_player(name))[0] for name in ("Ann", "Bob")]
        stored = await asyncio.gather(*(_played(store, people, entries, seed) for seed in range(matches)))
        await store.close()
        delays = []
        for match in stored:
            crowd = Crowd()
            guest: Guest = await crowd.join(Watching(crowd), server.port)
            start = time.perf_counter()
            await guest.follow([match])
            delays.append(time.perf_counter() - start)
            crowd.close()
        return delays


async def _played(store: Store, people: list[Player], entries: int, seed: int) -> str:
    """A match of the longest game, played at random up to that entry."""
    rng = Random(seed)
    name = await new_match(store, find_game("company_commander"), people)
    log = await store.load(name)
    match = Match.fold(log.entries, log.secret)
    while match.seq < entries:
        decision = match.decision()
        body = judge.owed(match)
        if body is None:
            if decision is None:
                break
            body = Acted(decision.seat, rng.choice(decision.actions))
        proposal = propose(match, body, store.now())
        entry = await store.append(name, proposal.seq, proposal.raw, proposal.not_before, proposal.change)
        match.extend(entry, proposal.outlook)
    return name


def run(work: Coroutine[Any, Any, T]) -> T:
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        return runner.run(work)


def p99(delays: list[float]) -> float:
    """The 99th percentile, in milliseconds."""
    return quantiles(delays, n=100)[98] * MILLI


def less(name: str, value: float, most: float, unit: str) -> None:
    """Print a figure that is to be small."""
    met = "met" if value <= most else "NOT MET"
    print(f"{name:<36} {value:>9.2f} {unit:<10} target ≤ {most:g}: {met}", flush=True)


def main() -> None:
    """Measure everything and print it."""
    register(TALLY)
    pin(0, cores()[1])
    with redis_server() as server:
        measure(server, Bench(server))


def measure(server: RedisServer, bench: Bench) -> None:
    echoes: dict[str, Rate] = {}
    for kind in ("starlette", "raw", "wire"):
        with served("tests.bench.echo", kind) as echo:
            echoes[kind] = run(floors.echo(echo))
            print(f"floor: echo, {kind:<24} {echoes[kind].per_second:>9,.0f}/s", flush=True)
    with served("tests.bench.echo", "wire") as echo:
        fan_out = run(floors.fan_out(echo))
        echo_delays = run(floors.paced_echo(echo))
    xadd = run(floors.xadd(server))
    print(f"floor: fan-out, frame per transport  {fan_out.per_second:>9,.0f}/s")
    print(f"floor: XADD pipelined by 100         {xadd.per_second:>9,.0f}/s", flush=True)

    with served("tests.bench.serve", server.url) as node:
        rate, alone, crowd = run(bench.play([node], TALLY, ENDLESS))
        floor = min(echoes["starlette"].per_second, xadd.per_second)
        delays = f"p50 {median(crowd.delays) * MILLI:.1f} ms, p99 {p99(crowd.delays):.1f} ms, "
        note = f"{delays}{crowd.acks / crowd.seconds:,.0f}/s by the clock, node alone {alone.per_second:,.0f}/s"
        print(Line("P3 durable actions", rate.per_second, floor, 0.6, note), flush=True)
        for game in ("squad", "company_commander"):
            real, _, _ = run(bench.play([node], find_game(game)))
            print(Line(f"P4 {game}", real.per_second, rate.per_second, 0.5), flush=True)
        less("P5 p99 / echo's p99 at 500/s", p99(run(bench.paced(node))) / p99(echo_delays), 3, "times")
        watched = run(bench.watched(node))
        print(Line("P6 deliveries, 1,000 watchers", watched.per_second, fan_out.per_second, 0.8), flush=True)
        memory = run(bench.memory(node))
        less("P8 open table (SQUAD)", memory.table / KIB, 60, "KiB")
        less("P8 idle connection", memory.connection / KIB, 25, "KiB")
        size = f"{memory.node / KIB / KIB:,.0f} MiB, {memory.busy:.1%} of a core"
        print(f"   a node with {TABLES:,} open matches that nobody watches: {size}", flush=True)
        less("P9 cold open, 500 entries, p99", p99(run(bench.cold(node))), 30, "ms")
    one_core, other = cores()
    with (
        served("tests.bench.serve", server.url, core=one_core) as first,
        served("tests.bench.serve", server.url, core=other) as second,
    ):
        # Both nodes' capacity: actions per second of one node's own core, twice.
        _, both, _ = run(bench.play([first, second], TALLY, ENDLESS))
        print(Line("P10 two nodes", 2 * both.per_second, alone.per_second, 1.7, "by processor time"), flush=True)
