"""Our table of endpoints against Litestar: the same small request through both, in process, without a network.

Litestar is no dependency: without ``pip install litestar`` its row is left out. docs/decisions/012-rest-layer.md
quotes the figures of ``python -m tests.bench rest``.
"""

from __future__ import annotations

import asyncio
import importlib
import importlib.util
import json
import statistics
import time
from collections.abc import Callable, MutableMapping
from typing import Any, cast

import msgspec
from starlette.applications import Starlette
from starlette.responses import Response

from bocage.http.app import routes
from bocage.http.app_state import AppState
from bocage.http.context import RequestContext
from bocage.http.endpoint import Endpoint
from bocage.limits import Limits
from bocage.live.node import Node
from bocage.store import Store
from tests.live.node.memory_store import MemoryStore

ROUNDS, REQUESTS = 7, 2_000
BODY = json.dumps({"game": "omaha", "options": {"crawl_fire": "always"}, "nonce": "0" * 32}).encode()

App = Callable[[Any, Any, Any], Any]


class Wanted(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What comes in."""

    game: str
    options: dict[str, Any] = {}
    nonce: str = ""


class Given(msgspec.Struct, frozen=True):
    """What goes out."""

    match: str
    seat: int


async def _ours(ask: RequestContext) -> Given:
    wanted = await ask.body(Wanted)
    return Given(wanted.game, 0)


def ours() -> App:
    """One endpoint of ours."""
    endpoint = Endpoint(
        method="POST", path="/api/matches", handler=_ours, tag="", text="", body=Wanted, answer=Given
    )
    limits = Limits(request_rate=1_000_000, request_burst=1_000_000)
    state = AppState(Node(cast(Store, MemoryStore()), limits=limits))
    return Starlette(routes=routes(state, [endpoint]))


def starlette() -> App:
    """The same by hand: the floor."""
    from starlette.routing import Route

    decode = msgspec.json.Decoder(Wanted).decode

    async def handle(request: Any) -> Response:
        wanted = decode(await request.body())
        return Response(msgspec.json.encode(Given(wanted.game, 0)), media_type="application/json")

    return Starlette(routes=[Route("/api/matches", handle, methods=["POST"])])


def litestar() -> App:
    """The same with Litestar, as its documentation shows it."""
    library: Any = importlib.import_module("litestar")

    async def handle(data: Wanted) -> Given:
        return Given(data.game, 0)

    route = library.post("/api/matches", status_code=200)(handle)
    app: App = library.Litestar(route_handlers=[route], logging_config=None)
    return app


async def _request(app: App) -> int:
    status = 0
    sent = False

    async def receive() -> MutableMapping[str, Any]:
        nonlocal sent
        if sent:
            return {"type": "http.disconnect"}
        sent = True
        return {"type": "http.request", "body": BODY, "more_body": False}

    async def send(message: MutableMapping[str, Any]) -> None:
        nonlocal status
        if message["type"] == "http.response.start":
            status = message["status"]

    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "POST",
        "scheme": "http",
        "path": "/api/matches",
        "raw_path": b"/api/matches",
        "query_string": b"",
        "root_path": "",
        "headers": [
            (b"host", b"x"),
            (b"content-type", b"application/json"),
            (b"content-length", b"%d" % len(BODY)),
        ],
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 80),
        "extensions": {},
        "state": {},
    }
    await app(scope, receive, send)
    return status


async def _round(app: App) -> float:
    begin = time.process_time()
    for _ in range(REQUESTS):
        status = await _request(app)
        assert status == 200, status
    return (time.process_time() - begin) / REQUESTS * 1e6


async def _run() -> None:
    apps = {"starlette by hand": starlette(), "ours": ours()}
    if importlib.util.find_spec("litestar"):
        apps["litestar"] = litestar()
    spent: dict[str, list[float]] = {name: [] for name in apps}
    for number in range(ROUNDS + 1):
        for name, app in apps.items():
            cost = await _round(app)
            if number:  # the first round warms up
                spent[name].append(cost)
    for name, costs in spent.items():
        middle = statistics.median(costs)
        print(f"{name:18} {middle:6.0f} µs a request ({min(costs):.0f}–{max(costs):.0f})")


def main() -> None:
    """Print processor time per request, median and range of interleaved rounds."""
    asyncio.run(_run())


if __name__ == "__main__":
    main()
