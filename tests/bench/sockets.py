"""A websocket client that costs as little as Python allows, so that a bench measures the server."""

from __future__ import annotations

import asyncio
import base64
import os
import ssl
from collections.abc import Callable
from typing import cast

_NO_MASK = b"\0\0\0\0"


def masked(payload: bytes, text: bool = False) -> bytes:
    """A client's frame. Its mask is zero, which RFC 6455 allows and which costs nothing."""
    head = 0x81 if text else 0x82
    size = len(payload)
    if size < 126:
        return bytes((head, 0x80 | size)) + _NO_MASK + payload
    return bytes((head, 0x80 | 126)) + size.to_bytes(2, "big") + _NO_MASK + payload


class Socket(asyncio.Protocol):
    """One connection. ``on_message(socket, payload)`` is called with every whole message."""

    def __init__(self, on_message: Callable[[Socket, bytes], None]) -> None:
        self._on_message = on_message
        self._rest = b""
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self.closed: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        #: Bytes and frames received.
        self.bytes = 0
        self.frames = 0

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self.transport = cast(asyncio.Transport, transport)

    def connection_lost(self, exc: Exception | None) -> None:
        for future in (self.opened, self.closed):
            if not future.done():
                future.cancel()

    def data_received(self, data: bytes) -> None:
        if self._rest:
            data = self._rest + data
            self._rest = b""
        position = 0
        if not self.opened.done():
            end = data.find(b"\r\n\r\n")
            if end < 0:
                self._rest = data
                return
            position = end + 4
            self.opened.set_result(None)
        size = len(data)
        while size - position >= 2:
            length = data[position + 1]
            start = position + 2
            if length == 126:
                start = position + 4
                if size < start:
                    break
                length = data[position + 2] << 8 | data[position + 3]
            elif length == 127:
                start = position + 10
                if size < start:
                    break
                length = int.from_bytes(data[position + 2 : start], "big")
            end = start + length
            if end > size:
                break
            self.frames += 1
            self.bytes += end - position
            opcode = data[position] & 15
            if opcode < 8:
                self._on_message(self, data[start:end])
            elif opcode == 8 and not self.closed.done():
                self.closed.set_result(int.from_bytes(data[start : start + 2], "big"))
            elif opcode == 9:
                self.transport.write(b"\x8a\x80" + _NO_MASK)
            position = end
        self._rest = data[position:]

    def write(self, data: bytes) -> None:
        self.transport.write(data)

    def close(self) -> None:
        self.transport.close()


async def open_socket(
    port: int,
    on_message: Callable[[Socket, bytes], None],
    subprotocol: str = "",
    path: str = "/ws",
    trust: ssl.SSLContext | None = None,
) -> Socket:
    """Connect to a server on loopback; over TLS if ``trust`` is given."""
    loop = asyncio.get_running_loop()
    name = "localhost" if trust else None
    _, socket = await loop.create_connection(
        lambda: Socket(on_message), "127.0.0.1", port, ssl=trust, server_hostname=name
    )
    key = base64.b64encode(os.urandom(16)).decode()
    head = [
        f"GET {path} HTTP/1.1",
        f"Host: 127.0.0.1:{port}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {key}",
        "Sec-WebSocket-Version: 13",
    ]
    if subprotocol:
        head.append(f"Sec-WebSocket-Protocol: {subprotocol}")
    socket.write("\r\n".join([*head, "", ""]).encode())
    await socket.opened
    return socket
