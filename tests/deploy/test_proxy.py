"""The shipped proxy itself, where there is one, in front of a node's stand-in that remembers what came through."""

from __future__ import annotations

import contextlib
import json
import re
import resource
import shutil
import socket
import subprocess
import threading
import time
from collections import defaultdict
from collections.abc import Iterator, Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import ClassVar

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
    """Answers everything, and remembers it; ``at``: path → the servers that were asked for it."""

    seen: list[str]
    at: ClassVar[defaultdict[str, set[object]]] = defaultdict(set)

    def do_GET(self) -> None:
        self.seen.append(self.path)
        self.at[self.path].add(self.server)
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


def few_descriptors() -> None:
    """As a shell of Debian has them."""
    resource.setrlimit(resource.RLIMIT_NOFILE, (1024, 1024))


@contextlib.contextmanager
def running_proxy(tmp_path: Path, nodes: bool = True) -> Iterator[int]:
    """The port of the shipped proxy in front of two of ``Node``, or of nothing; with few descriptors."""
    servers = [ThreadingHTTPServer(("127.0.0.1", 0), Node) for _ in range(2)]
    port = free_port()
    text = CONFIG.read_text().replace("bind :8080", f"bind 127.0.0.1:{port}")
    for number, server in enumerate(servers, 1):
        threading.Thread(target=server.serve_forever, daemon=True).start()
        place = f"127.0.0.1:{server.server_port if nodes else free_port()}"
        text = re.sub(rf"(server node-{number}) \S+", rf"\1 {place}", text)
    config = tmp_path / "haproxy.cfg"
    config.write_text(text)
    said = tmp_path / "haproxy.log"
    with said.open("wb") as log:
        process = subprocess.Popen(
            ["haproxy", "-db", "-f", str(config)], stdout=log, stderr=log, preexec_fn=few_descriptors
        )
    try:
        deadline = time.monotonic() + PATIENCE
        while ask(port, "/") != (200 if nodes else 503):
            assert time.monotonic() < deadline, said.read_text()
            time.sleep(0.05)
        yield port
    finally:
        process.terminate()
        process.wait()
        for server in servers:
            server.shutdown()
            server.server_close()


def test_connections_of_a_match_reach_the_same_node(tmp_path: Path) -> None:
    paths = [f"/ws?match=m{number}" for number in range(20)]
    Node.seen = []
    Node.at.clear()
    if not shutil.which("haproxy"):
        assert "balance url_param match" in CONFIG.read_text()
        return
    with running_proxy(tmp_path) as port:
        assert [ask(port, path) for path in paths * 3] == [200] * 60
    assert [len(Node.at[path]) for path in paths] == [1] * 20
    assert len(set.union(*(Node.at[path] for path in paths))) == 2


def test_no_spelling_of_metrics_gets_through(tmp_path: Path) -> None:
    """Where there is no haproxy the text has been looked at all the same."""
    Node.seen = []
    if shutil.which("haproxy"):
        with running_proxy(tmp_path) as proxy:
            assert [ask(proxy, path) for path in SPELLINGS] == [403] * len(SPELLINGS)
            assert ask(proxy, "/api/matches") == 200
        assert "/api/matches" in Node.seen
    assert not [path for path in Node.seen if path not in ("/", "/readyz", "/api/matches")]


def whole(port: int, path: str, language: str) -> tuple[str, Mapping[str, str], str]:
    """The first line of an answer, its headers, its body."""
    with socket.create_connection(("127.0.0.1", port), PATIENCE) as client:
        head = f"GET {path} HTTP/1.1\r\nHost: here\r\nAccept-Language: {language}\r\nConnection: close\r\n\r\n"
        client.sendall(head.encode())
        answer = client.makefile("rb").read().decode()
    head, _, body = answer.partition("\r\n\r\n")
    first, *lines = head.split("\r\n")
    return first, {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}, body


def test_without_a_node_the_proxy_answers_for_it(tmp_path: Path) -> None:
    if not shutil.which("haproxy"):
        text = CONFIG.read_text()
        assert all(f"http-error status {status}" in text for status in (502, 503, 504))
        return
    words = {"en-GB, ja;q=0.5": ("en", "cannot be reached"), "ja": ("ja", "接続できません")}
    with running_proxy(tmp_path, nodes=False) as port:
        for language, (lang, said) in words.items():
            first, headers, body = whole(port, "/", language)
            assert (first.split()[1], headers["content-type"]) == ("503", "text/html; charset=utf-8")
            assert f'<html lang="{lang}">' in body
            assert said in body
            for path in ("/api/matches", "/ws", "/ws?match=m"):
                first, headers, body = whole(port, path, language)
                assert (first.split()[1], headers["content-type"]) == ("503", "application/json")
                assert headers["access-control-allow-origin"] == "*"
                refusal = json.loads(body)
                assert (refusal["code"], refusal["retry"], said in refusal["text"]) == ("unavailable", 5000, True)
            assert (headers["retry-after"], headers["cache-control"]) == ("5", "no-store")
            assert "bocage-proxy" not in headers
            # This connection is plain.
            assert "strict-transport-security" not in headers
