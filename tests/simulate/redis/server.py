"""The server: connections, commands, messages between nodes, a replica, and what may happen to all of them."""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Callable
from fnmatch import fnmatchcase
from typing import Any, ClassVar

from hiredis import Reader, ReplyError

from tests.simulate.redis import scripts
from tests.simulate.redis.keyspace import Effect, Keyspace, stream_id
from tests.simulate.redis.resp import Push, Simple, encode

OK = Simple(b"OK")
_MORE = object()


class Connection:
    """A connection as the server sees it."""

    def __init__(self, server: MemoryRedis, number: int, send: Callable[[bytes], None], cut: Callable[[], None]):
        self.server = server
        self.number = number
        self.channels: dict[bytes, None] = {}
        self.open = True
        #: How long the journal was after its last write; it waits until a replica has as much.
        self.offset = 0
        self.waits = False
        #: A transaction is open: commands are not carried out.
        self.queues = False
        self.queue: deque[list[bytes]] = deque()
        self._reader = Reader(notEnoughData=_MORE)
        self._send = send
        self._cut = cut

    def feed(self, data: bytes) -> None:
        """Bytes came from the client."""
        self._reader.feed(data)
        while (command := self._reader.gets()) is not _MORE:
            self.queue.append(command)
        self.work()

    def work(self) -> None:
        """Carry out what has come, in order."""
        while self.queue and self.open and not self.waits:
            self.server.carry_out(self, self.queue.popleft())

    def reply(self, value: Any) -> None:
        """Answer a command."""
        if self.open:
            self._send(encode(value))

    def close(self) -> None:
        """Forget the connection; what has not been carried out never will be."""
        self.open = False
        self.queue.clear()
        self.server.connections.pop(self.number, None)

    def cut(self) -> None:
        """Forget it, and let the client know."""
        if self.open:
            self.close()
            self._cut()


class MemoryRedis:
    """One server, and as many replicas as it has.

    ``now``: the clock, ms. ``later(seconds, what)`` calls ``what`` after a time. ``lag``: after how many seconds
    the replica has a change; None: there is no replica.
    """

    def __init__(
        self,
        now: Callable[[], int],
        later: Callable[[float, Callable[[], None]], object],
        lag: Callable[[], float] | None = None,
    ) -> None:
        self.now = now
        self.later = later
        self.lag = lag
        self.keys = Keyspace(now)
        self.keys.guard = self._guard
        self.connections: dict[int, Connection] = {}
        self.run = 1
        #: Nothing is answered or accepted; writes are refused (empty: they are not), with this error.
        self.down = False
        self.refuses = ""
        #: How much of the journal the replica has.
        self.replicated = 0
        #: How long the journal was after each command that changed anything: none is lost in part.
        self.ends: list[int] = []
        #: The replica gets nothing just now.
        self.replica_cut = False
        self._numbers = itertools.count(1)
        self._waiting: list[tuple[int, Connection, int]] = []
        self._scripts: set[bytes] = set()
        #: Whose command is being carried out.
        self.asked: Connection | None = None

    # For the world around it --------------------------------------------------------------------

    def connect(self, send: Callable[[bytes], None], cut: Callable[[], None]) -> Connection:
        """A new connection. Raises ``ConnectionRefusedError``."""
        if self.down:
            raise ConnectionRefusedError("the server is down")
        connection = Connection(self, next(self._numbers), send, cut)
        self.connections[connection.number] = connection
        return connection

    def stop(self) -> None:
        """It is gone, and all connections with it."""
        self.down = True
        self._cut_all()

    def start(self, keep: int | None = None) -> None:
        """A new process with the first ``keep`` changes of the journal; without: with all of them."""
        self.down = False
        self.run += 1
        self._scripts.clear()
        self._waiting.clear()
        if keep is not None:
            self.keys.replay(self.keys.journal[:keep])
            self.ends = [end for end in self.ends if end <= keep]
        self.replicated = min(self.replicated, len(self.keys.journal))

    def fail_over(self) -> None:
        """The replica takes over with what it has."""
        self._cut_all()
        self.start(self.replicated if self.lag else None)

    def forget_scripts(self) -> None:
        """SCRIPT FLUSH."""
        self._scripts.clear()

    def _cut_all(self) -> None:
        for connection in list(self.connections.values()):
            connection.cut()

    def _guard(self) -> None:
        if self.refuses:
            raise ReplyError(self.refuses)

    # Messages and replicas ------------------------------------------------------------------------

    def publish(self, channel: bytes, payload: bytes) -> int:
        """Tell all who listen; how many that were."""
        heard = 0
        for connection in list(self.connections.values()):
            if channel in connection.channels:
                connection.reply(Push([b"message", channel, payload]))
                heard += 1
        return heard

    def _replicate(self, offset: int, run: int) -> None:
        if self.run != run or self.replica_cut:
            return
        self.replicated = max(self.replicated, min(offset, len(self.keys.journal)))
        for waiting in list(self._waiting):
            if self.replicated >= waiting[0]:
                self._waited(waiting, 1)

    def reconnect_replica(self) -> None:
        """The replica gets what it has missed."""
        self.replica_cut = False
        self._replicate(len(self.keys.journal), self.run)

    def _waited(self, waiting: tuple[int, Connection, int], count: int) -> None:
        if waiting in self._waiting:
            self._waiting.remove(waiting)
            connection = waiting[1]
            connection.waits = False
            connection.reply(count)
            connection.work()

    # Commands ---------------------------------------------------------------------------------

    def carry_out(self, connection: Connection, command: list[bytes]) -> None:
        """Carry out one command and answer it."""
        before = len(self.keys.journal)
        self.asked = connection
        try:
            if connection.queues and command[0] != b"DISCARD":
                reply: Any = Simple(b"QUEUED")
            else:
                reply = self._commands[command[0]](self, *command[1:])
        except ReplyError as error:
            reply = error
        after = len(self.keys.journal)
        if after > before:
            connection.offset = after
            self.ends.append(after)
            if self.lag is not None:
                run = self.run
                self.later(self.lag(), lambda: self._replicate(after, run))
        if reply is not _MORE:
            connection.reply(reply)

    def _hello(self, *_: bytes) -> Any:
        assert self.asked is not None
        return {b"id": self.asked.number, b"version": b"7.2.0"}

    def _info(self, *_: bytes) -> bytes:
        return b"# Server\r\nrun_id:%d\r\n" % self.run

    def _multi(self) -> Any:
        assert self.asked is not None
        self.asked.queues = True
        return OK

    def _discard(self) -> Any:
        assert self.asked is not None
        self.asked.queues = False
        return OK

    def _config(self, *_: bytes) -> Any:
        raise ReplyError("NOPERM User default has no permissions to run the 'config|get' command")

    def _client(self, *_: bytes) -> int:
        # What an old connection still carries must do no harm where nobody may end it.
        raise ReplyError("NOPERM User default has no permissions to run the 'client|kill' command")

    def _script(self, _: bytes, text: bytes) -> bytes:
        digest = scripts.DIGESTS[text]
        self._scripts.add(digest)
        return digest

    def _evalsha(self, digest: bytes, count: bytes, *rest: bytes) -> Any:
        if digest not in self._scripts:
            raise ReplyError("NOSCRIPT No matching script. Please use EVAL.")
        keys = int(count)
        return scripts.BY_DIGEST[digest](self, list(rest[:keys]), list(rest[keys:]))

    def _eval(self, text: bytes, count: bytes, *rest: bytes) -> Any:
        keys = int(count)
        return scripts.BY_TEXT[text](self, list(rest[:keys]), list(rest[keys:]))

    def _subscribe(self, channel: bytes) -> Any:
        assert self.asked is not None
        self.asked.channels[channel] = None
        return Push([b"subscribe", channel, len(self.asked.channels)])

    def _wait(self, count: bytes, timeout: bytes) -> Any:
        connection = self.asked
        assert connection is not None
        there = 1 if self.lag is not None and self.replicated >= connection.offset else 0
        if there >= int(count):
            return there
        connection.waits = True
        waiting = (connection.offset, connection, self.run)
        self._waiting.append(waiting)
        self.later(int(timeout) / 1000, lambda: self._waited(waiting, 0))
        return _MORE

    def _get(self, key: bytes) -> Any:
        return self.keys.get(key)

    def _set(self, key: bytes, value: bytes, *options: bytes) -> Any:
        if b"NX" in options and self.keys.get(key) is not None:
            return None
        self.keys.write("set", key, value)
        for unit, size in ((b"EX", 1000), (b"PX", 1)):
            if unit in options:
                self.keys.write("expire", key, self.now() + size * int(options[options.index(unit) + 1]))
        return OK

    def _del(self, *keys: bytes) -> int:
        there = [key for key in keys if self.keys.get(key) is not None]
        for key in there:
            self.keys.write("del", key)
        return len(there)

    def _expire(self, key: bytes, seconds: bytes) -> int:
        if self.keys.get(key) is None:
            return 0
        self.keys.write("expire", key, self.now() + 1000 * int(seconds))
        return 1

    def _persist(self, key: bytes) -> int:
        if self.keys.ttl(key) < 0:
            return 0
        self.keys.write("persist", key)
        return 1

    def _hset(self, key: bytes, *pairs: bytes) -> int:
        known = self.keys.get(key) or {}
        fresh = sum(1 for field in pairs[::2] if field not in known)
        for field, value in zip(pairs[::2], pairs[1::2], strict=True):
            self.keys.write("hset", key, field, value)
        return fresh

    def _hsetnx(self, key: bytes, field: bytes, value: bytes) -> int:
        if field in (self.keys.get(key) or {}):
            return 0
        self.keys.write("hset", key, field, value)
        return 1

    def _hget(self, key: bytes, field: bytes) -> Any:
        return (self.keys.get(key) or {}).get(field)

    def _hmget(self, key: bytes, *fields: bytes) -> Any:
        known = self.keys.get(key) or {}
        return [known.get(field) for field in fields]

    def _hgetall(self, key: bytes) -> Any:
        return dict(self.keys.get(key) or {})

    def _sadd(self, key: bytes, member: bytes) -> int:
        if member in (self.keys.get(key) or {}):
            return 0
        self.keys.write("sadd", key, member)
        return 1

    def _remove(self, key: bytes, *members: bytes) -> int:
        there = [member for member in members if member in (self.keys.get(key) or {})]
        for member in there:
            self.keys.write("srem", key, member)
        return len(there)

    def _smembers(self, key: bytes) -> Any:
        return list(self.keys.get(key) or ())

    def _sismember(self, key: bytes, member: bytes) -> int:
        return int(member in (self.keys.get(key) or {}))

    def _zadd(self, key: bytes, *arguments: bytes) -> int:
        *options, score, member = arguments
        known = member in (self.keys.get(key) or {})
        if (b"XX" not in options or known) and (b"NX" not in options or not known):
            self.keys.write("zadd", key, float(score), member)
        return int(not known and b"XX" not in options)

    def _between(self, key: bytes, least: bytes, most: bytes) -> list[tuple[bytes, float]]:
        above = float(least.removeprefix(b"("))
        return [
            (member, score)
            for member, score in self.keys.rank(key)
            if above <= score <= float(most) and not (score == above and least.startswith(b"("))
        ]

    def _zrangebyscore(self, key: bytes, least: bytes, most: bytes, *options: bytes) -> Any:
        found = self._between(key, least, most)
        if options == (b"WITHSCORES",):
            return [list(pair) for pair in found]
        members = [member for member, _ in found]
        return members[: int(options[2])] if options else members

    def _zcount(self, key: bytes, least: bytes, most: bytes) -> int:
        return len(self._between(key, least, most))

    def _zremrangebyscore(self, key: bytes, least: bytes, most: bytes) -> int:
        return self._remove(key, *(member for member, _ in self._between(key, least, most)))

    def _zrange(self, key: bytes, first: bytes, last: bytes) -> Any:
        return [member for member, _ in self.keys.rank(key)][int(first) : int(last) + 1 or None]

    def _zrevrange(self, key: bytes, first: bytes, last: bytes, *scores: bytes) -> Any:
        # A last place of -1 is the last one.
        found = self.keys.rank(key)[::-1][int(first) : int(last) + 1 or None] if self.keys.get(key) else []
        return [list(pair) for pair in found] if scores else [member for member, _ in found]

    def _lrange(self, key: bytes, first: bytes, last: bytes) -> Any:
        return []  # only cold storage fills lists, and there is none in simulations

    def _xrange(self, key: bytes, first: bytes, last: bytes) -> Any:
        rows = self.keys.get(key) or []
        if first != b"-":
            start = stream_id(first)
            rows = [row for row in rows if stream_id(row[0]) >= start]
        return rows

    def _scan(self, cursor: bytes, _: bytes, pattern: bytes, *__: bytes) -> Any:
        wanted = pattern.decode()
        return [b"0", [key for key in self.keys.names() if fnmatchcase(key.decode(), wanted)]]

    _commands: ClassVar[dict[bytes, Callable[..., Any]]] = {
        b"HELLO": _hello,
        b"INFO": _info,
        b"CLIENT": _client,
        b"CONFIG": _config,
        b"MULTI": _multi,
        b"DISCARD": _discard,
        b"SCRIPT": _script,
        b"EVALSHA": _evalsha,
        b"EVAL": _eval,
        b"SUBSCRIBE": _subscribe,
        b"WAIT": _wait,
        b"GET": _get,
        b"LRANGE": _lrange,
        b"SET": _set,
        b"DEL": _del,
        b"EXPIRE": _expire,
        b"PERSIST": _persist,
        b"HSET": _hset,
        b"HSETNX": _hsetnx,
        b"HGET": _hget,
        b"HMGET": _hmget,
        b"HGETALL": _hgetall,
        b"SADD": _sadd,
        b"SREM": _remove,
        b"ZREM": _remove,
        b"SISMEMBER": _sismember,
        b"SMEMBERS": _smembers,
        b"ZADD": _zadd,
        b"ZRANGEBYSCORE": _zrangebyscore,
        b"ZCOUNT": _zcount,
        b"ZRANGE": _zrange,
        b"ZREMRANGEBYSCORE": _zremrangebyscore,
        b"ZREVRANGE": _zrevrange,
        b"XRANGE": _xrange,
        b"SCAN": _scan,
    }


__all__ = ["Connection", "Effect", "MemoryRedis"]
