"""Many who look on, over bare websockets."""

from __future__ import annotations

import asyncio
from types import TracebackType

import msgspec

from bocage.protocol.messages import Hello, Watch
from tests.bench.sockets import Socket, masked, open_socket

#: Sockets that are opened at the same time.
AT_ONCE = 50

_encode = msgspec.json.Encoder().encode


class Heard(msgspec.Struct):
    """The part of a message that a counting onlooker reads."""

    t: str
    seq: int = 0


_read = msgspec.json.Decoder(Heard).decode


class Onlooker:
    """One onlooker. ``seq``: the last entry received; ``gaps``: updates out of order."""

    def __init__(self, moved: asyncio.Event) -> None:
        """``moved`` is set upon every message."""
        self._moved = moved
        self.seq = 0
        self.gaps: list[int] = []
        self.shown = asyncio.Event()

    async def enter(self, port: int, match: str) -> None:
        """Come in and watch; returns when the match is shown."""
        self.socket = await open_socket(port, self._heard, "bocage.v1.json")
        for message in (Hello(), Watch(match)):
            self.socket.write(masked(_encode(message), text=True))
        await self.shown.wait()

    def _heard(self, _: Socket, payload: bytes) -> None:
        message = _read(payload)
        if message.t == "snapshot":
            self.seq = message.seq
            self.shown.set()
        elif message.t == "update":
            if message.seq != self.seq + 1:
                self.gaps.append(message.seq)
            self.seq = message.seq
            self._moved.set()


class Onlookers:
    """All of them, while the context lasts."""

    def __init__(self, number: int, port: int, match: str) -> None:
        self._moved = asyncio.Event()
        self.all = [Onlooker(self._moved) for _ in range(number)]
        self._port = port
        self._match = match

    async def __aenter__(self) -> Onlookers:
        for start in range(0, len(self.all), AT_ONCE):
            await asyncio.gather(
                *(each.enter(self._port, self._match) for each in self.all[start : start + AT_ONCE])
            )
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for each in self.all:
            each.socket.close()

    async def reached(self, seq: int) -> None:
        """Wait until all of them have received this entry."""
        async with asyncio.timeout(120):
            while any(each.seq < seq for each in self.all):
                self._moved.clear()
                await self._moved.wait()
