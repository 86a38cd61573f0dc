"""Outboxes: the bounded buffer of frames to one connection, so that a slow reader harms no other.

Frames go straight to the transport. Once it holds more than it may (the reader does not keep up), updates are
dropped, match by match; when it has drained, a fresh snapshot makes up for them. Views are absolute, so nothing
is lost but the steps in between. A connection whose reader does not keep up is not read from either (see
``WebSocketConnection``): clients that want answers have to take them.
"""

from __future__ import annotations

import asyncio

#: Name of the lobby in an outbox; no match has this id.
LOBBY = ""


class WriteBatch:
    """The outboxes that have something to send. They send it when the loop has done what is at hand: every write
    is a system call, which costs as much as everything else that is done for a frame.
    """

    __slots__ = ("loop", "outboxes")

    def __init__(self, loop: asyncio.AbstractEventLoop) -> None:
        self.loop = loop
        self.outboxes: list[Outbox] = []

    def flush(self) -> None:
        """Write. The first outbox that is added in a turn of the loop schedules it."""
        outboxes, self.outboxes = self.outboxes, []
        for outbox in outboxes:
            outbox.flush()


class Outbox:
    """The way out to one connection. The transport's protocol calls :meth:`full` and :meth:`drained`."""

    __slots__ = ("_batch", "behind", "frames", "full_since", "transport")

    #: Frames that wait for the end of a turn at most.
    MANY = 64

    def __init__(self, transport: asyncio.WriteTransport, batch: WriteBatch) -> None:
        self.transport = transport
        self._batch = batch
        #: Messages that wait for the end of the turn.
        self.frames: list[bytes] = []
        #: Matches whose updates were dropped.
        self.behind: set[str] = set()
        #: Loop time since when there has been no room; 0.0: there is.
        self.full_since = 0.0

    @property
    def waiting(self) -> int:
        """Bytes that the reader has not taken yet."""
        return self.transport.get_write_buffer_size()

    def write(self, data: bytes) -> None:
        """Send a frame that must not be dropped: an answer, which its reader asked for."""
        frames = self.frames
        if not frames:
            batch = self._batch
            if not batch.outboxes:
                batch.loop.call_soon(batch.flush)
            batch.outboxes.append(self)
        frames.append(data)
        if len(frames) >= self.MANY:
            self.flush()

    def update(self, match: str, data: bytes) -> None:
        """Send an update of ``match`` if there is room."""
        if self.full_since:
            self.behind.add(match)
        else:
            self.write(data)

    def flush(self) -> None:
        """Hand everything to the transport."""
        frames = self.frames
        if frames:
            data = b"".join(frames)
            frames.clear()
            # A connection may be lost before its protocol is told; uvloop raises then.
            if not self.transport.is_closing():
                self.transport.write(data)

    def full(self, now: float) -> None:
        """The transport holds more than it may."""
        self.full_since = now

    def drained(self) -> None:
        """There is room again."""
        self.full_since = 0.0
