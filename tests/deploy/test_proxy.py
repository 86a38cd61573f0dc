"""The shipped proxy itself, where there is one, in front of a node's stand-in that remembers what came through."""

from __future__ import annotations

import contextlib
import re
import shutil
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from tests.redis_server import free_port

CONFIG = Path(__file__).parents[2] / "deploy" / "haproxy.cfg"
PATIENCE = 60.0
SPELLINGS = [
    "/metrics",
    "/%6detrics",
    "/%6Detrics",
    "/metric%73",
    "/%6d%65trics",
    "/metrics/",
    "/Metrics",
    "/metrics?x",
]


class Node(BaseHTTPRequestHandler):
    """Answers everything, and remembers it."""

    seen: list[str]

    def do_GET(self) -> None:
        self.seen.append(self.path)
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Nobody reads it."""


def ask(port: int, path: str) -> int:
    """The status of an answer; 0: nobody listens yet. The path goes out as it is spelt."""
    try:
        with socket.create_connection(("127.0.0.1", port), PATIENCE) as client:
            client.sendall(f"GET {path} HTTP/1.1\r\nHost: here\r\nConnection: close\r\n\r\n".encode())
            answer = client.makefile("rb").readline()
    except ConnectionError:
        return 0
    return int(answer.split()[1]) if answer else 0


def test_the_rule_holds_for_the_decoded_path() -> None:
    text = CONFIG.read_text()
    assert re.search(r"http-request deny if \{ path,url_dec .*/metrics \}", text)
    assert re.search(r"timeout http-request \d+s", text)
    assert "conn_cur" in text


@contextlib.contextmanager
def running_proxy(tmp_path: Path) -> Iterator[int]:
    """The port of the shipped proxy in front of ``Node``."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), Node)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    port = free_port()
    text = CONFIG.read_text().replace("bind :8080", f"bind 127.0.0.1:{port}")
    text = re.sub(r"(server node-\d) \S+", rf"\1 127.0.0.1:{server.server_port}", text)
    # A machine for tests need not have so many descriptors.
    text = text.replace("maxconn 20000", "maxconn 100")
    config = tmp_path / "haproxy.cfg"
    config.write_text(text)
    said = tmp_path / "haproxy.log"
    with said.open("wb") as log:
        process = subprocess.Popen(["haproxy", "-db", "-f", str(config)], stdout=log, stderr=log)
    try:
        deadline = time.monotonic() + PATIENCE
        while ask(port, "/") != 200:
            assert time.monotonic() < deadline, said.read_text()
            time.sleep(0.05)
        yield port
    finally:
        process.terminate()
        process.wait()
        server.shutdown()
        server.server_close()


def test_no_spelling_of_metrics_gets_through(tmp_path: Path) -> None:
    """Where there is no haproxy the text has been looked at all the same."""
    Node.seen = []
    if shutil.which("haproxy"):
        with running_proxy(tmp_path) as proxy:
            assert [ask(proxy, path) for path in SPELLINGS] == [403] * len(SPELLINGS)
            assert ask(proxy, "/api/matches") == 200
        assert "/api/matches" in Node.seen
    assert not [path for path in Node.seen if path not in ("/", "/readyz", "/api/matches")]
