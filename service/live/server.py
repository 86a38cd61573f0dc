"""The web server: uvicorn, serving pages and sockets of one node on one port."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import socket
from collections.abc import Iterator
from typing import Any

import uvicorn

from service.live.node import Node
from service.live.wire import wire_for


def calm_the_collector() -> None:
    """For a process that serves and does nothing else: what is loaded by now stays, and little garbage has cycles.

    Looking for cycles stops everybody, for longer the more tables are open; it need not happen as often as usual.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)


class NodeServer(uvicorn.Server):
    """Serves until :meth:`stop`; then drains the node before it closes anything. Leaves signals to its caller."""

    def __init__(self, node: Node, app: Any, *, drain: float = 5.0) -> None:
        """``app``: ASGI application for everything but the websocket.

        ``drain``: seconds over which connections are closed, at most.
        """
        super().__init__(
            uvicorn.Config(
                app,
                ws=wire_for(node),
                lifespan="off",
                log_config=None,
                access_log=False,
                server_header=False,
                # The node knows whom to believe, for sockets and requests alike.
                proxy_headers=False,
                timeout_graceful_shutdown=10,
            )
        )
        #: Set when it accepts connections.
        self.listening = asyncio.Event()
        self._node = node
        self._drain = drain

    def stop(self) -> None:
        """Drain and stop; :meth:`serve` returns when that is done."""
        self.should_exit = True

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.listening.set()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self._node.drain(self._drain)
        await super().shutdown(sockets)
