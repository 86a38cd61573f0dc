"""Cold storage: what a finished match costs Redis before and after it has moved, and how long it takes to be read.

Matches are generated: the logs are random games of every kind, archived by the service's own code; each match has
its own id, two players out of a crowd of one for every five matches, and in three of ten cases a house bot instead
of the second. ``python -m tests.bench.cold 100000``; the directory is a temporary one.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
import time
from base64 import b32encode
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from service.games.kernel.registry import all_games, find_game
from service.match.records import Row
from service.store import Store, StoreSettings
from service.store.archive import compress, expand
from service.store.keys import log_key, shard_key, shard_of
from tests.bench.logs import BEGIN, random_log
from tests.bench.machine import redis_server
from tests.bench.measure import p50, p99

#: Kinds of logs; each is used for many matches.
KINDS = 12
#: Most entries of a generated log.
MOST = 500
#: Matches that are read back.
READ = 1000
#: Matches written to Redis at a time.
CHUNK = 500

_json = msgspec.json.Encoder().encode


def main(arguments: list[str] | None = None) -> None:
    """Measure and print."""
    count = int((arguments or ["5000"])[0])
    with redis_server() as redis, tempfile.TemporaryDirectory(prefix="bocage-cold-") as folder:
        asyncio.run(_measure(redis.url, Path(folder), count))


async def _measure(url: str, folder: Path, count: int) -> None:
    rng = Random(1)
    games = [game.id for game in all_games()]
    logs = [random_log(find_game(games[kind % len(games)]), kind, most=MOST)[0] for kind in range(KINDS)]
    archives = [(games[kind % len(games)], compress(log), log[-1].at) for kind, log in enumerate(logs)]
    store = await Store.open(StoreSettings(url, cold=str(folder)))
    group: Any = store._topology.groups[0]

    async def used() -> int:
        (info,) = await group.answer(group.call("INFO", "memory"))
        return int(dict(line.split(b":", 1) for line in info.split(b"\r\n") if b":" in line)[b"used_memory"])

    empty = await used()
    matches = [b32encode(rng.randbytes(8)).decode().lower()[:12] for _ in range(count)]
    people = [b32encode(rng.randbytes(8)).decode().lower()[:12] for _ in range(max(2, count // 5))]
    for start in range(0, count, CHUNK):
        calls = []
        for number in range(start, min(start + CHUNK, count)):
            game, archive, ended = archives[number % KINDS]
            players = rng.sample(people, 2) if rng.random() < 0.7 else [rng.choice(people), f"housebot{game[:4]}"]
            row = Row(matches[number], game, "ended", ["Anneliese", "Benjamin"], players, creator=players[0])
            calls += _stored(group, matches[number], archive, row, ended + number)
        await group.answer(*calls)
    hot = await used()
    print(f"{count:,} finished matches of {', '.join(games)}, archives of", end=" ")
    print(f"{sum(len(one[1]) for one in archives) // KINDS:,} bytes on average")
    print(f"Redis before: {(hot - empty) / count:,.0f} bytes a match")
    begin, busy = time.perf_counter(), time.process_time()
    moved = await store.cold_moves.move_before(BEGIN + 10**12)
    print(f"moved {moved:,}: {(time.perf_counter() - begin) / moved * 1000:.2f} ms each by the clock,", end=" ")
    print(f"{(time.process_time() - busy) / moved * 1000:.2f} ms of this process")
    cold = (await used() - empty) / count
    print(f"Redis after: {cold:,.1f} bytes a match, with what does not grow; times a million: {cold:,.0f} MB")
    times, folds = [], []
    for match in rng.sample(matches, min(READ, count)):
        begin = time.perf_counter()
        log = await store.load(match)
        times.append(time.perf_counter() - begin)
        assert log.entries
        record = store._cold._kept[match]
        begin = time.perf_counter()
        expand(record.archive)
        folds.append(time.perf_counter() - begin)
    print(f"read back: median {p50(times):.2f} ms, p99 {p99(times):.2f} ms,", end=" ")
    print(f"of which expanding {p50(folds):.2f} ms")
    times = []
    for player in rng.sample(people, min(200, len(people))):
        begin = time.perf_counter()
        await store.matches_of(player)
        times.append(time.perf_counter() - begin)
    print(f"a player's matches: median {p50(times):.2f} ms, p99 {p99(times):.2f} ms")
    print(f"on disk: {_taken(folder):,.0f} bytes a match")
    await store.close()


def _taken(folder: Path) -> float:
    """Bytes of disk per record."""
    files = [path.stat() for path in folder.glob("*/*")]
    return sum(stat.st_blocks * 512 for stat in files) / len(files)


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
