"""The service as one would write it first: Starlette, a send for each player, a call of redis-py for each append,
and the difference of two views for each player.

``python -m tests.bench.peers.simple REDIS_URL`` prints its port and serves until its input ends.
"""

from __future__ import annotations

import asyncio
import sys
import time
from typing import Any

import msgspec
import redis.asyncio
import uvloop
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from bocage.protocol.patch import diff
from tests.bench.hosting import serve
from tests.bench.peers.duel import Table

_pack = msgspec.msgpack.encode


class Room:
    """A match and its players."""

    def __init__(self, name: str) -> None:
        self.table = Table(name)
        self.lock = asyncio.Lock()
        self.players: dict[int, WebSocket] = {}
        self.views = [self.table.view(seat) for seat in range(2)]


class Simple:
    """All of it."""

    def __init__(self, client: redis.asyncio.Redis) -> None:
        self._redis = client
        self._rooms: dict[str, Room] = {}

    async def connection(self, ws: WebSocket) -> None:
        """One player."""
        await ws.accept()
        name = ws.query_params["match"]
        room = self._rooms.setdefault(name, Room(name))
        seat = len(room.players)
        room.players[seat] = ws
        try:
            if seat:
                for viewer, player in room.players.items():
                    await player.send_bytes(_pack({"seq": 0, "seat": viewer, "patch": room.views[viewer]}))
            while True:
                message = msgspec.msgpack.decode(await ws.receive_bytes())
                await self._act(room, seat, message["card"])
        except WebSocketDisconnect:
            return

    async def _act(self, room: Room, seat: int, card: int) -> None:
        async with room.lock:
            table = room.table
            turn = table.judge(seat, card)
            fields: Any = {"at": int(time.time() * 1000), "raw": turn.raw()}
            await self._redis.xadd(f"log:{table.name}", fields, id=f"{turn.seq}-0")
            table.play(turn)
            for viewer, player in room.players.items():
                before, after = room.views[viewer], table.view(viewer)
                room.views[viewer] = after
                await player.send_bytes(_pack({"seq": turn.seq, "patch": diff(before, after)}))


async def main(url: str) -> None:
    client: redis.asyncio.Redis = redis.asyncio.Redis.from_url(url)
    app = Starlette(routes=[WebSocketRoute("/ws", Simple(client).connection)])
    await serve(app)
    await client.aclose()


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(main(sys.argv[1]))
