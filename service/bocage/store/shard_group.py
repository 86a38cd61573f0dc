"""A group of shards: all of them on a single server, one in a cluster, where a script stays in one slot."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

import msgspec

from bocage.log.records import Entry, Log
from bocage.store import archive, scripts
from bocage.store.appends import Appends
from bocage.store.confirm import NOT_ENOUGH, Confirm
from bocage.store.connection import Argument, RedisConnection, Reply, ReplyError, settle
from bocage.store.followed_logs import FollowedLogs
from bocage.store.keys import TAGS, log_key, near_key, shard_key, shard_of
from bocage.store.records import Append, Follower, NumberTakenError, StorageUnavailableError, StoreError
from bocage.store.replies import DENIED, WRITES_REFUSED, code_of
from bocage.store.server import Server, translated

#: Milliseconds between two beats of all nodes together.
BEAT = 1_000
#: Milliseconds without any beat that count as an outage.
OUTAGE = 3_000
#: Milliseconds without a reply after which this node alone was cut off: an outage for its players.
CUT_OFF = 1_000
#: Milliseconds for which outages are kept in Redis.
REMEMBER = 60 * 86_400_000
#: Most matches past their deadline that one beat reads per shard.
MOST_DUE = 100
#: Matches healed at a time after a reconnection.
HEAL_CHUNK = 200
#: Every so many beats the lengths of followed logs are compared with Redis. No follower is behind for longer.
COMPARE_EVERY = 8


async def _not_elsewhere(match: str) -> list[Entry]:
    return []


def _nothing(group: ShardGroup) -> None:
    """Nobody is to be told."""


class ShardGroupHooks(msgspec.Struct):
    """What a shard group tells the store: the time, the matches that are due, and that its shards have moved.

    ``denied``: the account may not do everything any more. ``refusing``: :attr:`ShardGroup.refusal` has changed.
    ``elsewhere`` reads a log that Redis no longer holds. ``set_back`` is called when
    the server's clock was set back by more than what counts as an outage.
    """

    clock: Callable[[int], None]
    due: Callable[[list[str]], None]
    moved: Callable[[ShardGroup], None]
    denied: Callable[[ShardGroup], None] = _nothing
    refusing: Callable[[ShardGroup], None] = _nothing
    elsewhere: Callable[[str], Awaitable[list[Entry]]] = _not_elsewhere
    set_back: Callable[[], None] = lambda: None


class ShardGroup:
    """Appends, followers and beats of some shards, on the server that holds them now."""

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
        #: Why the server takes no writes now; empty: it does, or there is no connection.
        self.refusal = ""
        #: Stretches without storage, oldest first.
        self.outages: list[tuple[int, int]] = []
        self._connection: RedisConnection | None = None
        self._node = node
        self._cluster = cluster
        self._publish = "PUBLISH"
        self._hooks = hooks
        self._newest_outage = 0
        #: The last beat that was answered: loop time, and Redis's time.
        self._heard = 0.0
        self._now = 0
        self._beats = 0
        self._replicas = replicas
        self._confirm = Confirm(replicas, replica_timeout, shard_key(shards[0], "mark"))
        self.followed_logs = FollowedLogs(self.read, self._confirm)
        self.appends = Appends(
            node,
            shard_key(shards[0], f"fence:{node}"),
            replicas,
            replica_timeout,
            followed=self.followed_logs.by_match,
            deliver=self.followed_logs.deliver,
            taken=self._taken,
            read=self.read,
            confirm=self._confirm,
            moved=lambda: hooks.moved(self),
            failed=self._failed,
        )

    @property
    def ready(self) -> bool:
        """Whether these shards can be read and written."""
        return self.appends.connection is not None

    # Coming and going -------------------------------------------------------------------------

    async def attach(self, server: Server, connection: RedisConnection) -> None:
        """Start work on a new connection: subscribe, beat, read followed logs, resolve open appends.

        Raises :class:`StorageUnavailableError` if the group is detached meanwhile.
        """
        self.detach()
        self.followed_logs.doubt()
        self._connection = self._confirm.connection = connection
        # Redis before version 7 has one kind of channel, which a cluster passes on to all its servers.
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
            # A late reply of the server that held these shards before, or a second attach.
            raise StorageUnavailableError(100, "the shards moved while a connection was prepared")
        self.appends.connection = connection
        self.appends.flush()

    def detach(self) -> None:
        """The connection is lost, or leads to a server that does not hold these shards any more."""
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
                    # Lost, or no longer in Redis; reading it must not block the connection.
                    self.followed_logs.heal(followed)
                elif self._replicas and len(entries) > 1:
                    # It is read again and confirmed separately: missing replicas must not block the connection.
                    self.followed_logs.caught_up(followed, tail, entries[:1])
                    self.followed_logs.heal(followed)
                else:
                    self.followed_logs.caught_up(followed, tail, entries)

    # Beats ------------------------------------------------------------------------------------

    def beat(self) -> None:
        """Tell Redis that a node is alive; read the time, outages, and the matches that are due."""

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
        """Ask for the lengths of the followed logs of some shards; the next beat asks for the next shards."""
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
            # All entries published before this reply were received before it, on the same connection.
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
        # While writes are refused every beat tries to write, which tells when they are taken again.
        numbers = (0 if self.refusal else BEAT, OUTAGE, REMEMBER, self._newest_outage, MOST_DUE)
        return ["EVALSHA", scripts.BEAT.sha, len(keys), *keys, *numbers]

    def _cut_off(self, duration: int) -> None:
        """This node could not reach these shards for ``duration`` ms: an outage for its players.

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
            # Beats that are asked before an earlier one was answered are told the same outages.
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
        """Writes are refused from now on; or, without a reason, they are taken again."""
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
        """The replies to commands sent. Raises :class:`StorageUnavailableError`, :class:`StoreError`."""
        replies = await asyncio.gather(*futures, return_exceptions=True)
        for reply in replies:
            if isinstance(reply, ReplyError):
                self._failed(reply)
            if isinstance(reply, Exception):
                raise translated(reply) from reply
        return replies

    async def script(self, script: scripts.Script, keys: Sequence[str], *arguments: Argument) -> Reply:
        """Run a script; load it again if Redis lost it. Raises as :meth:`answer` does."""
        command = ("EVALSHA", script.sha, len(keys), *keys, *arguments)
        try:
            return (await self.answer(self.call(*command)))[0]
        except StoreError as error:
            if not str(error).startswith("NOSCRIPT"):
                raise
        return (await self.answer(self.call("SCRIPT", "LOAD", script.text), self.call(*command)))[1]

    # Logs -------------------------------------------------------------------------------------

    async def read(self, match: str, after: int) -> list[Entry]:
        """Entries after number ``after``."""
        (rows,) = await self.answer(self.call("XRANGE", log_key(match), f"{after + 1}-0", "+"))
        return entries_of(rows, after) if rows else (await self._hooks.elsewhere(match))[after:]

    async def catch_up(self, match: str) -> list[Entry]:
        """The whole log. Its follower is told of all entries in it first."""
        return await self.followed_logs.read(match)

    async def load(self, match: str) -> Log:
        """The whole log, and the secret of a match that is not over."""
        return (await self.load_rows(match))[0]

    async def load_rows(self, match: str) -> tuple[Log, int]:
        """The same, and how many rows its stream has."""
        rows, secret = await self.answer(
            self.call("XRANGE", log_key(match), "-", "+"),
            self.call("HGET", shard_key(shard_of(match), "secrets"), match),
        )
        entries = entries_of(rows, 0) if rows else await self._hooks.elsewhere(match)
        return Log(entries, secret_of(secret)), len(rows)

    async def follow(self, match: str, follower: Follower) -> Log:
        """Load the log, and tell ``follower`` of every entry after it."""
        if self._connection is None:
            raise StorageUnavailableError()
        followed = self.followed_logs.add(match, follower)
        # The order on one connection matters: an entry added after the rows were read is published to this node.
        noted = self._connection.call("SADD", near_key(match), self._node)
        read: asyncio.Future[Any] = asyncio.get_running_loop().create_future()

        def done(reply: Any) -> None:
            # At once, not when the awaiting task runs: the next message may be an entry after these.
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
        entries = self.followed_logs.take(followed)
        if entries is None:
            self.followed_logs.remove(match, followed)
            raise StorageUnavailableError(100, "the log changed while it was read")
        if not entries:
            # Nothing is added to a finished log, so there is nothing to follow.
            self.unfollow(match)
            entries = await self._hooks.elsewhere(match)
        return Log(entries, secret_of(replies[2]))

    def unfollow(self, match: str) -> None:
        """Stop telling the follower."""
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

    def _taken(self, append: Append) -> None:
        """Another node has the number. Tell the follower of its entry first, then answer the append."""

        def fail(_: Any = None) -> None:
            # The other entry is not on enough replicas yet, so judging again would not help now.
            behind = self._replicas and self.followed_logs.behind(append.match, append.seq)
            append.answer(StorageUnavailableError(why=NOT_ENOUGH) if behind else NumberTakenError())

        followed = self.followed_logs.behind(append.match, append.seq)
        if followed is None:
            fail()
        else:
            self.followed_logs.heal(followed).add_done_callback(fail)

    async def project(self, match: str, change: bytes, rows: int, at: int) -> bool:
        """Change the lists, unless the log has another number of rows by now. Returns whether it was done."""
        return bool(await self.script(scripts.PROJECT, [log_key(match)], rows, change, at))

    async def archive(self, match: str) -> None:
        """Replace a finished log by one compressed value, unless that is done already."""
        entries = await self.read(match, 0)
        if entries:
            keys = [log_key(match), near_key(match)]
            await self.script(scripts.ARCHIVE, keys, len(entries), archive.compress(entries), entries[-1].at)

    async def closing(self) -> list[str]:
        """Finished matches that wait to be archived."""
        replies = await self.answer(*[self.call("SMEMBERS", shard_key(shard, "closing")) for shard in self.shards])
        return [match.decode() for members in replies for match in members]


def secret_of(stored: bytes | None) -> bytes:
    """The secret as it is kept (hex), or empty."""
    return bytes.fromhex(stored.decode()) if stored else b""


def entries_of(rows: list[Reply], after: int) -> list[Entry]:
    """The entries after number ``after`` that rows of a stream hold, running or archived."""
    if rows and rows[-1][1][0] == b"archive":
        return archive.expand(rows[-1][1][1])[after:]
    return [Entry(int(row_id[:-2]), int(fields[1]), fields[3]) for row_id, fields in rows]
