"""What can be measured of services on one Redis: matches played, watched, opened; memory."""

from __future__ import annotations

import asyncio
import time
from random import Random
from typing import Any

import msgspec

from bocage.log import judge
from bocage.log.entries import Acted
from bocage.log.match import Match
from bocage.log.projection import propose
from bocage.rules.kernel import Game
from bocage.rules.kernel.registry import find_game
from bocage.store import Player, Store, StoreSettings
from tests.bench.crowd import Crowd, Guest, Playing, Watching, new_match
from tests.bench.machine import Meter, Served
from tests.bench.measure import Rate, lasting
from tests.redis_server import RedisServer
from tests.tally import TALLY

SECONDS = 2.0
MATCHES = 50
WATCHERS = 1000
#: Open matches that nobody watches, and connections that follow nothing.
TABLES, IDLE = 10_000, 1000
#: Stored matches to be opened, and entries of each.
COLD, ENTRIES = 60, 500
ENDLESS = {"turns": 1_000_000}


class Memory(msgspec.Struct, frozen=True):
    """Bytes per table and per connection, and of a node with all the tables; the part of a core that it takes."""

    table: float
    connection: float
    node: int
    busy: float


class Played(msgspec.Struct, frozen=True):
    """Players who answered as fast as they could.

    ``stored``: actions by the processor time of the service and of Redis. ``alone``: by that of the service alone.
    ``clock``: actions per second of wall-clock time. ``delays``: seconds from act to the other player's update.
    """

    stored: Rate
    alone: Rate
    clock: float
    delays: list[float]


class Loads:
    """A Redis, and the loads that services on it are put under."""

    def __init__(self, server: RedisServer) -> None:
        assert server.process is not None
        self._url = server.url
        self._redis = server.process.pid

    async def store(self) -> Store:
        """A client of the same Redis."""
        return await Store.open(StoreSettings(self._url))

    async def _seat(self, crowd: Crowd, servers: list[Served], game: Game[Any], options: Any) -> None:
        """Fifty matches, a connection per seat. Of two servers, each match uses both."""
        store = await self.store()
        for number in range(MATCHES):
            people = [await store.create_player(f"P{number}-{seat}") for seat in range(game.seats)]
            match = await new_match(store, game, [player for player, _ in people], options)
            for seat, (_, token) in enumerate(people):
                server = servers[(number + seat) % len(servers)]
                await crowd.join(Playing(crowd, number * 2 + seat), server.port, token, [match])
        await store.close()

    async def play(self, servers: list[Served], game: Game[Any], options: Any = None) -> Played:
        """Everybody plays as fast as they can."""
        crowd = Crowd()
        await self._seat(crowd, servers, game, options)
        await asyncio.sleep(0.3)
        crowd.acks = 0
        crowd.delays.clear()
        start = time.perf_counter()
        nodes, everything = Meter([s.pid for s in servers]), Meter([*(s.pid for s in servers), self._redis])
        # A match of a real game may be over by then.
        await lasting(SECONDS, lambda: options is None or len(crowd.delays) > 1)
        stored, alone = everything.rate(crowd.acks), nodes.rate(crowd.acks)
        clock = crowd.acks / (time.perf_counter() - start)
        crowd.close()
        if crowd.refused:
            raise RuntimeError(f"refused: {set(crowd.refused)}")
        return Played(stored, alone, clock, crowd.delays)

    async def paced(
        self,
        server: Served,
        per_second: int = 500,
        game: Game[Any] = TALLY,
        options: Any = ENDLESS,
        seconds: float = 0.0,
    ) -> list[float]:
        """Seconds from act to the other player's update, at a given rate."""
        crowd = Crowd()
        crowd.paced = True
        await self._seat(crowd, [server], game, options)
        await asyncio.sleep(0.3)
        crowd.delays.clear()
        start, number = time.perf_counter(), 0
        while (passed := time.perf_counter() - start) < (seconds or 2 * SECONDS) or len(crowd.delays) < 2:
            while number < passed * per_second and crowd.ready:
                player, message = crowd.ready.popleft()
                player.act(message)
                number += 1
            await asyncio.sleep(0.0005)
        crowd.close()
        return crowd.delays

    async def watched(self, server: Served) -> Rate:
        """One match, a thousand watchers: an action as soon as all have seen the last."""
        store = await self.store()
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

    async def open(self, server: Served, tables: int) -> None:
        """Open so many tables, which nobody watches then."""
        store = await self.store()
        people = [(await store.create_player(name))[0] for name in ("Ann", "Bob")]
        found: list[str] = []
        while len(found) < tables:
            found += await asyncio.gather(*(new_match(store, find_game("squad"), people) for _ in range(50)))
        await store.close()
        crowd = Crowd()
        for start in range(0, tables, 100):
            opener = await crowd.join(Watching(crowd), server.port, "", found[start : min(start + 100, tables)])
            opener.socket.close()
        await asyncio.sleep(0.3)

    async def memory(self, server: Served) -> Memory:
        """Open ``TABLES`` tables, which nobody watches then, and ``IDLE`` connections that follow nothing."""
        tables, connections = TABLES, IDLE
        crowd = Crowd()
        await self.open(server, 1)
        before = server.memory()
        await self.open(server, tables)
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

    async def cold(self, server: Served) -> list[float]:
        """Seconds from `watch` to the snapshot, for stored matches that nobody has open."""
        store = await self.store()
        people = [(await store.create_player(name))[0] for name in ("Ann", "Bob")]
        stored = await asyncio.gather(*(_played(store, people, ENTRIES, seed) for seed in range(COLD)))
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
        match.extend(entry, proposal.preview)
    return name
