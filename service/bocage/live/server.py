"""The web server: uvicorn, serving pages and sockets of one node on one port."""

from __future__ import annotations

import gc
import socket

import uvicorn
from starlette.types import ASGIApp

from bocage.live.connection import connection_class
from bocage.live.http_connection import http_connection_class
from bocage.live.library_internals import ControlledServer
from bocage.live.node import Node

#: Thresholds of the garbage collector. It stops all matches while it looks through new objects, 0.1 to 0.7 µs each:
#: the first two bound that to 12,000 objects. A look through all objects takes tenths of a second with thousands of
#: open matches; the third threshold puts it off for a million matches. Connections and rooms leave no cycles.
GC_THRESHOLDS = 2_000, 5, 50_000


def tune_gc() -> None:
    """Tune the garbage collector of a process that only serves. Call it once, when everything is imported.

    What is loaded by now stays for ever, so it is frozen. Little garbage here is cyclic.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*GC_THRESHOLDS)


class NodeServer(ControlledServer):
    """Serves until :meth:`stop`; then drains the node before it closes anything. Leaves signals to its caller."""

    def __init__(self, node: Node, app: ASGIApp, *, drain: float) -> None:
        """``app``: ASGI application for everything but the websocket.

        ``drain``: seconds over which connections are closed, at most.
        """
        super().__init__(
            uvicorn.Config(
                app,
                http=http_connection_class(node.ingress),
                ws=connection_class(node),
                lifespan="off",
                log_config=None,
                access_log=False,
                server_header=False,
                # The node decides which proxies it trusts, for sockets and requests alike.
                proxy_headers=False,
                timeout_graceful_shutdown=10,
            )
        )
        self._node = node
        self._drain = drain

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Drain the node, then close what is left."""
        await self._node.sessions.drain(self._drain)
        await super().shutdown(sockets)


def monitor_server(app: ASGIApp) -> ControlledServer:
    """Serves ``app`` to the operator, without counting or timing them."""
    return ControlledServer(
        uvicorn.Config(
            app, http="h11", ws="none", lifespan="off", log_config=None, access_log=False, server_header=False
        )
    )
