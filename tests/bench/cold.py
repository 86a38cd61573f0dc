"""Cold storage: what a finished match costs Redis before and after it has moved, and how long it takes to be read.

Matches are generated: the logs are random games of every kind, archived by the service's own code; each match has
its own id, two players out of a crowd of one for every five matches, and in three of ten cases a house bot instead
of the second. They are written to Redis and moved a batch at a time, so that the run itself needs little memory.
``python -m tests.bench.cold 1000000 /dev/shm``: how many, and below which directory the files lie for the time.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from base64 import b32encode
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import psutil

from bocage.features.cold_storage.feature import ColdStorageFeature
from bocage.log.records import Row
from bocage.rules.kernel.registry import all_games, find_game
from bocage.settings import Settings
from bocage.store import Store, StoreSettings
from bocage.store.archive import compress, expand
from bocage.store.keys import log_key, shard_key, shard_of
from tests.bench.logs import BEGIN, random_log
from tests.bench.machine import redis_server
from tests.bench.measure import p50, p99
from tests.redis_server import RedisServer

#: Matches, where the command does not say how many.
COUNT = 5000
#: Kinds of logs; each is used for many matches.
KINDS = 48
#: Most entries of a generated log.
MOST = 500
#: Matches that are read back, and lists.
READ, LISTS = 10_000, 1000
#: Matches written to Redis at a time, and moved at a time.
CHUNK, BATCH = 500, 10_000

_json = msgspec.json.Encoder().encode


def main(arguments: list[str] | None = None) -> None:
    """Measure and print."""
    count, where = (arguments or [str(COUNT)])[0], (arguments or [])[1:2]
    with (
        redis_server(pinned=False) as redis,
        tempfile.TemporaryDirectory(prefix="bocage-cold-", dir=where[0] if where else None) as folder,
    ):
        asyncio.run(_Run(redis, Path(folder), int(count)).measure())


class _Run:
    """One run: ``count`` matches, files in ``folder``."""

    def __init__(self, redis: RedisServer, folder: Path, count: int) -> None:
        assert redis.process is not None
        self._redis, self._folder = redis, folder
        self._server = psutil.Process(redis.process.pid)
        self._rng = rng = Random(1)
        games = [game.id for game in all_games()]
        self._logs = [random_log(find_game(games[kind % len(games)]), kind, most=MOST)[0] for kind in range(KINDS)]
        self._archives = [(games[kind % len(games)], compress(log)) for kind, log in enumerate(self._logs)]
        self._matches = [b32encode(rng.randbytes(8)).decode().lower()[:12] for _ in range(count)]
        self._people = [b32encode(rng.randbytes(8)).decode().lower()[:12] for _ in range(max(2, count // 5))]
        sizes = [len(archive) for _, archive in self._archives]
        _say(f"{count:,} finished matches of {', '.join(games)}, archives of {sum(sizes) // KINDS:,} bytes")

    async def measure(self) -> None:
        """Write, move, list and read back."""
        store = await Store.open(StoreSettings(self._redis.url))
        feature = ColdStorageFeature(store, Settings(cold_storage=str(self._folder)))
        empty = self._used()
        begin, moving, busy = time.perf_counter(), 0.0, 0.0
        for start in range(0, len(self._matches), BATCH):
            await self._write(store, start, min(start + BATCH, len(self._matches)))
            if not start:
                hot = (self._used() - empty) / min(BATCH, len(self._matches))
                _say(f"Redis, a finished match before it moves: {hot:,.0f} bytes")
            clock, mine = time.perf_counter(), time.process_time()
            await feature.moves.move_before(BEGIN + 10**12)
            moving += time.perf_counter() - clock
            busy += time.process_time() - mine
            done = min(start + BATCH, len(self._matches))
            if not done % (5 * BATCH) or done == len(self._matches):
                used, memory = self._used() - empty, self._server.memory_info().rss
                _say(
                    f"moved {done:,} after {time.perf_counter() - begin:,.0f} s: {moving / done * 1000:.2f} ms"
                    f" each by the clock, {busy / done * 1000:.2f} ms of this process; Redis {used / 1e6:,.0f} MB,"
                    f" {used / done:,.0f} bytes a match, its process {memory / 1e6:,.0f} MB"
                )
        files = [path.stat() for path in self._folder.glob("*/*")]
        taken = sum(stat.st_blocks * 512 for stat in files)
        _say(f"on disk: {len(files):,} files, {taken / 1e9:,.2f} GB, {taken / len(files):,.0f} bytes a match")
        await self._read(store)
        await store.close()

    def _used(self) -> int:
        """Bytes that Redis has taken for its data."""
        with self._redis.client() as client:
            return int(client.info("memory")["used_memory"])

    async def _write(self, store: Store, first: int, end: int) -> None:
        group: Any = store.topology.groups[0]
        for start in range(first, end, CHUNK):
            calls = []
            for number in range(start, min(start + CHUNK, end)):
                game, archive = self._archives[number % KINDS]
                people = self._rng.sample(self._people, 2)
                players = people if self._rng.random() < 0.7 else [people[0], f"housebot{game[:4]}"]
                row = Row(self._matches[number], game, "ended", ["Anna", "Benjamin"], players, creator=players[0])
                calls += _stored(group, self._matches[number], archive, row, BEGIN + 1000 * number)
            await group.answer(*calls)

    async def _read(self, store: Store) -> None:
        begin = time.perf_counter()
        noted = await store.lists.cold.matches()
        assert sorted(noted) == sorted(self._matches)
        _say(f"ids of all {len(noted):,}: {time.perf_counter() - begin:,.1f} s")
        numbers = self._rng.sample(range(len(self._matches)), min(READ, len(self._matches)))

        async def read(number: int) -> None:
            assert (await store.load(self._matches[number])).entries == self._logs[number % KINDS]

        await _timed("read back and compared", read, numbers)
        expanding = []
        for _, archive in self._archives:
            begin = time.perf_counter()
            expand(archive)
            expanding.append(time.perf_counter() - begin)
        _say(f"of which expanding: median {p50(expanding):.2f} ms")

        async def listed(player: str) -> None:
            await store.matches_of(player)

        await _timed("matches of a player", listed, self._rng.sample(self._people, min(LISTS, len(self._people))))

        async def recent(_: int) -> None:
            assert len(await store.recent(50)) == 50

        await _timed("the fifty newest of all", recent, range(20))


def _say(line: str) -> None:
    print(line, flush=True)


async def _timed(title: str, work: Callable[[Any], Awaitable[None]], items: Any) -> None:
    times = []
    for item in items:
        begin = time.perf_counter()
        await work(item)
        times.append(time.perf_counter() - begin)
    _say(f"{title}, {len(times):,} times: median {p50(times):.2f} ms, p99 {p99(times):.2f} ms")


def _stored(group: Any, match: str, archive: bytes, row: Row, ended: int) -> list[Any]:
    """What Redis holds of a finished match, as the scripts leave it."""
    shard = shard_of(match)
    greatest = "18446744073709551615-18446744073709551615"
    return [
        group.call("XADD", log_key(match), greatest, "archive", archive),
        group.call("HSET", shard_key(shard, "rows"), match, b"%d %s" % (ended, _json(row))),
        group.call("ZADD", shard_key(shard, "finished"), ended, match),
        group.call("ZADD", shard_key(shard, "ended"), ended, match),
        group.call("ZREMRANGEBYRANK", shard_key(shard, "ended"), 0, -1001),
        *[group.call("ZADD", shard_key(shard, f"of:{player}"), ended, match) for player in row.players],
    ]


if __name__ == "__main__":
    main(sys.argv[1:])
