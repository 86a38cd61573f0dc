"""What is used of uvicorn and websockets without being promised is there; else a sentence says what is missing."""

from __future__ import annotations

import ast
import asyncio
import importlib
import importlib.util
import inspect
import re
import sys
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import Any, cast

import pytest
import uvicorn
from websockets.server import ServerProtocol

from bocage.live import library_internals
from bocage.live.library_internals import Config, ControlledServer, HttpBase, ServerState, WebSocketBase

ROOT = Path(__file__).parents[3]

REQUEST = (
    b"GET /ws HTTP/1.1\r\nHost: here\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)


async def nothing(scope: object, receive: object, send: object) -> None:
    """An application that answers nobody."""


class Recorder(WebSocketBase):
    """Notes what uvicorn does with it."""

    got: list[object]

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.got = [transport]

    def data_received(self, data: bytes) -> None:
        self.got.append(data.split(b"\r\n")[0])


class Transport(asyncio.Transport):
    """The client's end of nothing."""

    def __init__(self) -> None:
        super().__init__()
        self.protocol: asyncio.BaseProtocol | None = None

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        return ("127.0.0.1", 1) if name in ("peername", "sockname") else default

    def write(self, data: Any) -> None:
        """Nobody reads it."""

    def is_closing(self) -> bool:
        return False

    def close(self) -> None:
        """There is nothing to close."""

    def set_protocol(self, protocol: asyncio.BaseProtocol) -> None:
        self.protocol = protocol


def hands_over(http: str) -> bool:
    """Whether that HTTP protocol of uvicorn gives a websocket's request to a class of ours."""
    config = Config(app=cast(Any, nothing), http=cast(Any, http), ws=Recorder, lifespan="off", log_config=None)
    config.load()
    state, transport = ServerState(), Transport()
    protocol = cast(Any, config.http_protocol_class)(config=config, server_state=state, app_state={})
    protocol.connection_made(transport)
    protocol.data_received(REQUEST)
    taken = transport.protocol
    return (
        isinstance(taken, Recorder)
        and taken.got == [transport, b"GET /ws HTTP/1.1"]
        and taken in cast("set[object]", state.connections)
    )


async def sets_servers() -> bool:
    server = ControlledServer(Config(app=cast(Any, nothing), ws="none", lifespan="off", log_config=None, port=0))
    server.config.load()
    server.lifespan = server.config.lifespan_class(server.config)
    await server.startup()
    listening = server.servers
    server.cut()
    return len(listening) == 1 and not listening[0].is_serving()


async def answers() -> bool:
    """Whether the HTTP protocol tells when a request is begun, being answered and answered."""
    seen: list[object] = []

    class HttpConnection(HttpBase):
        async def answer(self, scope: Any, receive: Any, send: Any) -> None:
            seen.append((self.begun, self.busy, self.others))
            await super().answer(scope, receive, send)

        def answered(self) -> None:
            seen.append((self.begun, self.busy, self.others))

        def upgrades(self) -> bool:
            seen.append("websocket")
            return False

    async def app(scope: Any, receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body", "body": b""})

    config = Config(app=cast(Any, app), http=HttpConnection, ws=Recorder, lifespan="off", log_config=None)
    gate = HttpConnection(config, ServerState(), {})
    gate.connection_made(cast(Any, Transport()))
    gate.data_received(b"GET / HTTP/1.1\r\n")
    seen.append((gate.begun, gate.busy, gate.others))
    gate.data_received(b"Host: here\r\n\r\n")
    for _ in iter(lambda: len(seen) < 3, False):
        await asyncio.sleep(0)
    gate.data_received(REQUEST)
    gate.connection_lost(None)
    return seen == [(True, False, 1), (False, True, 1), (False, False, 1), "websocket"]


def takes(function: Callable[..., object], *names: str) -> bool:
    return set(names) <= inspect.signature(function).parameters.keys()


async def missing() -> list[str]:
    """A sentence for each piece that is not there, or is another."""
    server, websockets = (
        uvicorn.Server,
        "is not what service/bocage/live/library_internals.py takes it for; see the changes of websockets",
    )
    uvicorns = "is not what service/bocage/live/library_internals.py takes it for; see the changes of uvicorn"
    # Its own settings of loggers would stay for every test after this one.
    quiet = Config(app=cast(Any, nothing), log_config=None)
    needs: list[tuple[str, Callable[[], object]]] = [
        (f"ServerState.connections {uvicorns}", lambda: isinstance(ServerState().connections, set)),
        (f"Server.startup(sockets) {uvicorns}", lambda: takes(server.startup, "sockets")),
        (f"Server.shutdown(sockets) {uvicorns}", lambda: takes(server.shutdown, "sockets")),
        (f"Server.capture_signals() {uvicorns}", lambda: callable(server.capture_signals)),
        (f"Server.should_exit {uvicorns}", lambda: server(quiet).should_exit is False),
        (f"Server.servers {uvicorns}", sets_servers),
        (f"Config(http='h11', ws=a class) {uvicorns}", lambda: hands_over("h11")),
        (f"H11Protocol {uvicorns}", answers),
        (
            f"apply_mask(data, mask) {websockets}",
            lambda: library_internals.apply_mask(b"abcd", b"\1\0\0\0") == b"`bcd",
        ),
        (
            f"ServerProtocol(max_size=...) {websockets}",
            lambda: takes(ServerProtocol, "max_size", "select_subprotocol"),
        ),
    ]
    if importlib.util.find_spec("httptools"):
        needs.append((f"Config(http='httptools', ws=a class) {uvicorns}", lambda: hands_over("httptools")))
    found = []
    for sentence, holds in needs:
        try:
            answer = holds()
            good = await answer if inspect.isawaitable(answer) else answer
        except Exception as error:
            good, sentence = False, f"{sentence} ({error!r})"
        if not good:
            found.append(sentence)
    return found


async def test_everything_that_is_used_is_there() -> None:
    gone = await missing()
    assert not gone, "; ".join(gone)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("capture_signals", "Server.capture_signals() is not what"),
        ("startup", "Server.startup(sockets) is not what"),
    ],
)
async def test_what_is_missing_is_named(name: str, sentence: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr(uvicorn.Server, name)
    assert any(line.startswith(sentence) for line in await missing())


async def test_an_argument_that_is_gone_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(WebSocketBase, "__init__", lambda self, config, server_state: None)
    assert any("ws=a class" in line and "app_state" in line for line in await missing())


#: What the two document: names of these modules, and of uvicorn itself.
PROMISED = re.compile(
    r"uvicorn|websockets\.(asyncio\.(client|server)|exceptions|frames|http11|protocol|server|typing|datastructures)"
)


def test_nobody_else_reaches_inside() -> None:
    found = []
    for folder in ("protocol", "service", "clients"):
        for path in sorted((ROOT / folder).rglob("*.py")):
            text = path.read_text(encoding="utf-8")
            named = re.findall(r"^\s*(?:from|import) ((?:uvicorn|websockets)[\w.]*)", text, re.MULTILINE)
            found += [f"{path.relative_to(ROOT)}: {name}" for name in named if not PROMISED.fullmatch(name)]
    assert {line.partition(":")[0] for line in found} == {"service/bocage/live/library_internals.py"}, found


def bounds(name: str) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The lowest version of a package that pyproject.toml allows, and the first that it does not."""
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    ((lowest, above),) = re.findall(rf'"{name}>=([\d.]+),<([\d.]+)"', text)
    return numbers(lowest), numbers(above)


def numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in version.split("."))


@pytest.mark.parametrize("name", ["uvicorn", "websockets"])
def test_what_is_used_inside_is_bounded_and_tested(name: str) -> None:
    """``test_everything_that_is_used_is_there`` speaks of the version that is installed."""
    lowest, above = bounds(name)
    assert lowest <= numbers(version(name)) < above


def test_no_other_package_is_used_inside() -> None:
    tree = ast.parse((ROOT / "service/bocage/live/library_internals.py").read_text(encoding="utf-8"))
    modules = [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    inside = {name.partition(".")[0] for name in modules if not PROMISED.fullmatch(name)} - sys.stdlib_module_names
    # starlette.types is documented.
    assert inside - {"starlette"} <= {"uvicorn", "websockets"}


async def test_server_runs_until_it_is_told_to_stop() -> None:
    server = ControlledServer(Config(app=cast(Any, nothing), ws="none", lifespan="off", log_config=None, port=0))
    assert (server.should_exit, server.listening.is_set()) == (False, False)
    # Before it has started, there is nobody to be turned away.
    server.turn_away()
    server.stop()
    assert server.should_exit
    ended: list[str] = []

    class Open:
        def shutdown(self) -> None:
            ended.append("shutdown")

    server.server_state.connections.update(cast(Any, {Open(), Open()}))
    server.cut()
    assert ended == ["shutdown"] * 2


async def test_started_server_lets_websockets_in_without_objection() -> None:
    server = ControlledServer(Config(app=cast(Any, nothing), ws="none", lifespan="off", log_config=None, port=0))
    server.config.load()
    server.lifespan = server.config.lifespan_class(server.config)
    await server.startup()
    assert server.listening.is_set()
    server.cut()
    assert HttpBase.upgrades(cast(Any, None)) is True
