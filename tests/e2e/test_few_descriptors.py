"""A node that may open few files, and people who take all they can get."""

from __future__ import annotations

import contextlib
import socket
from collections.abc import Iterator
from pathlib import Path

import httpx2
from websockets.sync.client import connect
from websockets.typing import Subprotocol

from bocage.protocol import messages as m
from bocage.protocol.codec import MSGPACK
from tests.e2e.nodes import PATIENCE, NodeProcess

DESCRIPTORS = 200
#: From one address, more than there are.
HALVES = 400


@contextlib.contextmanager
def half_requests(port: int, host: str, many: int) -> Iterator[None]:
    """Connections that never finish what they ask."""
    with contextlib.ExitStack() as stack:
        for _ in range(many):
            half = stack.enter_context(socket.socket())
            half.settimeout(PATIENCE)
            half.bind((host, 0))
            # Those that are turned away may be gone before they have sent anything.
            with contextlib.suppress(ConnectionError):
                half.connect(("127.0.0.1", port))
                half.sendall(b"GET / HTTP/1.1\r\nHost: here\r\n")
        yield


def few(folder: Path) -> NodeProcess:
    node = NodeProcess(folder, limits="", bots="off")
    node.command = ["sh", "-c", f'ulimit -n {DESCRIPTORS}; exec "$@"', "sh", *node.command]
    return node


def test_one_address_shuts_nobody_out(folder: Path) -> None:
    with few(folder) as node, half_requests(node.port, "127.0.0.2", HALVES):
        assert httpx2.get(f"{node.url}/healthz", timeout=PATIENCE).status_code == 200
        assert httpx2.get(f"{node.url}/api/matches", timeout=PATIENCE).status_code == 200
        url = f"ws://127.0.0.1:{node.port}/ws"
        with connect(url, subprotocols=[Subprotocol(MSGPACK.name)], open_timeout=PATIENCE) as client:
            client.send(MSGPACK.encode(m.Hello()))
            welcome = MSGPACK.decode_server(client.recv(PATIENCE, decode=False))
            assert isinstance(welcome, m.Welcome)


def test_many_addresses_do_not_keep_the_operator_out(folder: Path) -> None:
    with few(folder) as node, contextlib.ExitStack() as stack:
        for number in range(2, 8):
            stack.enter_context(half_requests(node.port, f"127.0.0.{number}", 30))
        assert httpx2.get(f"{node.url}/healthz", timeout=PATIENCE).status_code == 200
        assert node.log.count("Too many open files") == 0
