"""Inspecting a Redis for an operator, over a separate connection and without changing anything."""

from __future__ import annotations

import asyncio
import contextlib
import statistics
import time
from collections.abc import AsyncIterator

import msgspec

from bocage.store import rights
from bocage.store.advice import RedisFacts, facts_of
from bocage.store.connection import Argument, ConnectionGone, RedisConnection, ReplyError
from bocage.store.records import StorageUnavailableError
from bocage.store.server import Target, greet, open_connection, parse_target

#: Timeout in seconds for all replies of a server.
PATIENCE = 5.0
#: Number of pings to measure the response time.
ROUNDS = 20
#: Keys scanned per round trip.
SCANNED = 1000
#: Name of the connection in Redis's client list.
NAME = "bocage-look"


class _Asked(msgspec.Struct, frozen=True):
    """A connection, and version and name of its server."""

    connection: RedisConnection
    version: tuple[int, ...]
    server: str


def inspect_redis(url: str) -> RedisFacts:
    """Inspect the Redis at ``url``; in a cluster the named server, and rights and writes of every master.

    Raises :class:`StorageUnavailableError` without a reply, :class:`RightsError` if the account is rejected,
    ``ValueError`` for an invalid URL.
    """
    return asyncio.run(_look(parse_target(url)))


def has_keys(url: str, pattern: str) -> bool:
    """True if the Redis at ``url`` has keys matching ``pattern``; in a cluster, the named server.

    Raises as :func:`inspect_redis`.
    """
    return asyncio.run(_has_keys(parse_target(url), pattern))


async def _has_keys(target: Target, pattern: str) -> bool:
    async with _greeted(target) as asked:
        cursor: Argument = 0
        while True:
            cursor, found = await asked.connection.call("SCAN", cursor, "MATCH", pattern, "COUNT", SCANNED)
            if found or cursor == b"0":
                return bool(found)


async def _look(target: Target) -> RedisFacts:
    masters: set[tuple[str, int]] = set()
    async with _greeted(target) as asked:
        connection = asked.connection
        facts = await facts_of(connection, target.cluster, asked.version)
        if target.cluster:
            with contextlib.suppress(ReplyError):
                slots = await connection.call("CLUSTER", "SLOTS")
                masters = {((row[2][0] or b"").decode() or target.host, row[2][1]) for row in slots}
        with contextlib.suppress(ReplyError):
            seconds, microseconds = await connection.call("TIME")
            ahead = int(seconds) + int(microseconds) / 1e6 - time.time()
            facts = msgspec.structs.replace(facts, ahead=ahead)
        facts = msgspec.structs.replace(facts, server=asked.server, delay=await _delay(connection))
    for host, port in sorted(masters - {(target.host, target.port)}):
        async with _greeted(msgspec.structs.replace(target, host=host, port=port, path="")) as asked:
            found = await rights.ask(asked.connection, True, asked.version)
        missing = tuple(dict.fromkeys((*facts.missing, *found.missing)))
        facts = msgspec.structs.replace(facts, missing=missing, refusal=facts.refusal or found.refusal)
    return facts


@contextlib.asynccontextmanager
async def _greeted(target: Target) -> AsyncIterator[_Asked]:
    connection: RedisConnection | None = None
    try:
        async with asyncio.timeout(PATIENCE):
            connection = await open_connection(target, lambda push: None, lambda lost: None)
            about = await greet(connection, target, NAME)
            yield _Asked(connection, about.version, about.server)
    except TimeoutError as error:
        raise StorageUnavailableError(why=f"no answer from {target.place}") from error
    except (OSError, ConnectionGone, ReplyError) as error:
        raise StorageUnavailableError(why=str(error)) from error
    finally:
        if connection is not None:
            connection.abort()


async def _delay(connection: RedisConnection) -> float:
    """Return the median response time in seconds. A denied command is answered as fast."""
    times = []
    for _ in range(ROUNDS):
        begin = time.perf_counter()
        await asyncio.gather(connection.call("PING"), return_exceptions=True)
        times.append(time.perf_counter() - begin)
    return statistics.median(times)
