"""A shard group: all shards on a single server, one in a cluster, where a script is limited to one slot."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import msgspec

from bocage.log.records import Entry, Log
from bocage.store import archive, scripts
from bocage.store.appends import Appends, Confirm
from bocage.store.connection import (
    DENIED,
    WRITES_REFUSED,
    Argument,
    RedisConnection,
    Reply,
    ReplyError,
    code_of,
    settle,
)
from bocage.store.followed_logs import FollowedLogs
from bocage.store.keys import TAGS, log_key, near_key, shard_key, shard_of
from bocage.store.one_by_one import OneByOne
from bocage.store.records import Follower, StorageUnavailableError, StoreError
from bocage.store.server import Server, translated

#: Milliseconds between beats of all nodes together.
BEAT = 1_000
#: Milliseconds without any beat that count as an outage.
OUTAGE = 3_000
#: Milliseconds without a reply after which this node was cut off: an outage for its players.
CUT_OFF = 1_000
#: Milliseconds for which outages are kept in Redis.
REMEMBER = 60 * 86_400_000
#: Most overdue matches that one beat reads per shard.
MOST_DUE = 100
#: Matches healed at a time after a reconnection.
HEAL_CHUNK = 200
#: Number of beats between comparisons of log lengths with Redis: the longest delay of a lost entry.
COMPARE_EVERY = 8


async def _nothing_cold(match: str) -> list[Entry]:
    return []


def _nothing(group: ShardGroup) -> None:
    """Ignore the event."""


class ShardGroupHooks(msgspec.Struct):
    """Callbacks of a shard group: the time, matches that are due, shards that have moved.

    ``denied``: the account has lost rights. ``refusing``: :attr:`ShardGroup.refusal` has changed. ``cold``
    reads a log that is not in Redis. ``set_back``: the server's clock was set back by more than an outage.
    """

    clock: Callable[[int], None]
    due: Callable[[list[str]], None]
    moved: Callable[[ShardGroup], None]
    denied: Callable[[ShardGroup], None] = _nothing
    refusing: Callable[[ShardGroup], None] = _nothing
    cold: Callable[[str], Awaitable[list[Entry]]] = _nothing_cold
    set_back: Callable[[], None] = lambda: None


class ShardGroup:
    """Appends, followers and beats of some shards, on the server that holds them."""

    def __init__(
        self,
        node: str,
        cluster: bool,
        shards: Sequence[int],
        replicas: int,
        replica_timeout: int,
        hooks: ShardGroupHooks,
    ) -> None:
        self.shards = shards
        #: Why the server rejects writes; empty: it does not, or there is no connection.
        self.refusal = ""
        #: Stretches without storage, oldest first.
        self.outages: list[tuple[int, int]] = []
        self._connection: RedisConnection | None = None
        self._node = node
        self._cluster = cluster
        self._publish = "PUBLISH"
        self._hooks = hooks
        self._newest_outage = 0
        #: The last beat answered: loop time and Redis's time.
        self._heard = 0.0
        self._now = 0
        self._beats = 0
        self._replicas = replicas
        self._confirm = Confirm(replicas, replica_timeout, shard_key(shards[0], "mark"))
        self.followed_logs = FollowedLogs(self.read, self._confirm)
        self._readers = OneByOne()
        self.appends = Appends(
            node,
            shard_key(shards[0], f"fence:{node}"),
            replicas,
            replica_timeout,
            self.followed_logs,
            moved=lambda: hooks.moved(self),
            failed=self._failed,
        )

    @property
    def ready(self) -> bool:
        """True if these shards can be read and written."""
        return self.appends.connection is not None

    # Connecting -------------------------------------------------------------------------------

    async def attach(self, server: Server, connection: RedisConnection) -> None:
        """Set up a new connection: subscribe, beat, read followed logs, resolve open appends.

        Raises :class:`StorageUnavailableError` if the group is detached meanwhile.
        """
        self.detach()
        self.followed_logs.doubt()
        self._connection = self._confirm.connection = connection
        # Before version 7 a cluster broadcasts all channels to all servers.
        sharded = self._cluster and server.version >= (7,)
        self._publish = self.appends.publish = "SPUBLISH" if sharded else "PUBLISH"
        await self.appends.fence_off(connection)
        subscribe = "SSUBSCRIBE" if sharded else "SUBSCRIBE"
        channels = [f"{TAGS[shard]}:node:{self._node}" for shard in self.shards]
        await asyncio.gather(*[connection.call(subscribe, channel) for channel in channels])
        heard = self._heard
        self._beaten(await connection.call(*self._beat_command()))
        if heard:
            self._cut_off(int((self._heard - heard) * 1000))
        await self._heal(connection)
        await self.appends.resolve()
        if self._connection is not connection:
            # Replaced by a move of the shards or by a second attach.
            raise StorageUnavailableError(100, "the shards moved while a connection was prepared")
        self.appends.attach(connection)

    def detach(self) -> None:
        """The connection was lost, or leads to a server without these shards."""
        self.refusal = ""
        if self._connection is not None:
            self._connection = self._confirm.connection = None
            self.appends.detach()

    async def _heal(self, connection: RedisConnection) -> None:
        followed_logs = [(followed, followed.tail) for followed in self.followed_logs.all()]
        for start in range(0, len(followed_logs), HEAL_CHUNK):
            chunk = [(followed, tail) for followed, tail in followed_logs[start : start + HEAL_CHUNK] if tail]
            noted = [connection.call("SADD", near_key(followed.match), self._node) for followed, _ in chunk]
            reads = [
                connection.call("XRANGE", log_key(followed.match), f"{tail.seq}-0", "+") for followed, tail in chunk
            ]
            replies = await asyncio.gather(*noted, *reads)
            for (followed, tail), rows in zip(chunk, replies[len(chunk) :], strict=True):
                entries = entries_of(rows, tail.seq - 1)
                if not entries:
                    # Lost, or moved out of Redis; reading it must not block the connection.
                    self.followed_logs.heal(followed)
                elif self._replicas and len(entries) > 1:
                    # Read again and confirmed separately, as missing replicas must not block the connection.
                    self.followed_logs.caught_up(followed, tail, entries[:1])
                    self.followed_logs.heal(followed)
                else:
                    self.followed_logs.caught_up(followed, tail, entries)

    # Beats ------------------------------------------------------------------------------------

    def beat(self) -> None:
        """Record in Redis that a node is alive; read the time, outages, and matches that are due."""

        connection, refusal = self._connection, self.refusal

        def done(reply: Any) -> None:
            if isinstance(reply, list):
                self._beaten(reply)
                if refusal and connection is self._connection:
                    self._refuse("")
            elif isinstance(reply, ReplyError):
                self._failed(reply)

        if self.ready and self._connection is not None:
            self._connection.send(self._beat_command(), done)
            self._compare(self._connection)

    def _compare(self, connection: RedisConnection) -> None:
        """Request the lengths of the followed logs in some shards; the next beat checks the next shards."""
        self._beats += 1
        turn = self._beats % COMPARE_EVERY
        if not any(shard % COMPARE_EVERY == turn for shard in self.shards):
            return
        matches = [
            followed.match for followed in self.followed_logs.all() if followed.shard % COMPARE_EVERY == turn
        ]
        if not matches:
            return

        def done(reply: Any) -> None:
            # On the same connection, all entries published before this reply have been received.
            if isinstance(reply, list):
                for match, length in zip(matches, reply, strict=True):
                    self.followed_logs.compare(match, length)
            elif isinstance(reply, ReplyError):
                self._failed(reply)

        connection.send(("EVALSHA", scripts.LENGTHS.sha, len(matches), *map(log_key, matches)), done)

    def _beat_command(self) -> list[Argument]:
        first = self.shards[0]
        keys = [shard_key(first, "beat"), shard_key(first, "outages")]
        keys += [shard_key(shard, "due") for shard in self.shards]
        # While writes are rejected, each beat attempts one to notice when they are accepted again.
        numbers = (0 if self.refusal else BEAT, OUTAGE, REMEMBER, self._newest_outage, MOST_DUE)
        return ["EVALSHA", scripts.BEAT.sha, len(keys), *keys, *numbers]

    def _cut_off(self, duration: int) -> None:
        """Record that this node could not reach these shards for ``duration`` ms: an outage for its players.

        Redis does not know of it if it was short, or if other nodes could reach these shards.
        """
        since = max(self._now - duration, self.outages[-1][1] if self.outages else 0)
        if self._now - since >= CUT_OFF:
            self.outages.append((since, self._now))

    def _beaten(self, reply: list[Any]) -> None:
        now, outages, due = reply
        if now < self._now - OUTAGE:
            self._hooks.set_back()
        self._now = now
        self._heard = asyncio.get_running_loop().time()
        self._hooks.clock(now)
        for outage in outages:
            since, until = (int(time) for time in outage.split(b"-"))
            # Overlapping beats report the same outages.
            if until > self._newest_outage:
                self.outages.append((since, until))
                self._newest_outage = until
        if due:
            self._hooks.due([match.decode() for match in due])

    def _failed(self, error: ReplyError) -> None:
        if str(error).startswith("NOSCRIPT") and self._connection is not None:
            for script in scripts.ALL:
                self._connection.send(("SCRIPT", "LOAD", script.text), lambda _: None)
        elif str(error).startswith(("MOVED", "READONLY")):
            self._hooks.moved(self)
        elif code_of(error) in DENIED:
            self._hooks.denied(self)
        elif code_of(error) in WRITES_REFUSED:
            self._refuse(str(error))

    def _refuse(self, why: str) -> None:
        """Set why writes are rejected; empty: they are accepted again."""
        changed = code_of(why) != code_of(self.refusal)
        self.refusal = why
        if changed and self.ready:
            self._hooks.refusing(self)

    # Commands ---------------------------------------------------------------------------------

    def call(self, *command: Argument) -> asyncio.Future[Reply]:
        """Send a command about these shards. Await the reply with :meth:`answer`."""
        if self._connection is None:
            raise StorageUnavailableError()
        return self._connection.call(*command)

    async def answer(self, *futures: asyncio.Future[Reply]) -> list[Reply]:
        """Await the replies. Raises :class:`StorageUnavailableError`, :class:`StoreError`."""
        replies = await asyncio.gather(*futures, return_exceptions=True)
        for reply in replies:
            if isinstance(reply, ReplyError):
                self._failed(reply)
            if isinstance(reply, Exception):
                raise translated(reply) from reply
        return replies

    async def script(self, script: scripts.Script, keys: Sequence[str], *arguments: Argument) -> Reply:
        """Run a script, and load it again if Redis lost it. Raises as :meth:`answer`."""
        command = ("EVALSHA", script.sha, len(keys), *keys, *arguments)
        try:
            return (await self.answer(self.call(*command)))[0]
        except StoreError as error:
            if not str(error).startswith("NOSCRIPT"):
                raise
        return (await self.answer(self.call("SCRIPT", "LOAD", script.text), self.call(*command)))[1]

    # Logs -------------------------------------------------------------------------------------

    async def read(self, match: str, after: int) -> list[Entry]:
        """Return the entries after number ``after``."""
        (rows,) = await self.answer(self.call("XRANGE", log_key(match), f"{after + 1}-0", "+"))
        return entries_of(rows, after) if rows else (await self._hooks.cold(match))[after:]

    async def catch_up(self, match: str) -> list[Entry]:
        """Return the whole log, after delivering all its entries to the follower."""
        return await self.followed_logs.read(match)

    async def load(self, match: str) -> Log:
        """Return the whole log, and the secret of a match that is not over."""
        return (await self.load_rows(match))[0]

    async def load_rows(self, match: str) -> tuple[Log, int]:
        """Return the log as :meth:`load`, and the number of rows in its stream."""
        rows, secret = await self.answer(
            self.call("XRANGE", log_key(match), "-", "+"),
            self.call("HGET", shard_key(shard_of(match), "secrets"), match),
        )
        entries = entries_of(rows, 0) if rows else await self._hooks.cold(match)
        return Log(entries, secret_of(secret)), len(rows)

    async def follow(self, match: str, follower: Follower) -> Log:
        """Load the log, and deliver every later entry to ``follower``."""
        if self._connection is None:
            raise StorageUnavailableError()
        followed = self.followed_logs.add(match, follower)
        # On one connection the order guarantees that entries added after reading the rows are published to this
        # node.
        noted = self._connection.call("SADD", near_key(match), self._node)
        read: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

        def done(reply: Any) -> None:
            # Immediately, not when the awaiting task runs: the next message may be the next entry.
            if isinstance(reply, list):
                self.followed_logs.loaded(followed, entries_of(reply, 0))
            settle(read, reply)

        self._connection.send(("XRANGE", log_key(match), "-", "+"), done)
        secret = self._connection.call("HGET", shard_key(shard_of(match), "secrets"), match)
        try:
            replies = await self.answer(noted, read, secret)
            if replies[1] and replies[1][-1][1][0] != b"archive":
                await self._confirm()
        except StoreError:
            self.followed_logs.remove(match, followed)
            raise
        # The caller folds what it gets, in milliseconds; many logs may have come in one reply.
        await self._readers.turn()
        entries = self.followed_logs.take(followed)
        if entries is None:
            self.followed_logs.remove(match, followed)
            raise StorageUnavailableError(100, "the log changed while it was read")
        if not entries:
            # Nothing is added to a finished log, so it is not followed.
            self.unfollow(match)
            entries = await self._hooks.cold(match)
        return Log(entries, secret_of(replies[2]))

    def unfollow(self, match: str) -> None:
        if self.followed_logs.remove(match) and self._connection is not None:
            self._connection.send(("SREM", near_key(match), self._node), lambda _: None)

    def whisper(self, match: str, note: bytes) -> None:
        """Send ``note`` to the other nodes that follow ``match``."""

        def done(reply: Any) -> None:
            if isinstance(reply, ReplyError):
                self._failed(reply)

        if self.ready and self._connection is not None:
            script = scripts.WHISPER.sha
            self._connection.send(("EVALSHA", script, 1, near_key(match), self._node, self._publish, note), done)

    async def project(self, match: str, change: bytes, rows: int, at: int) -> bool:
        """Change the lists unless the number of rows in the log has changed. Returns whether it was done."""
        return bool(await self.script(scripts.PROJECT, [log_key(match)], rows, change, at))

    async def archive(self, match: str) -> None:
        """Replace a finished log by one compressed value, unless that is done already."""
        entries = await self.read(match, 0)
        if entries:
            keys = [log_key(match), near_key(match)]
            await self.script(scripts.ARCHIVE, keys, len(entries), archive.compress(entries), entries[-1].at)

    async def closing(self) -> list[str]:
        """Return the finished matches still to be archived."""
        replies = await self.answer(*[self.call("SMEMBERS", shard_key(shard, "closing")) for shard in self.shards])
        return [match.decode() for members in replies for match in members]


def secret_of(stored: bytes | None) -> bytes:
    """Decode a stored secret (hex); empty: none."""
    return bytes.fromhex(stored.decode()) if stored else b""


def entries_of(rows: list[Reply], after: int) -> list[Entry]:
    """Return the entries after number ``after`` in rows of a stream, running or archived."""
    if rows and rows[-1][1][0] == b"archive":
        return archive.expand(rows[-1][1][1])[after:]
    return [Entry(int(row_id[:-2]), int(fields[1]), fields[3]) for row_id, fields in rows]
