"""What is wrong, or worth a look, about a service that is to run here. Pure: facts in, advice out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

import msgspec

from service.settings import Settings
from service.store.look import RedisFacts

Level = Literal["wrong", "look", "fine"]

#: Descriptors below which a node serves few people.
FEW_DESCRIPTORS = 4096
#: Bytes of disk below which the private Redis may soon be unable to write.
LITTLE_DISK = 1 << 30
#: Share of the disk below which somebody should look.
LOW_DISK = 0.1
#: Share of the memory allowed above which somebody should look.
MUCH_MEMORY = 0.8
#: Seconds that clocks may differ by.
CLOCKS_APART = 5.0
#: Seconds above which an answer of Redis is slow.
SLOW = 0.005
#: The oldest Redis that the store can use.
OLDEST = (6, 2)
#: The oldest one with channels of their own for each shard of a cluster.
SHARDED = (7, 0)


class Advice(msgspec.Struct, frozen=True):
    """One thing that was looked at. ``wrong``: do something about it; ``look``: know it, or do something soon."""

    level: Level
    text: str


class Machine(msgspec.Struct, frozen=True, kw_only=True):
    """What there is of the machine and the account.

    ``descriptors``: files that a process may have open. ``disk``: bytes free and in all where the data lie.
    ``data_open``: others may read the data; ``data_foreign``: the folder belongs to another account.
    """

    cores: int
    descriptors: int
    disk: tuple[int, int]
    root: bool = False
    data_open: bool = False
    data_foreign: bool = False


def check_settings(settings: Settings, unknown: list[str], machine: Machine) -> Iterator[Advice]:
    """What the settings say together."""
    for name in unknown:
        yield Advice("look", f"{name} is no setting of this service")
    workers = settings.workers or machine.cores
    if workers > machine.cores:
        yield Advice(
            "look", f"{workers} workers share {machine.cores} processor cores: they do no more than {machine.cores}"
        )
    else:
        yield Advice("fine", f"{workers} of {machine.cores} processor cores are used")
    open_to_all = settings.host in ("0.0.0.0", "::")
    proxies = settings.proxy_addresses()
    if "*" in proxies:
        yield Advice(
            "look",
            "BOCAGE_PROXIES=* believes the addresses that anybody names: let nobody but the one proxy reach "
            "the port",
        )
    elif proxies:
        yield Advice("fine", f"addresses are believed that these proxies name: {', '.join(sorted(proxies))}")
    elif open_to_all:
        yield Advice(
            "look",
            "the service listens at all addresses without TLS, and no proxy is named: put one before it and name "
            "it in BOCAGE_PROXIES",
        )
    else:
        yield Advice("fine", f"only {settings.host} is listened at, and no proxy is believed")
    metrics = settings.metrics_address()
    if metrics is None:
        yield Advice("look", "metrics are served nowhere: BOCAGE_METRICS=127.0.0.1:9464 serves them for Prometheus")
    elif metrics[0] in ("0.0.0.0", "::"):
        yield Advice("look", "metrics are served at all addresses: only the operator should reach their port")
    else:
        yield Advice("fine", f"metrics are served at {settings.metrics}")


def check_machine(settings: Settings, machine: Machine) -> Iterator[Advice]:
    """Descriptors, disk, account."""
    if machine.descriptors < FEW_DESCRIPTORS:
        yield Advice(
            "look",
            f"a process may have {machine.descriptors} files open, one per connection: raise the limit (ulimit "
            "-Hn, LimitNOFILE)",
        )
    else:
        yield Advice("fine", f"a process may have {machine.descriptors} files open")
    if machine.root:
        yield Advice("look", "this account is root: give the service an account of its own")
    if settings.redis:
        return
    free, all_ = machine.disk
    if free < LITTLE_DISK:
        yield Advice("wrong", f"only {_size(free)} of disk are free in {settings.data}: soon nothing can be stored")
    elif free < all_ * LOW_DISK:
        yield Advice("look", f"only {_size(free)} of disk are free in {settings.data}, of {_size(all_)}")
    else:
        yield Advice("fine", f"{_size(free)} of disk are free in {settings.data}")
    if machine.data_foreign:
        yield Advice("wrong", f"the folder {settings.data} belongs to another account: the service will not use it")
    elif machine.data_open:
        yield Advice("look", f"others may read the folder {settings.data}: the next start takes that from them")


def check_redis(settings: Settings, facts: RedisFacts) -> Iterator[Advice]:
    """Version, configuration, durability, room, clock and delay of a Redis."""
    version = ".".join(map(str, facts.version))
    if facts.version < OLDEST:
        yield Advice("wrong", f"Redis is of version {version}: at least 6.2 is needed")
    elif "cluster=true" in settings.redis and facts.version < SHARDED:
        yield Advice("look", f"Redis is of version {version}: with 7.0, a cluster sends less between its servers")
    else:
        yield Advice("fine", f"Redis is of version {version}")
    if facts.unmended:
        yield Advice("wrong", "this Redis lacks the Lua fixes of October 2025 (CVE-2025-49844): update it")
    if facts.info.get("role") == "slave":
        yield Advice("wrong", "this Redis is a replica: nothing can be written there; name its master")
    yield from _durability(settings, facts)
    yield from _replicas(settings, facts)
    yield from _memory(facts)
    if abs(facts.ahead) > CLOCKS_APART:
        yield Advice(
            "look",
            f"the clocks of Redis and of this machine differ by {abs(facts.ahead):.0f} s: matches go by that of "
            "Redis",
        )
    else:
        yield Advice("fine", "the clocks of Redis and of this machine agree")
    if facts.delay > SLOW:
        yield Advice("look", f"Redis takes {facts.delay * 1000:.1f} ms to answer: every action waits as long")
    else:
        yield Advice("fine", f"Redis answers within {facts.delay * 1000:.1f} ms")


def _durability(settings: Settings, facts: RedisFacts) -> Iterator[Advice]:
    config = facts.config
    if not config:
        yield Advice(
            "look", "this Redis does not tell its configuration: see to it that it is like deploy/redis.conf"
        )
    elif config.get("appendonly") != "yes":
        yield Advice("wrong", "this Redis has no append-only file (appendonly no): a crash loses matches")
    elif config.get("appendfsync") == "no":
        yield Advice("wrong", "this Redis leaves to the system when it writes to disk (appendfsync no)")
    elif settings.durability == "always":
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


def _replicas(settings: Settings, facts: RedisFacts) -> Iterator[Advice]:
    there = int(facts.info.get("connected_slaves", 0))
    if there < settings.replicas:
        yield Advice(
            "wrong", f"{settings.replicas} replicas must have each entry, and {there} are there: nobody can act"
        )
    elif settings.replicas:
        yield Advice("fine", f"{there} replicas are there, and {settings.replicas} must have each entry")


def _memory(facts: RedisFacts) -> Iterator[Advice]:
    policy = facts.config.get("maxmemory-policy", "noeviction")
    if policy != "noeviction":
        yield Advice("wrong", f"this Redis throws matches away when its memory is full (maxmemory-policy {policy})")
    used = int(facts.info.get("used_memory", 0))
    allowed = int(facts.info.get("maxmemory", 0)) or int(facts.info.get("total_system_memory", 0))
    if allowed and used > allowed * MUCH_MEMORY:
        yield Advice("look", f"this Redis uses {_size(used)} of {_size(allowed)} of memory")
    else:
        yield Advice("fine", f"this Redis uses {_size(used)} of memory")


def _size(bytes_: int) -> str:
    """``3.2 GB``; small numbers in MB."""
    return f"{bytes_ / 1e9:.1f} GB" if bytes_ >= 1e9 else f"{bytes_ / 1e6:.0f} MB"
