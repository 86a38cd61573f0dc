"""One connection to one Redis (RESP3). Commands of one turn of the event loop are written together.

Own code instead of a client library, because every action of every match passes here:
``docs/decisions/003-store-connection.md``.
"""

from __future__ import annotations

import asyncio
import re
from collections import deque
from collections.abc import Callable, Sequence
from typing import Any, TypeAlias, cast

import hiredis

Argument: TypeAlias = str | bytes | int | float
Command: TypeAlias = Sequence[Argument]
#: A reply: bytes, a number, None, or a list of replies. Each command knows its reply type.
Reply: TypeAlias = Any
#: Called with the reply or the error.
Done: TypeAlias = Callable[[Reply], None]

ReplyError = hiredis.ReplyError

_pack: Callable[[Any], bytes] = hiredis.pack_command
_MORE = object()
#: Push messages that RESP3 sends in place of a reply.
_CONFIRMATIONS = (b"subscribe", b"ssubscribe")


def settle(future: asyncio.Future[Reply], reply: Reply) -> None:
    """Resolve ``future`` with a reply or an error, unless it is done."""
    if future.done():
        return
    if isinstance(reply, Exception):
        future.set_exception(reply)
    else:
        future.set_result(reply)


class ConnectionGone(ConnectionError):  # noqa: N818 - a name that says what happened
    """The connection was lost before the reply; the command may have been carried out."""


class RedisConnection(asyncio.Protocol):
    """An open connection. Replies come in the order of the commands."""

    def __init__(self, on_push: Callable[[list[Reply]], None], on_lost: Callable[[RedisConnection], None]) -> None:
        self._loop = asyncio.get_running_loop()
        self._reader = hiredis.Reader(notEnoughData=_MORE)
        self._waiting: deque[tuple[float, Done]] = deque()
        self._out: list[bytes] = []
        self._heard = 0.0
        self._transport: asyncio.Transport | None = None
        self._on_push = on_push
        self._on_lost = on_lost
        self.open = False

    def send(self, command: Command, done: Done) -> None:
        """Send a command; ``done`` gets its reply, a :class:`ReplyError`, or :class:`ConnectionGone`."""
        if not self.open:
            self._loop.call_soon(done, ConnectionGone())
            return
        if not self._out:
            self._loop.call_soon(self._flush)
        self._out.append(_pack(tuple(command)))
        self._waiting.append((self._loop.time(), done))

    def call(self, *command: Argument) -> asyncio.Future[Reply]:
        """Send a command; return a future of its reply."""
        future: asyncio.Future[Any] = self._loop.create_future()
        self.send(command, lambda reply: settle(future, reply))
        return future

    def silence(self) -> float:
        """Return for how many seconds a due reply has been missing; 0 if none is due."""
        return self._loop.time() - max(self._waiting[0][0], self._heard) if self._waiting else 0.0

    def abort(self) -> None:
        """Close the connection immediately."""
        if self._transport is not None:
            self._transport.abort()

    def _flush(self) -> None:
        if self._transport is not None and self._out:
            self._transport.write(b"".join(self._out))
        self._out.clear()

    # asyncio.Protocol -------------------------------------------------------------------------

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)
        self.open = True

    def data_received(self, data: bytes) -> None:
        """Dispatch replies to their callbacks and push messages to ``on_push``."""
        self._heard = self._loop.time()
        reader = self._reader
        reader.feed(data)
        try:
            while (reply := reader.gets()) is not _MORE:
                if type(reply) is hiredis.PushNotification and reply[0] not in _CONFIRMATIONS:
                    self._on_push(reply)
                else:
                    self._waiting.popleft()[1](reply)
        except hiredis.ProtocolError:
            self.abort()

    def connection_lost(self, error: Exception | None) -> None:
        """Fail every command without a reply with :class:`ConnectionGone`."""
        self.open = False
        self._out.clear()
        waiting, self._waiting = self._waiting, deque()
        for _, done in waiting:
            done(ConnectionGone(str(error or "connection closed")))
        self._on_lost(self)


#: The account is unknown or lacks rights.
DENIED = frozenset({"NOPERM", "NOAUTH", "WRONGPASS"})
#: The server works but rejects writes: its memory or disk is full, replicas or other servers are missing, …
WRITES_REFUSED = frozenset({"OOM", "MISCONF", "NOREPLICAS", "CLUSTERDOWN", "MASTERDOWN", "LOADING", "BUSY"})
#: Another server holds the key, or accepts writes.
ELSEWHERE = frozenset({"MOVED", "ASK", "TRYAGAIN", "READONLY"})
#: Temporary errors; nothing was done. FENCED comes from the append script.
NOT_NOW = WRITES_REFUSED | ELSEWHERE | {"NOPERM", "NOAUTH", "FENCED"}

#: Before version 7, Redis puts the code of a command's error in a script after the position in the script.
_IN_SCRIPT = re.compile(r"^(?:ERR Error running script|@user_script).*? -([A-Z]+) ", re.DOTALL)


#: Messages for a forbidden command in a script; some versions give no code.
_DENIED_IN_SCRIPT = ("The user executing the script can't", "ACL failure in script")


def code_of(error: Exception | str) -> str:
    """Return the code of an error reply: its first word, or that of the failed command in a script."""
    text = str(error)
    if any(words in text for words in _DENIED_IN_SCRIPT):
        return "NOPERM"
    found = _IN_SCRIPT.match(text)
    return found[1] if found else text.partition(" ")[0]
