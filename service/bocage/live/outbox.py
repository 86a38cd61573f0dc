"""What is on its way to one connection: bounded, so that a slow reader harms nobody else.

Frames go straight to the transport. Once it holds more than it may (the reader does not keep up), updates are
dropped, match by match; when it has drained, a fresh snapshot makes up for them. Views are absolute, so nothing
is lost but the steps in between. A connection whose reader does not keep up is not read from either (see
``WebSocketConnection``): clients that want answers have to take them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Protocol

#: What an outbox calls the lobby; no match has this id.
LOBBY = ""
#: As many readers of one frame are written to one after the other.
CROWD = 16


class Transport(Protocol):
    """The part of ``asyncio.Transport`` that an outbox uses."""

    def write(self, data: bytes) -> None:
        """Send, or keep until the other side reads."""

    def get_write_buffer_size(self) -> int:
        """How many bytes are kept."""
        ...

    def is_closing(self) -> bool:
        """Whether nothing more can be sent."""
        ...


class Batch(Protocol):
    """Those who flush outboxes; see :class:`WriteBatch`."""

    def add(self, outbox: Outbox) -> None:
        """``outbox`` has something to send."""


class WriteBatch:
    """The outboxes that have something to send. They send it when the loop has done what is at hand: every write
    is a system call, which costs as much as everything else that is done for a frame.
    """

    __slots__ = ("_loop", "_outboxes")

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self._loop = loop
        self._outboxes: list[Outbox] = []

    def add(self, outbox: Outbox) -> None:
        """``outbox`` has something to send."""
        if not self._outboxes:
            self._loop.call_soon(self._flush)
        self._outboxes.append(outbox)

    def _flush(self) -> None:
        outboxes, self._outboxes = self._outboxes, []
        for outbox in outboxes:
            outbox.flush()


class Outbox:
    """The way out to one connection. The transport's protocol calls :meth:`full` and :meth:`drained`."""

    __slots__ = ("_batch", "_frames", "_renew", "_transport", "behind", "full_since")

    #: Frames that wait for the end of a turn at most.
    MANY = 64

    def __init__(self, transport: Transport, batch: Batch, renew: Callable[[str], None]) -> None:
        """``renew`` is called with each match that fell behind, when there is room for its snapshot."""
        self._transport = transport
        self._batch = batch
        self._renew = renew
        self._frames: list[bytes] = []
        #: Matches whose updates were dropped.
        self.behind: set[str] = set()
        #: Loop time since when there has been no room; 0.0: there is.
        self.full_since = 0.0

    @property
    def waiting(self) -> int:
        """Bytes that the reader has not taken yet."""
        return self._transport.get_write_buffer_size()

    def write(self, data: bytes) -> None:
        """Send a frame that must not be dropped: an answer, which its reader asked for."""
        frames = self._frames
        if not frames:
            self._batch.add(self)
        frames.append(data)
        if len(frames) >= self.MANY:
            self.flush()

    def update(self, match: str, data: bytes) -> bool:
        """Send an update of ``match`` if there is room; tells whether there was."""
        if self.full_since:
            self.behind.add(match)
            return False
        self.write(data)
        return True

    def flush(self) -> None:
        """Hand everything to the transport."""
        frames = self._frames
        if frames:
            data = b"".join(frames)
            frames.clear()
            # A connection may be lost before its protocol is told; uvloop raises then.
            if not self._transport.is_closing():
                self._transport.write(data)

    def full(self, now: float) -> None:
        """The transport holds more than it may."""
        self.full_since = now

    def drained(self) -> None:
        """There is room again."""
        self.full_since = 0.0
        while self.behind and not self.full_since:
            self._renew(self.behind.pop())
            self.flush()


class HasOutbox(Protocol):
    """Somebody who can be written to."""

    outbox: Outbox


def update_all(readers: Sequence[HasOutbox], match: str, data: bytes) -> int:
    """Send an update of ``match`` to all who have room for it; how many they are.

    Many readers are only looked at once: who waits for nothing else is written to at once. A thousand outboxes do
    not fit into the processor's cache, and to come back to them costs more than to keep writes together saves.
    """
    if len(readers) < CROWD:
        return sum([reader.outbox.update(match, data) for reader in readers])
    sent = 0
    for reader in readers:
        outbox = reader.outbox
        transport = outbox._transport
        if outbox.full_since or outbox._frames or transport.is_closing():
            sent += outbox.update(match, data)
        else:
            transport.write(data)
            sent += 1
    return sent
