"""Echo and fan-out servers whose figures are the floors that the service is measured against.

``python -m tests.bench.echo KIND`` prints the port it listens on and serves until its input ends.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Collection, Sequence
from typing import Any, cast

import uvloop
from starlette.applications import Starlette
from starlette.routing import WebSocketRoute
from starlette.websockets import WebSocket, WebSocketDisconnect

from bocage.limits import Limits
from bocage.live.capacity import AddressShares
from bocage.live.connection import WebSocketConnection, connection_class
from bocage.live.outbox import WriteBatch
from bocage.protocol.codec import Codec
from bocage.protocol.framing import encode_frame
from tests.bench.hosting import serve


async def starlette_echo(ws: WebSocket) -> None:
    await ws.accept()
    try:
        while True:
            await ws.send_bytes(await ws.receive_bytes())
    except WebSocketDisconnect:
        return


async def raw_echo(scope: Any, receive: Any, send: Any) -> None:
    await receive()
    await send({"type": "websocket.accept"})
    while (event := await receive())["type"] == "websocket.receive":
        await send({"type": "websocket.send", "bytes": event["bytes"]})


class EchoHost:
    """Takes every connection in and answers each message with itself; ``b"all"`` + n goes to everybody n times."""

    path, folder = "/ws", ""
    limits = Limits(frame_size=16384, outbox_size=1 << 20)

    def __init__(self) -> None:
        self.ingress = self.proxies = self.unnamed_proxies = self
        self.connections: set[WebSocketConnection] = set()
        self.write_batch = WriteBatch(asyncio.get_running_loop())
        self.address_shares = AddressShares(asyncio.get_running_loop(), 10**9, 10**9)

    def caller(self, peer: str, forwarded: Sequence[str]) -> str:
        return peer

    def note(self, peer: str, sent: Collection[str]) -> None:
        """Nobody is told."""

    def enter(self, connection: WebSocketConnection, codec: Codec) -> EchoPeer:
        self.connections.add(connection)
        return EchoPeer(self, connection)


class EchoPeer:
    def __init__(self, host: EchoHost, connection: WebSocketConnection) -> None:
        self._host = host
        self._connection = connection
        self._write = connection.transport.write

    def receive(self, payload: bytes) -> None:
        if payload.startswith(b"all"):
            data = encode_frame(payload, text=False)
            for connection in self._host.connections:
                connection.transport.write(data)
        else:
            self._write(encode_frame(payload, text=False))

    def disturbed(self) -> None:
        raise AssertionError("only messages are sent here")

    def drained(self) -> None:
        raise AssertionError("nothing is dropped here")

    def left(self) -> None:
        self._host.connections.discard(self._connection)


KINDS: dict[str, Callable[[], tuple[Any, Any]]] = {
    "starlette": lambda: (Starlette(routes=[WebSocketRoute("/ws", starlette_echo)]), "websockets-sansio"),
    "raw": lambda: (raw_echo, "websockets-sansio"),
    "wire": lambda: (Starlette(), connection_class(cast(Any, EchoHost()))),
}


async def main(kind: str) -> None:
    app, ws = KINDS[kind]()
    await serve(app, ws)


if __name__ == "__main__":
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(main(sys.argv[1]))
