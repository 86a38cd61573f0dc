"""The service as one would write it first: the floor of P3 that is no echo.

The same rules, views and stored entries; but every message is awaited through Starlette, every append is one call
of redis-py, and every player's view is made whole, compared and sent for itself. Nothing is pipelined or shared. No
matches on other nodes, no slow readers, no resuming, no clocks, no chat.

``python -m tests.bench.naive REDIS_URL`` prints its port and serves until its input ends.
"""

from __future__ import annotations

import asyncio
import sys
from collections import defaultdict
from typing import Any

import msgspec
import redis.asyncio
import uvloop
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from bocage.log import judge
from bocage.log.entries import Acted, Entry, encode
from bocage.log.match import Match
from bocage.log.projection import propose
from bocage.log.view import decision_view, snapshot, told_to, view
from bocage.protocol.codec import MSGPACK
from bocage.protocol.messages import Ack, Act, Hello, Update, Watch, Welcome
from bocage.protocol.patch import diff
from bocage.rules.kernel.legal import legal_action
from bocage.rules.kernel.registry import register
from bocage.store import Store, StoreSettings
from bocage.store.keys import log_key
from tests.bench.hosting import serve
from tests.tally import TALLY


class Room:
    """A match and who plays it."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.lock = asyncio.Lock()
        self.players: dict[int, WebSocket] = {}
        self.views = {seat: view(match, seat) for seat in range(len(match.seats))}


class Naive:
    """All of it."""

    def __init__(self, store: Store, client: redis.asyncio.Redis) -> None:
        self._store = store
        self._redis = client
        self._rooms: dict[str, Room] = {}
        self._opening: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    async def _room(self, match: str) -> Room:
        async with self._opening[match]:
            if match not in self._rooms:
                log = await self._store.load(match)
                found = Match.fold(log.entries, log.secret)
                while (body := judge.owed(found)) is not None:
                    proposal = propose(found, body, 0)
                    found.extend(await self._store.append(match, proposal.seq, proposal.raw))
                self._rooms[match] = Room(found)
            return self._rooms[match]

    async def connection(self, ws: WebSocket) -> None:
        """One player."""
        await ws.accept("bocage.v1.msgpack")
        player = ""
        try:
            while True:
                message = MSGPACK.decode_client(await ws.receive_bytes())
                if isinstance(message, Hello):
                    found = await self._store.authenticate(message.token)
                    player = found.id if found else ""
                    await ws.send_bytes(MSGPACK.encode(Welcome("naive", 0, player)))
                elif isinstance(message, Watch):
                    room = await self._room(message.match)
                    seat = room.match.seat_of(player)
                    room.players[seat] = ws
                    await ws.send_bytes(MSGPACK.encode(snapshot(room.match, seat, view(room.match, seat))))
                elif isinstance(message, Act):
                    await self._act(ws, player, message)
        except WebSocketDisconnect:
            return

    async def _act(self, ws: WebSocket, player: str, message: Act) -> None:
        room = self._rooms[message.match]
        async with room.lock:
            match = room.match
            seat = match.seat_of(player)
            raw = msgspec.msgpack.decode(message.action)
            body = Acted(seat, legal_action(match.game, match.state, seat, raw))
            seq, stored = match.seq + 1, encode(body)
            at = max(self._store.now(), match.at)
            await self._redis.xadd(log_key(match.id), {"at": at, "raw": stored}, id=f"{seq}-0")
            told = match.extend(Entry(seq, at, stored))
            for viewer, socket_ in room.players.items():
                before, after = room.views[viewer], view(match, viewer)
                room.views[viewer] = after
                patch: Any = diff(before, after) or msgspec.UNSET
                decision: Any = decision_view(match, viewer) or msgspec.UNSET
                update = Update(match.id, seq, match.at, patch, told_to(viewer, told), decision)
                await socket_.send_bytes(MSGPACK.encode(update))
            await ws.send_bytes(MSGPACK.encode(Ack(message.id, seq)))


async def main(url: str) -> None:
    register(TALLY)
    store = await Store.open(StoreSettings(url))
    client: redis.asyncio.Redis = redis.asyncio.Redis.from_url(url)
    naive = Naive(store, client)
    app = Starlette(routes=[WebSocketRoute("/ws", naive.connection)])
    await serve(app)
    await client.aclose()
    await store.close()


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(main(sys.argv[1]))
