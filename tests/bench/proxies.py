"""What TLS in front of a node takes: processor time of a proxy for a connection and for a message.

``python -m tests.bench proxies``. HAProxy and nginx, one process each, with and without TLS (1.3, a key on P-256),
in front of an echo server. A connection is a whole handshake and the opening of a websocket; a message is 200 bytes
that are passed on, in either direction. A proxy that is not installed is left out.
"""

from __future__ import annotations

import asyncio
import contextlib
import ssl
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import psutil

from tests.bench.floors import SUBPROTOCOL
from tests.bench.machine import Meter, Served, cores, pin, served
from tests.bench.measure import lasting, run
from tests.bench.sockets import Socket, masked, open_socket
from tests.certificates import certificate
from tests.needs import find_program
from tests.redis_server import free_port

#: Connections that are opened, so many at a time; seconds of messages on some of them.
CONNECTIONS, AT_ONCE, SECONDS = 1000, 20, 4.0
TALKING = 50
SIZE = 200
#: Seconds in which a proxy has started.
PATIENCE = 10.0

HAPROXY = """global
    nbthread 1
defaults
    mode http
    timeout connect 3s
    timeout client 60s
    timeout server 60s
    timeout tunnel 1h
frontend people
    bind 127.0.0.1:{port}{tls}
    default_backend nodes
backend nodes
    server node-1 127.0.0.1:{node}
"""
NGINX = """daemon off;
worker_processes 1;
pid {folder}/nginx.pid;
error_log stderr;
events {{ worker_connections 8192; }}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    server {{
        listen 127.0.0.1:{port}{tls};
        location / {{
            proxy_pass http://127.0.0.1:{node};
            proxy_http_version 1.1;
            proxy_set_header Host $http_host;
            proxy_set_header Upgrade $http_upgrade;
            proxy_set_header Connection upgrade;
            proxy_read_timeout 1h;
        }}
    }}
}}
"""
#: Proxy → its configuration, what asks for TLS there, and its command.
PROXIES = {
    "haproxy": (HAPROXY, " ssl crt {pem}", ("-db", "-f")),
    "nginx": (NGINX, " ssl; ssl_certificate {pem}; ssl_certificate_key {pem}", ("-c",)),
}


def main() -> None:
    """Measure and print."""
    pin(0, cores()[1])
    print(f"messages of {SIZE} bytes; {CONNECTIONS:,} connections")
    with (
        tempfile.TemporaryDirectory(prefix="bocage-bench-") as folder,
        served("tests.bench.echo", "wire", core=cores()[1]) as node,
    ):
        pem = certificate(Path(folder), "localhost")
        for name in PROXIES:
            if not (program := find_program(name)):
                print(f"{name} is not installed: left out")
                continue
            for tls in (None, pem):
                with proxy(name, program, node, tls, Path(folder)) as (port, pid):
                    run(measure(f"{name} {'with TLS' if tls else 'without TLS'}", port, pid, tls))


@contextlib.contextmanager
def proxy(name: str, program: str, node: Served, pem: Path | None, folder: Path) -> Iterator[tuple[int, int]]:
    """A proxy on the measured core: its port, and the process that works."""
    config, tls, options = PROXIES[name]
    port = free_port()
    path = folder / f"{name}.conf"
    asked = tls.format(pem=pem) if pem else ""
    path.write_text(config.format(port=port, node=node.port, folder=folder, tls=asked))
    pin(0, cores()[0])
    process = subprocess.Popen([program, *options, str(path)], stderr=subprocess.DEVNULL)
    pin(0, cores()[1])
    try:
        deadline = time.monotonic() + PATIENCE
        while not [one for one in psutil.Process(process.pid).net_connections() if one.status == "LISTEN"]:
            if time.monotonic() > deadline:
                raise RuntimeError(f"{name} does not start with {path.read_text()}")
            time.sleep(0.05)
        children = psutil.Process(process.pid).children()
        yield port, children[0].pid if children else process.pid
    finally:
        process.terminate()
        process.wait(20)


async def measure(title: str, port: int, pid: int, pem: Path | None) -> None:
    """Connections, then messages on some of them."""
    trust = ssl.create_default_context(cafile=str(pem)) if pem else None
    count, opening = 0, asyncio.Semaphore(AT_ONCE)

    def answered(socket: Socket, payload: bytes) -> None:
        nonlocal count
        count += 1
        socket.write(data)

    async def one() -> Socket:
        async with opening:
            return await open_socket(port, answered, SUBPROTOCOL, trust=trust)

    data = masked(bytes(SIZE))
    before, meter = psutil.Process(pid).memory_info().rss, Meter([pid])
    sockets = await asyncio.gather(*(one() for _ in range(CONNECTIONS)))
    (opened,) = meter.each()
    memory = (psutil.Process(pid).memory_info().rss - before) / CONNECTIONS
    for socket in sockets[:TALKING]:
        socket.write(data)
    await asyncio.sleep(SECONDS / 10)
    count, meter = 0, Meter([pid])
    await lasting(SECONDS, lambda: count > 0)
    (passed,) = meter.each()
    for socket in sockets:
        socket.close()
    each, message = 1e6 * opened / CONNECTIONS, 1e6 * passed / 2 / count
    print(
        f"{title:<22} {each:6.0f} us and {memory / 1024:4.0f} KiB a connection, {message:5.1f} us a message",
        flush=True,
    )
