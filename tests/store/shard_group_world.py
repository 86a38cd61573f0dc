"""A group of shards on a wire, and logs as Redis gives them: for tests of what the group says and hears."""

from __future__ import annotations

from typing import Any, cast

from bocage.log.records import Entry
from bocage.store import archive
from bocage.store.connection import RedisConnection
from bocage.store.keys import SHARDS
from bocage.store.server import Server
from bocage.store.shard_group import (
    ShardGroup,
    ShardGroupHooks,
)
from tests.store.logs import Listener
from tests.store.wire import Wire

LOG = [Entry(seq, 1000 + seq, b"%d" % seq) for seq in range(1, 5)]


def rows(entries: list[Entry]) -> list[Any]:
    """As Redis gives them."""
    return [[b"%d-0" % entry.seq, [b"at", b"%d" % entry.at, b"raw", entry.raw]] for entry in entries]


def archived(entries: list[Entry]) -> list[Any]:
    return [[b"18446744073709551615-18446744073709551615", [b"archive", archive.compress(entries)]]]


def since(*_: Any) -> Any:
    """Answers XRANGE: the log from the number that is asked for."""
    return rows(LOG[int(_[2].partition("-")[0]) - 1 :] if _[2] != "-" else LOG)


class Version:
    """All that a group asks its server."""

    def __init__(self, *version: int) -> None:
        self.version = version


class World:
    """A group, and what it tells the store."""

    def __init__(self, shards: Any = range(SHARDS), cluster: bool = False, replicas: int = 0) -> None:
        self.moved: list[ShardGroup] = []
        self.times: list[int] = []
        self.due: list[list[str]] = []
        self.denied: list[ShardGroup] = []
        #: Why writes are refused, each time that this changes.
        self.refusals: list[str] = []
        #: The times that were known whenever the server's clock was set back.
        self.set_back: list[list[int]] = []
        hooks = ShardGroupHooks(
            *(self.times.append, self.due.append, self.moved.append, self.denied.append),
            lambda group: self.refusals.append(group.refusal),
            set_back=lambda: self.set_back.append(self.times[:]),
        )
        self.group = ShardGroup("here", cluster, shards, replicas, 700, hooks)
        self.listener = Listener()

    async def attach(self, version: tuple[int, ...] = (7, 2), **replies: Any) -> Wire:
        wire = Wire(**replies)
        await self.group.attach(cast(Server, Version(*version)), cast(RedisConnection, wire))
        return wire

    async def follow(self, wire: Wire, match: str = "m") -> None:
        before = len(wire.sent)
        await self.group.follow(match, self.listener)
        del wire.sent[before:]
