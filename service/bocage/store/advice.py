"""Diagnosis of a Redis: reads facts about it, and gives advice on them. Nothing is changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, Literal

import msgspec

from bocage.store import rights, scripts
from bocage.store.connection import RedisConnection, ReplyError

Level = Literal["wrong", "look", "fine"]

#: Share of the allowed memory above which to warn.
MUCH_MEMORY = 0.8
#: Tolerated difference of clocks in seconds.
CLOCKS_APART = 5.0
#: Response time in seconds above which Redis is slow.
SLOW = 0.005
#: Oldest supported version of Redis.
OLDEST = (6, 2)
#: First version with sharded channels in a cluster.
SHARDED = (7, 0)


class RedisFacts(msgspec.Struct, frozen=True, kw_only=True):
    """The state of a Redis.

    ``server``: its product name. ``info``: reply of INFO. ``config``: reply of CONFIG GET. Both are empty if the
    account may not ask. ``unmended``: its Lua lacks the fixes of October 2025. ``missing``: rights that the account
    lacks. ``refusal``: why it rejects writes, or empty. ``ahead``: its clock minus this machine's, in seconds.
    ``delay``: median response time in seconds.
    """

    version: tuple[int, ...]
    server: str = "redis"
    info: dict[str, str]
    config: dict[str, str]
    unmended: bool = False
    missing: tuple[str, ...] = ()
    refusal: str = ""
    ahead: float = 0.0
    delay: float = 0.0

    @property
    def product(self) -> str:
        """Product and version. Valkey also reports the Redis version that it is compatible with."""
        if "valkey_version" in self.info:
            return f"Valkey {self.info['valkey_version']}"
        name = "Valkey" if self.server == "valkey" else "Redis"
        return f"{name} {self.info.get('redis_version') or '.'.join(map(str, self.version))}"


async def facts_of(connection: RedisConnection, cluster: bool, version: Sequence[int]) -> RedisFacts:
    """Read the facts of a server. ``version``: from its greeting. Raises :class:`ConnectionGone`."""
    found = await rights.ask(connection, cluster, version)
    info = await _or_nothing(connection, "INFO")
    config = await _or_nothing(connection, "CONFIG", "GET", "*")
    return RedisFacts(
        version=tuple(version),
        info=dict(line.split(":", 1) for line in (info or b"").decode().splitlines() if ":" in line),
        config={name.decode(): value.decode() for name, value in (config or {}).items()},
        unmended=bool(await _or_nothing(connection, "EVAL", scripts.UNMENDED, 0)),
        missing=found.missing,
        refusal=found.refusal,
    )


async def _or_nothing(connection: RedisConnection, *command: Any) -> Any:
    """Return the reply; None if the account may not ask."""
    try:
        return await connection.call(*command)
    except ReplyError:
        return None


class Advice(msgspec.Struct, frozen=True):
    """One finding. ``wrong``: fix it; ``look``: consider it."""

    level: Level
    text: str


def check_redis(facts: RedisFacts, *, cluster: bool, durability: str, replicas: int) -> Iterator[Advice]:
    """Check version, rights, configuration, durability, memory, clock and latency of a Redis.

    ``durability``, ``replicas``: settings of the service.
    """
    if facts.version < OLDEST:
        yield Advice("wrong", f"this is {facts.product}: at least Redis 6.2 or Valkey is needed")
    elif cluster and facts.version < SHARDED:
        yield Advice("look", f"this is {facts.product}: with 7.0, a cluster sends less between its servers")
    else:
        yield Advice("fine", f"this is {facts.product}")
    if facts.missing:
        yield Advice("wrong", f"the account lacks rights in Redis: {' '.join(facts.missing)}")
    else:
        yield Advice("fine", "the account has all rights in Redis that the service needs")
    if facts.refusal:
        yield Advice("wrong", f"this Redis refuses all writes, so nobody can act: {facts.refusal}")
    if not facts.info:
        yield Advice("look", "this Redis does not allow INFO: its memory and replicas were not checked")
    if facts.unmended:
        yield Advice("wrong", "this Redis lacks the Lua fixes of October 2025 (CVE-2025-49844): update it")
    if facts.info.get("role") == "slave":
        yield Advice("wrong", "this Redis is a replica: nothing can be written there; name its master")
    yield from _durability(durability, facts)
    yield from _replicas(replicas, facts)
    yield from _memory(facts)
    if abs(facts.ahead) > CLOCKS_APART:
        yield Advice(
            "look",
            f"the clocks of Redis and this machine differ by {abs(facts.ahead):.0f} s; matches use the former",
        )
    else:
        yield Advice("fine", "the clocks of Redis and of this machine agree")
    if facts.delay > SLOW:
        yield Advice("look", f"Redis takes {facts.delay * 1000:.1f} ms to respond: so does every action")
    else:
        yield Advice("fine", f"Redis answers within {facts.delay * 1000:.1f} ms")


def _durability(durability: str, facts: RedisFacts) -> Iterator[Advice]:
    config = facts.config
    if not config:
        yield Advice(
            "look", "this Redis does not allow CONFIG GET: make sure that it is set up like deploy/redis.conf"
        )
    elif config.get("appendonly") != "yes":
        yield Advice("wrong", "this Redis has no append-only file (appendonly no): a crash loses matches")
    elif config.get("appendfsync") == "no":
        yield Advice("wrong", "this Redis leaves writing to disk to the system (appendfsync no)")
    elif durability == "always":
        yield Advice("fine", "every entry is on disk before it is acknowledged")
    else:
        yield Advice("fine", "a crash of the machine loses two seconds at most (BOCAGE_DURABILITY=everysec)")
    if config.get("no-appendfsync-on-rewrite") == "yes":
        yield Advice(
            "look",
            "while this Redis rewrites its file a crash may lose half a minute (no-appendfsync-on-rewrite yes)",
        )
    if facts.info.get("aof_last_write_status", "ok") != "ok":
        yield Advice("wrong", "the last write of this Redis to its disk failed: it takes no entries")
    if facts.info.get("aof_last_bgrewrite_status", "ok") != "ok":
        yield Advice("look", "this Redis could not rewrite its append-only file: is there room on its disk?")


def _replicas(replicas: int, facts: RedisFacts) -> Iterator[Advice]:
    if not facts.info:
        return
    there = int(facts.info.get("connected_slaves", 0))
    if there < replicas:
        yield Advice("wrong", f"{replicas} replicas must have each entry, and {there} are there: nobody can act")
    elif replicas:
        yield Advice("fine", f"{there} replicas are there, and {replicas} must have each entry")


def _memory(facts: RedisFacts) -> Iterator[Advice]:
    policy = facts.config.get("maxmemory-policy", "noeviction")
    if policy != "noeviction":
        yield Advice("wrong", f"this Redis throws matches away when its memory is full (maxmemory-policy {policy})")
    if not facts.info:
        return
    used = int(facts.info.get("used_memory", 0))
    allowed = int(facts.info.get("maxmemory", 0)) or int(facts.info.get("total_system_memory", 0))
    if allowed and used > allowed * MUCH_MEMORY:
        yield Advice("look", f"this Redis uses {size(used)} of {size(allowed)} of memory")
    else:
        yield Advice("fine", f"this Redis uses {size(used)} of memory")


def size(bytes_: int) -> str:
    """Format a size in GB, below 1 GB in MB."""
    return f"{bytes_ / 1e9:.1f} GB" if bytes_ >= 1e9 else f"{bytes_ / 1e6:.0f} MB"
