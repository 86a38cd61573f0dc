"""A connection to Redis without Redis: it keeps what is sent, and a table says what is replied."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from bocage.store import scripts
from bocage.store.connection import ConnectionGone, settle

SCRIPTS = {script.sha: name for name, script in vars(scripts).items() if isinstance(script, scripts.Script)}
#: Such a command has no reply yet: a test gives it with :meth:`Wire.answer`, or the connection is lost.
LATER = object()


class Wire:
    """``replies``: command, or name of a script, → its reply, or a function of the whole command that gives it.

    What is not in the table is answered with OK, and a beat with the time and no news.
    """

    def __init__(self, **replies: Any) -> None:
        self.replies: dict[str, Any] = {
            "BEAT": [5_000, [], []],
            "XRANGE": [],
            "HGET": None,
            "CONFIG": {},
            **replies,
        }
        self.sent: list[tuple[Any, ...]] = []
        self.open = True
        self.waiting: list[Callable[[Any], None]] = []
        #: For how long nothing was heard although something was asked, in seconds.
        self.quiet = 0.0

    def send(self, command: Any, done: Callable[[Any], None]) -> None:
        loop = asyncio.get_running_loop()
        if not self.open:
            loop.call_soon(done, ConnectionGone())
            return
        self.sent.append(tuple(command))
        reply = self.replies.get(self.name(command), b"OK")
        if callable(reply):
            reply = reply(*command)
        if reply is LATER:
            self.waiting.append(done)
        else:
            loop.call_soon(done, reply)

    def call(self, *command: Any) -> asyncio.Future[Any]:
        future: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self.send(command, lambda reply: settle(future, reply))
        return future

    def silence(self) -> float:
        return self.quiet

    def answer(self, reply: Any) -> None:
        """Reply to the oldest command that waits."""
        self.waiting.pop(0)(reply)

    def abort(self) -> None:
        self.open = False
        while self.waiting:
            self.answer(ConnectionGone())

    @staticmethod
    def name(command: Any) -> str:
        """``SADD``, ``XRANGE``, …; for a script its name, ``APPEND`` for example."""
        return SCRIPTS.get(command[1], "EVALSHA") if command[0] == "EVALSHA" else str(command[0])

    @property
    def names(self) -> list[str]:
        return [self.name(command) for command in self.sent]

    def of(self, name: str) -> list[tuple[Any, ...]]:
        """What was sent under that name."""
        return [command for command in self.sent if self.name(command) == name]


async def turns(count: int = 12) -> None:
    """Whoever can go on does."""
    for _ in range(count):
        await asyncio.sleep(0)
