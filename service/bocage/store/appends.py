"""Appending: all entries of one turn of the event loop go to Redis in one script call.

While a call is under way, further appends gather for the next one. When the connection dies before the reply,
the fate of its appends is read from the log as soon as there is a connection again.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Container
from functools import partial
from typing import Any

import msgspec

from bocage.log.records import Change, Entry
from bocage.store import scripts
from bocage.store.confirm import NOT_ENOUGH
from bocage.store.connection import Argument, ConnectionGone, RedisConnection, ReplyError
from bocage.store.keys import log_key, near_key, options_digest
from bocage.store.ledger import stored_result
from bocage.store.records import Append, NumberTakenError, StorageUnavailableError, StoreError
from bocage.store.replies import DENIED, code_of
from bocage.store.server import translated

log = logging.getLogger(__name__)

#: Most script calls under way at a time.
MOST_CALLS = 2
#: Most entries in one script call.
MOST_ENTRIES = 256
#: Seconds after which an append is given up if we cannot find out whether it was stored.
UNSURE = 10.0
#: Seconds for which Redis remembers that a connection was given up: longer than anything holds a command back.
FENCED = 86_400

_pack = msgspec.msgpack.Encoder().encode
_json = msgspec.json.Encoder().encode


def pack_change(change: Change | None, cold: bool = False) -> bytes:
    """The change as the scripts read it; empty for None. Redis's msgpack knows text, but no binary.

    ``cold``: of a match in cold storage.
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
        # What a match of a duplicate brought must not be read off these numbers while the other one is played.
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
        followed: Container[str],
        deliver: Callable[[str, Entry], None],
        taken: Callable[[Append], None],
        read: Callable[[str, int], Awaitable[list[Entry]]],
        confirm: Callable[[], Awaitable[None]],
        moved: Callable[[], None],
        failed: Callable[[ReplyError], None],
    ) -> None:
        """``fence``: a key in the slot of the logs, written when the connection is replaced. ``failed``: is told of
        errors that concern more than one append."""
        #: Where to send them; None while there is no connection.
        self.connection: RedisConnection | None = None
        self._node = node
        self._fence = fence
        #: Number of the present connection. What an earlier one still carries is refused by the script.
        self._epoch = 0
        #: The command that publishes on the server of these shards.
        self.publish = "PUBLISH"
        self._replicas = replicas
        self._replica_timeout = replica_timeout
        self._followed = followed
        self._deliver = deliver
        self._taken = taken
        self._read = read
        self._confirm = confirm
        self._moved = moved
        self._failed = failed
        self._loop = asyncio.get_running_loop()
        self._queue: list[Append] = []
        self._scheduled = False
        self._under_way: list[list[Append]] = []
        self._unsure: list[Append] = []

    @property
    def pending(self) -> bool:
        """Whether some append is not answered yet."""
        return bool(self._queue or self._under_way or self._unsure)

    def add(self, append: Append) -> None:
        """Store it, together with the other appends of this turn of the loop."""
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
        followed = self._followed
        for append in batch:
            match = append.match
            keys += (log_key(match), near_key(match))
            near = 1 if match in followed else 0
            arguments += (append.seq, append.not_before, append.asked, append.raw, append.change, near)
        # Other nodes show at once what they are told. So they are told only when enough replicas have the entry.
        publish = "" if self._replicas else self.publish
        keys.append(self._fence)
        head = (self._node, publish, self._epoch)
        command = ["EVALSHA", scripts.APPEND.sha, len(keys), *keys, *head, *arguments]
        if self._replicas:
            self._send_and_wait(connection, command, batch)
        else:
            connection.send(command, partial(self._replied, batch))

    def _send_and_wait(self, connection: RedisConnection, command: list[Argument], batch: list[Append]) -> None:
        """Answer when enough replicas have the entries, too."""
        replies: list[Any] = []

        def waited(count: Any) -> None:
            reply = replies[0]
            if isinstance(count, ConnectionGone):
                reply = count
            elif isinstance(reply, list):
                # An error here: the server became a replica meanwhile and dropped its waiting clients.
                if isinstance(count, Exception) or count < self._replicas:
                    error = StorageUnavailableError(why=NOT_ENOUGH, unknown=True)
                    reply = [error if isinstance(one, int) and one > 0 else one for one in reply]
                else:
                    self._tell(connection, batch, reply)
            self._replied(batch, reply)

        connection.send(command, replies.append)
        connection.send(("WAIT", self._replicas, self._replica_timeout), waited)

    def _tell(self, connection: RedisConnection, batch: list[Append], times: list[Any]) -> None:
        """Tell the other nodes of the entries that enough replicas have."""
        stored = [(append, at) for append, at in zip(batch, times, strict=True) if isinstance(at, int) and at > 0]
        if stored:
            keys = [near_key(append.match) for append, _ in stored]
            news = [part for append, at in stored for part in (append.seq, at, append.raw)]
            # If this message is lost, the other nodes notice it when they compare lengths.
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
                    self._deliver(append.match, entry)
                    try:
                        append.answered(entry)
                    except Exception:
                        log.exception("the answer to an append to %s was not taken", append.match)
                else:
                    self._taken(append)
        elif isinstance(reply, ConnectionGone):
            self._unsure += batch
        elif isinstance(reply, ReplyError) and str(reply).startswith("NOSCRIPT"):
            self._reload(batch)
        elif isinstance(reply, ReplyError) and str(reply).startswith(("MOVED", "READONLY")):
            # Nothing was stored here. The entries go to the server that holds these logs now.
            self._queue[:0] = batch
            self._moved()
        elif isinstance(reply, ReplyError) and code_of(reply) in DENIED:
            # The account lost rights, perhaps those of a list only: then the script stopped after it had stored an
            # entry. The logs are read when the account can do everything again.
            self._unsure.extend(batch)
            self._failed(reply)
        else:
            self._refuse(batch, translated(reply))
            if isinstance(reply, ReplyError):
                self._failed(reply)
        if self._queue:
            self.flush()

    def flush(self) -> None:
        """Send what waits at the end of this turn of the loop."""
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
        self._deliver(append.match, entry)
        append.answer(entry)

    def _reload(self, batch: list[Append]) -> None:
        """Redis lost its scripts (SCRIPT FLUSH, or a replica took over): load them and send the call again."""
        self._queue[:0] = batch
        if self.connection is not None:
            self.connection.send(("SCRIPT", "LOAD", scripts.APPEND.text), lambda _: None)

    def _refuse(self, batch: list[Append], error: Exception) -> None:
        for append in batch:
            append.answer(error)

    def detach(self) -> None:
        """The connection is lost. Appends under way wait for the next connection, but not for ever."""
        self.connection = None
        self._loop.call_later(UNSURE, self._give_up)

    def _give_up(self) -> None:
        if self.connection is not None:
            return
        queue, self._queue = self._queue, []
        unsure, self._unsure = self._unsure, []
        self._refuse(queue, StorageUnavailableError())
        self._refuse(unsure, StorageUnavailableError(why="its fate is not known yet", unknown=True))

    async def fence_off(self, connection: RedisConnection) -> None:
        """From now on, refuse whatever an earlier connection still carries. Raises :class:`ReplyError`.

        Call it on each new connection, before :meth:`resolve` reads what was stored. It needs no right to end
        connections: a server may hold commands of a connection that this node has given up.
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
                entries = await self._read(append.match, append.seq - 1)
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
            # If the connection was lost again, no caller has been answered.
            self._unsure += [*unsure, *(append for append, _ in found)]

    async def _settle(self, found: list[tuple[Append, Entry]]) -> None:
        """These are in their logs. Acknowledge them if enough replicas have them."""
        try:
            if found:
                await self._confirm()
        except StoreError:
            self._refuse([append for append, _ in found], StorageUnavailableError(why=NOT_ENOUGH, unknown=True))
        else:
            for append, entry in found:
                self._store(append, entry.at)

    def close(self) -> None:
        """Give up all appends that are still under way."""
        left = [*self._queue, *self._unsure]
        self._queue, self._unsure = [], []
        self._refuse(left, StoreError("the store is closed"))
