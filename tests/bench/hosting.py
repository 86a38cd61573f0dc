"""Serving an ASGI application of a bench, with uvicorn as the service sets it."""

from __future__ import annotations

import asyncio
import socket
import sys
from typing import Any

import uvicorn


async def serve(app: Any, ws: Any = "websockets-sansio") -> None:
    """Print the port of ``app`` and serve it until standard input ends."""
    listener = socket.create_server(("127.0.0.1", 0), backlog=2048)
    config = uvicorn.Config(
        app, ws=ws, lifespan="off", log_level="error", ws_per_message_deflate=False, ws_ping_interval=None
    )
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve(sockets=[listener]))
    print(listener.getsockname()[1], flush=True)
    await asyncio.get_running_loop().run_in_executor(None, sys.stdin.read)
    server.should_exit = server.force_exit = True
    await serving
