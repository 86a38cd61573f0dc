"""A whole node on a free port: its features, REST and websocket."""

from __future__ import annotations

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator

from bocage import features
from bocage.http.app import make_app
from bocage.http.app_state import AppState
from bocage.live.node import Node
from bocage.live.server import NodeServer
from bocage.settings import Settings
from bocage.store import Store, StoreSettings
from tests.http.site import NO_LIMITS
from tests.live.node.service import Service


@contextlib.asynccontextmanager
async def serving(url: str) -> AsyncIterator[Service]:
    """A node on the Redis at ``url``, without limits worth speaking of."""
    store = await Store.open(StoreSettings(url))
    node = Node(store, limits=NO_LIMITS, version="test")
    await node.start()
    state = AppState(node, features=features.make(store, Settings()))
    for feature in state.features:
        await feature.start(state)
    server = NodeServer(node, make_app(state), drain=0.5)
    listener = socket.create_server(("127.0.0.1", 0))
    serving = asyncio.create_task(server.serve(sockets=[listener]))
    try:
        await server.listening.wait()
        yield Service(store, node, server, listener.getsockname()[1])
    finally:
        server.stop()
        await serving
        await node.close()
        await store.close()
