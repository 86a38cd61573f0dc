"""As little Python as the job allows: frames by hand, all appends of a turn of the event loop in one write, one
encoded frame for each role, written at once.

``python -m tests.bench.peers.lean REDIS_SOCKET`` prints its port and serves until its input ends.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import socket
import sys
import time
from collections import deque
from typing import Any, cast

import hiredis
import msgspec
import uvloop

from bocage.protocol.framing import encode_frame
from tests.bench.peers.duel import Table, Turn

#: RFC 6455, section 1.3.
_MAGIC = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"

_encode = msgspec.msgpack.Encoder().encode


class Play(msgspec.Struct):
    card: int


_decode = msgspec.msgpack.Decoder(Play).decode


class Log(asyncio.Protocol):
    """The connection to Redis."""

    def __init__(self) -> None:
        self._reader = hiredis.Reader()
        self._waiting: deque[tuple[Room, Turn]] = deque()
        self._commands: list[bytes] = []

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    def append(self, room: Room, turn: Turn) -> None:
        if not self._commands:
            asyncio.get_running_loop().call_soon(self._flush)
        key = "log:" + room.table.name
        fields = ("XADD", key, f"{turn.seq}-0", "at", int(time.time() * 1000), "raw", turn.raw())
        self._commands.append(hiredis.pack_command(cast(Any, fields)))
        self._waiting.append((room, turn))

    def _flush(self) -> None:
        self._transport.write(b"".join(self._commands))
        self._commands.clear()

    def data_received(self, data: bytes) -> None:
        self._reader.feed(data)
        while (reply := self._reader.gets()) is not False:
            if isinstance(reply, Exception):
                raise reply
            room, turn = self._waiting.popleft()
            room.stored(turn)


class Room:
    """A match and its players."""

    def __init__(self, name: str) -> None:
        self.table = Table(name)
        self.players: list[asyncio.Transport] = []
        self.waits = False

    def sit(self, transport: asyncio.Transport) -> int:
        self.players.append(transport)
        if len(self.players) == 2:
            for viewer, player in enumerate(self.players):
                first = {"seq": 0, "seat": viewer, "patch": self.table.view(viewer)}
                player.write(encode_frame(_encode(first), text=False))
        return len(self.players) - 1

    def stored(self, turn: Turn) -> None:
        self.waits = False
        table, seat = self.table, turn.seat
        table.play(turn)
        patch = {
            "seq": turn.seq,
            "turn": table.turn,
            "card": turn.card,
            "die": turn.die,
            "totals": {str(seat): table.totals[seat]},
        }
        told = encode_frame(_encode({"seq": turn.seq, "patch": patch}), text=False)
        patch["hand"] = {str(turn.card): None, str(turn.drawn): True}
        own = encode_frame(_encode({"seq": turn.seq, "patch": patch}), text=False)
        for player, frame in ((self.players[seat], own), (self.players[1 - seat], told)):
            if not player.is_closing():
                player.write(frame)


class Player(asyncio.Protocol):
    """One connection."""

    def __init__(self, log: Log, rooms: dict[str, Room]) -> None:
        self._log = log
        self._rooms = rooms
        self._room: Room | None = None
        self._rest = b""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = cast(asyncio.Transport, transport)

    def data_received(self, data: bytes) -> None:
        data = self._rest + data
        if self._room is None:
            end = data.find(b"\r\n\r\n")
            if end < 0:
                self._rest = data
                return
            self._open(data[:end].decode("ascii"))
            data = data[end + 4 :]
        # Frames of this job are short, and masked with zeros.
        while len(data) >= 6 and len(data) >= (end := 6 + (data[1] & 127)):
            self._act(data[6:end])
            data = data[end:]
        self._rest = data

    def _open(self, head: str) -> None:
        line, *rest = head.split("\r\n")
        fields = dict(field.lower().split(": ", 1) for field in rest)
        original = next(field for field in rest if field.lower().startswith("sec-websocket-key")).split(": ")[1]
        assert fields["upgrade"] == "websocket"
        accept = base64.b64encode(hashlib.sha1(original.encode() + _MAGIC).digest()).decode()
        answer = ["HTTP/1.1 101 ", "Upgrade: websocket", "Connection: Upgrade", f"Sec-WebSocket-Accept: {accept}"]
        self._transport.write("\r\n".join([*answer, "", ""]).encode())
        name = line.split("match=")[1].split(" ")[0]
        self._room = self._rooms.setdefault(name, Room(name))
        self._seat = self._room.sit(self._transport)

    def _act(self, payload: bytes) -> None:
        room = self._room
        assert room is not None
        if room.waits:
            raise ValueError("another action waits")
        room.waits = True
        self._log.append(room, room.table.judge(self._seat, _decode(payload).card))


async def main(path: str) -> None:
    loop = asyncio.get_running_loop()
    _, log = await loop.create_unix_connection(Log, path)
    rooms: dict[str, Room] = {}
    listener = socket.create_server(("127.0.0.1", 0), backlog=2048)
    server = await loop.create_server(lambda: Player(log, rooms), sock=listener)
    print(listener.getsockname()[1], flush=True)
    await loop.run_in_executor(None, sys.stdin.read)
    server.close()


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(main(sys.argv[1]))
