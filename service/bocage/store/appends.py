"""Appends: all entries of one turn of the event loop go to Redis in one script call.

At most :data:`MOST_CALLS` calls are in flight; further appends queue for the next one. If the connection is
lost before a reply, the result of those appends is read from the log once there is a connection again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec

from bocage.log.records import Change, Entry
from bocage.store import scripts
from bocage.store.connection import DENIED, Argument, ConnectionGone, RedisConnection, ReplyError, code_of, settle
from bocage.store.followed_logs import FollowedLogs
from bocage.store.keys import log_key, near_key, options_digest
from bocage.store.records import Append, NumberTakenError, StorageUnavailableError, StoreError, stored_result
from bocage.store.server import translated

log = logging.getLogger(__name__)

#: Reason given for an entry that is stored, but not yet acknowledged or shown.
NOT_ENOUGH = "not enough replicas have it"

#: Most script calls in flight.
MOST_CALLS = 2
#: Most entries in one script call.
MOST_ENTRIES = 256
#: Seconds after which an append of unknown result fails.
UNSURE = 10.0
#: Seconds for which Redis remembers that a connection was replaced; no command is delayed for longer.
FENCED = 86_400

_pack = msgspec.msgpack.Encoder().encode
_json = msgspec.json.Encoder().encode


def pack_change(change: Change | None, cold: bool = False) -> bytes:
    """Encode a change for the scripts; empty for None. Redis's msgpack has text, but no binary.

    ``cold``: the match is in cold storage.
    """
    if change is None:
        return b""
    packed: dict[str, Any] = {}
    row = change.row
    if row is not None:
        packed["row"] = _json(msgspec.structs.replace(row, at=0)).decode()
        packed["status"] = row.status
        packed["private"] = row.private
        packed["called"] = bool(row.house)
        packed["players"] = sorted({*row.players, row.creator} - {""})
        if change.unlisted:
            packed["unlisted"] = True
        if row.at:
            packed["at"] = row.at
        # Scores of duplicates must not be public while the other player's match is running.
        told = row.reason != "resigned" and not row.bots and not row.duplicate
        if row.status == "ended" and row.score is not None and told:
            packed["scored"] = [f"{row.game}:{options_digest(row.options)}", row.score]
    if change.points is not None:
        points = change.points
        packed["points"] = [points.game, list(points.spans), points.player, points.score]
    if change.rated is not None:
        result = change.rated
        packed["rated"] = stored_result(result)
    if change.notices:
        packed["notices"] = [[wish.kind, wish.player, wish.seq, wish.wait] for wish in change.notices]
    if change.secret:
        packed["secret"] = change.secret.hex()
    if change.due:
        packed["due"] = change.due
    elif change.due_in:
        packed["due_in"] = change.due_in
    if cold:
        packed["cold"] = True
    if change.final:
        packed["final"] = True
    return _pack(packed) if packed else b""


class Appends:
    """The appends of one shard group."""

    def __init__(
        self,
        node: str,
        fence: str,
        replicas: int,
        replica_timeout: int,
        followed_logs: FollowedLogs,
        moved: Callable[[], None],
        failed: Callable[[ReplyError], None],
    ) -> None:
        """``fence``: a key in the slot of the logs, written when the connection is replaced.

        ``moved`` is called when another server has the shards, ``failed`` for errors that concern more than one
        append.
        """
        #: The connection to use; None while there is none.
        self.connection: RedisConnection | None = None
        self._node = node
        self._fence = fence
        #: Number of the current connection. The script refuses appends from earlier ones.
        self._epoch = 0
        #: The command that publishes on the server of these shards.
        self.publish = "PUBLISH"
        self._replicas = replicas
        self._replica_timeout = replica_timeout
        self._followed_logs = followed_logs
        self._moved = moved
        self._failed = failed
        self._loop = asyncio.get_running_loop()
        self._queue: list[Append] = []
        self._scheduled = False
        self._under_way: list[list[Append]] = []
        self._unsure: list[Append] = []
        #: Runs while there is no connection, see :data:`UNSURE`.
        self._timeout: asyncio.TimerHandle | None = None

    @property
    def pending(self) -> bool:
        """True while an append has no result."""
        return bool(self._queue or self._under_way or self._unsure)

    def add(self, append: Append) -> None:
        """Send the append, together with the others of this turn of the loop."""
        if self.connection is None:
            self._loop.call_soon(append.answer, StorageUnavailableError())
            return
        self._queue.append(append)
        if not self._scheduled and len(self._under_way) < MOST_CALLS:
            self._scheduled = True
            self._loop.call_soon(self._flush)

    def _flush(self) -> None:
        self._scheduled = False
        connection = self.connection
        if connection is None:
            return
        batch = self._queue[:MOST_ENTRIES]
        del self._queue[:MOST_ENTRIES]
        self._under_way.append(batch)
        keys: list[Argument] = []
        arguments: list[Argument] = []
        followed = self._followed_logs.by_match
        for append in batch:
            match = append.match
            keys += (log_key(match), near_key(match))
            near = 1 if match in followed else 0
            arguments += (append.seq, append.not_before, append.asked, append.raw, append.change, near)
        # Other nodes show entries immediately, so they are published only once enough replicas have them.
        publish = "" if self._replicas else self.publish
        keys.append(self._fence)
        head = (self._node, publish, self._epoch)
        command = ["EVALSHA", scripts.APPEND.sha, len(keys), *keys, *head, *arguments]
        if self._replicas:
            self._send_and_wait(connection, command, batch)
        else:
            connection.send(command, partial(self._replied, batch))

    def _send_and_wait(self, connection: RedisConnection, command: list[Argument], batch: list[Append]) -> None:
        """Complete the appends once enough replicas have the entries."""
        replies: list[Any] = []

        def waited(count: Any) -> None:
            reply = replies[0]
            if isinstance(count, ConnectionGone):
                reply = count
            elif isinstance(reply, list):
                # An error means that the server became a replica and dropped its waiting clients.
                if isinstance(count, Exception) or count < self._replicas:
                    error = StorageUnavailableError(why=NOT_ENOUGH, unknown=True)
                    reply = [error if isinstance(one, int) and one > 0 else one for one in reply]
                else:
                    self._tell(connection, batch, reply)
            self._replied(batch, reply)

        connection.send(command, replies.append)
        connection.send(("WAIT", self._replicas, self._replica_timeout), waited)

    def _tell(self, connection: RedisConnection, batch: list[Append], times: list[Any]) -> None:
        """Publish the entries that enough replicas have to the other nodes."""
        stored = [(append, at) for append, at in zip(batch, times, strict=True) if isinstance(at, int) and at > 0]
        if stored:
            keys = [near_key(append.match) for append, _ in stored]
            news = [part for append, at in stored for part in (append.seq, at, append.raw)]
            # If this message is lost, the other nodes notice when they compare lengths.
            connection.send(
                ("EVALSHA", scripts.TELL.sha, len(keys), *keys, self._node, self.publish, *news), lambda _: None
            )

    def _replied(self, batch: list[Append], reply: Any) -> None:
        self._under_way.remove(batch)
        if type(reply) is list:
            for append, result in zip(batch, reply, strict=True):
                if type(result) is not int:
                    self._refuse([append], translated(result))
                    if isinstance(result, ReplyError):
                        self._failed(result)
                elif result > 0:
                    entry = Entry(append.seq, result, append.raw)
                    self._followed_logs.deliver(append.match, entry)
                    try:
                        append.answered(entry)
                    except Exception:
                        log.exception("the callback of an append to %s failed", append.match)
                else:
                    self._taken(append)
        elif isinstance(reply, ConnectionGone):
            self._unsure += batch
        elif isinstance(reply, ReplyError) and str(reply).startswith("NOSCRIPT"):
            self._reload(batch)
        elif isinstance(reply, ReplyError) and str(reply).startswith(("MOVED", "READONLY")):
            # Nothing was stored here. Retry with the server that holds these logs now.
            self._queue[:0] = batch
            self._moved()
        elif isinstance(reply, ReplyError) and code_of(reply) in DENIED:
            # The account lost rights, perhaps on a list only, in which case the script stopped after storing an
            # entry. The logs are read once the account has its rights back.
            self._unsure.extend(batch)
            self._failed(reply)
        else:
            self._refuse(batch, translated(reply))
            if isinstance(reply, ReplyError):
                self._failed(reply)
        if self._queue:
            self.flush()

    def flush(self) -> None:
        """Send queued appends at the end of this turn of the loop."""
        if (
            self.connection is not None
            and self._queue
            and not self._scheduled
            and len(self._under_way) < MOST_CALLS
        ):
            self._scheduled = True
            self._loop.call_soon(self._flush)

    def _store(self, append: Append, at: int) -> None:
        entry = Entry(append.seq, at, append.raw)
        self._followed_logs.deliver(append.match, entry)
        append.answer(entry)

    def _taken(self, append: Append) -> None:
        """Answer an append whose number is taken, after delivering that entry to the follower."""

        def fail(_: object = None) -> None:
            # Without enough replicas of the other entry, judging again is useless for now.
            behind = self._replicas and self._followed_logs.behind(append.match, append.seq)
            append.answer(StorageUnavailableError(why=NOT_ENOUGH) if behind else NumberTakenError())

        followed = self._followed_logs.behind(append.match, append.seq)
        if followed is None:
            fail()
        else:
            self._followed_logs.heal(followed).add_done_callback(fail)

    def _reload(self, batch: list[Append]) -> None:
        """Reload the scripts (after SCRIPT FLUSH or a failover) and retry."""
        self._queue[:0] = batch
        if self.connection is not None:
            self.connection.send(("SCRIPT", "LOAD", scripts.APPEND.text), lambda _: None)

    def _refuse(self, batch: list[Append], error: Exception) -> None:
        for append in batch:
            append.answer(error)

    def attach(self, connection: RedisConnection) -> None:
        """Send appends, queued ones first, on a connection that is ready. Call it after :meth:`resolve`."""
        self._stop_timeout()
        self.connection = connection
        self.flush()

    def detach(self) -> None:
        """The connection was lost. Appends in flight wait for the next connection, for a limited time."""
        self.connection = None
        # A connection that is lost before it is attached does not extend the time.
        if self._timeout is None:
            self._timeout = self._loop.call_later(UNSURE, self._give_up)

    def _stop_timeout(self) -> None:
        if self._timeout is not None:
            self._timeout.cancel()
            self._timeout = None

    def _give_up(self) -> None:
        self._timeout = None
        queue, self._queue = self._queue, []
        unsure, self._unsure = self._unsure, []
        self._refuse(queue, StorageUnavailableError())
        self._refuse(unsure, StorageUnavailableError(why="its result is not known yet", unknown=True))

    async def fence_off(self, connection: RedisConnection) -> None:
        """Refuse appends that earlier connections still carry. Raises :class:`ReplyError`.

        Call it on each new connection, before :meth:`resolve`. It needs no right to close connections: a proxy or
        server may still hold commands of a connection that this node has given up.
        """
        self._epoch += 1
        if self._epoch > 1:
            await connection.call("SET", self._fence, self._epoch, "EX", FENCED)

    async def resolve(self) -> None:
        """Find out which appends were stored before the connection was lost."""
        unsure, self._unsure = self._unsure, []
        found: list[tuple[Append, Entry]] = []
        try:
            while unsure:
                append = unsure[-1]
                entries = await self._followed_logs.fetch(append.match, append.seq - 1)
                unsure.pop()
                if entries and (entries[0].seq, entries[0].raw) == (append.seq, append.raw):
                    found.append((append, entries[0]))
                elif entries:
                    self._refuse([append], NumberTakenError())
                else:
                    self._refuse([append], StorageUnavailableError(100, "the connection to Redis was lost"))
            await self._settle(found)
            found = []
        finally:
            # If the connection was lost again, no caller has a result yet.
            self._unsure += [*unsure, *(append for append, _ in found)]

    async def _settle(self, found: list[tuple[Append, Entry]]) -> None:
        """Acknowledge stored entries if enough replicas have them."""
        try:
            if found:
                await self._followed_logs.confirm()
        except StoreError:
            self._refuse([append for append, _ in found], StorageUnavailableError(why=NOT_ENOUGH, unknown=True))
        else:
            for append, entry in found:
                self._store(append, entry.at)

    def close(self) -> None:
        """Fail all pending appends."""
        self._stop_timeout()
        left = [*self._queue, *self._unsure]
        self._queue, self._unsure = [], []
        self._refuse(left, StoreError("the store is closed"))


class Confirm:
    """``await confirm()`` returns when enough replicas have everything read on this connection so far.

    One WAIT serves all calls made during the previous one. Raises :class:`StorageUnavailableError`.
    """

    def __init__(self, replicas: int, patience: int, mark: str) -> None:
        """``patience``: timeout in milliseconds. ``mark``: a key on the server, written for this purpose."""
        #: The connection to use; None while there is none.
        self.connection: RedisConnection | None = None
        self._replicas = replicas
        self._patience = patience
        self._mark = mark
        self._waiting: list[asyncio.Future[None]] = []
        self._under_way = False

    async def __call__(self) -> None:
        if not self._replicas:
            return
        confirmed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append(confirmed)
        if not self._under_way:
            self._ask()
        await confirmed

    def _ask(self) -> None:
        asked, self._waiting = self._waiting, []
        self._under_way = bool(asked)

        def done(count: Any) -> None:
            # An error: the connection was lost, or the server became a replica.
            enough = isinstance(count, int) and count >= self._replicas
            for confirmed in asked:
                settle(confirmed, None if enough else StorageUnavailableError(why=NOT_ENOUGH))
            self._ask()

        if asked and self.connection is None:
            done(None)
        elif asked and self.connection is not None:
            # WAIT counts from the last write of its own connection, but others may have written the data read here.
            self.connection.send(("SET", self._mark, ""), lambda _: None)
            self.connection.send(("WAIT", self._replicas, self._patience), done)
