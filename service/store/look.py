"""What an operator may want to know of a Redis: read with a connection of its own, changing nothing."""

from __future__ import annotations

import contextlib
import statistics
import time
from collections.abc import Iterator
from typing import Any

import msgspec
import redis
from redis.backoff import NoBackoff
from redis.retry import Retry

from service.store import scripts
from service.store.records import StorageUnavailableError
from service.store.server import parse_target

#: Seconds that an answer is waited for.
PATIENCE = 5.0
#: How often the way to Redis and back is measured.
ROUNDS = 20
#: Keys that Redis is asked for in one round trip.
SCANNED = 1000


class RedisFacts(msgspec.Struct, frozen=True, kw_only=True):
    """One Redis as it is.

    ``info``: what INFO tells. ``config``: what CONFIG GET tells, empty where it may not be asked. ``unmended``: its
    Lua lacks the fixes of October 2025. ``ahead``: seconds by which its clock is before this machine's. ``delay``:
    seconds of an answer, the median.
    """

    version: tuple[int, ...]
    info: dict[str, str]
    config: dict[str, str]
    unmended: bool
    ahead: float
    delay: float


def look(url: str) -> RedisFacts:
    """Ask the Redis at ``url``; of a cluster, the server that it names.

    Raises :class:`StorageUnavailableError` when it does not answer, ``ValueError`` when the URL is none.
    """
    with _answering(url) as client:
        return _asked(client)


def has_cold_matches(url: str) -> bool:
    """Whether the Redis at ``url`` knows of matches in cold storage; of a cluster, the server that it names.

    Raises as :func:`look`.
    """
    with _answering(url) as client:
        return any(True for _ in client.scan_iter(match="{*}:cold:*", count=SCANNED))


@contextlib.contextmanager
def _answering(url: str) -> Iterator[redis.Redis]:
    """A connection to the Redis at ``url``; its errors are raised as :class:`StorageUnavailableError`."""
    target = parse_target(url)
    keywords: dict[str, Any] = {"unix_socket_path": target.path} if target.path else {}
    if not target.path:
        keywords = {"host": target.host, "port": target.port}
    if target.tls:
        checked = "required" if target.verify else "none"
        keywords |= {"ssl": True, "ssl_ca_certs": target.ca_file or None, "ssl_cert_reqs": checked}
    client = redis.Redis(
        **keywords,
        username=target.username or None,
        password=target.password or None,
        db=target.db,
        socket_timeout=PATIENCE,
        retry=Retry(NoBackoff(), 0),
    )
    try:
        with client:
            yield client
    except (redis.exceptions.RedisError, OSError) as error:
        raise StorageUnavailableError(why=str(error)) from error


def _asked(client: redis.Redis) -> RedisFacts:
    info = {str(name): str(value) for name, value in client.info("all").items()}
    seconds, microseconds = client.time()
    ahead = seconds + microseconds / 1e6 - time.time()
    times = []
    for _ in range(ROUNDS):
        begin = time.perf_counter()
        client.ping()
        times.append(time.perf_counter() - begin)
    return RedisFacts(
        version=tuple(int(part) for part in info["redis_version"].split(".")[:2]),
        info=info,
        config=_configuration(client),
        unmended=_unmended(client),
        ahead=ahead,
        delay=statistics.median(times),
    )


def _configuration(client: redis.Redis) -> dict[str, str]:
    try:
        return {str(_text(name)): str(_text(value)) for name, value in client.config_get("*").items()}
    except redis.exceptions.ResponseError:  # not everybody may ask: hosted servers, accounts with few rights
        return {}


def _unmended(client: redis.Redis) -> bool:
    try:
        return bool(client.eval(scripts.UNMENDED.decode(), 0))
    except redis.exceptions.ResponseError:
        return False


def _text(value: object) -> object:
    return value.decode() if isinstance(value, bytes) else value
