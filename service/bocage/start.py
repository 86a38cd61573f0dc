"""Starting a node: listening sockets, and the private Redis if no other is configured."""

from __future__ import annotations

import asyncio
import importlib.metadata
import logging
import os
import socket
import sys
from collections.abc import Mapping
from contextlib import AsyncExitStack
from pathlib import Path

from bocage.settings import Settings, unknown
from bocage.store.embedded import EmbeddedRedis
from bocage.store.private import shut_out

log = logging.getLogger("bocage.app")

#: Connections queued by the kernel until the node accepts them.
BACKLOG = 2048


def version() -> str:
    """Return the version of the installed distribution."""
    return importlib.metadata.version("bocage")


def announcement(url: str) -> str:
    """Return the line that a service prints when it is ready."""
    return f"Bocage {version()}: {url}"


def announce(url: str) -> None:
    """Print :func:`announcement`. A closed pipe must not end the service."""
    try:
        print(announcement(url), flush=True)
    except BrokenPipeError:
        # Otherwise Python would flush again at exit, and fail.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def warn_of_unknown(environment: Mapping[str, str]) -> None:
    """Log a warning for each variable that looks like a setting and is none."""
    for name in unknown(environment):
        log.warning("%s is no setting of this service", name)


def listen(host: str, port: int) -> socket.socket:
    """Create a listening socket. Raises ``OSError`` if the port is taken."""
    family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    return socket.create_server(address[:2], family=family, backlog=BACKLOG)


def url_of(listener: socket.socket) -> str:
    """Return the URL of a listening socket for programs on this machine."""
    host, port, *_ = listener.getsockname()
    if host in ("0.0.0.0", "::"):
        host = "127.0.0.1" if host == "0.0.0.0" else "::1"
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def start_redis(settings: Settings, stack: AsyncExitStack) -> str:
    """Start a private Redis and keep it running until ``stack`` ends. Returns its URL. Raises ``EmbeddedError``."""
    data = Path(settings.data)
    redis = EmbeddedRedis(data / "redis", settings.durability)
    stack.callback(redis.stop)
    redis.start()
    shut_out(data)
    stack.push_async_callback(end_task, asyncio.create_task(redis.keep(), name="private redis"))
    return redis.url


async def end_task(task: asyncio.Task[None]) -> None:
    """Cancel a task and wait for its end."""
    task.cancel()
    await asyncio.gather(task, return_exceptions=True)
