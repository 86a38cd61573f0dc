"""What a node stands on: ports to listen at, and the private Redis where no other is given."""

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

#: Connections that the kernel keeps until the node accepts them.
BACKLOG = 2048


def version() -> str:
    """The version of the installed distribution."""
    return importlib.metadata.version("bocage")


def announcement(url: str) -> str:
    """The line that a service prints when it serves."""
    return f"Bocage {version()}: {url}"


def announce(url: str) -> None:
    """Print :func:`announcement`. A reader that has gone ends no service."""
    try:
        print(announcement(url), flush=True)
    except BrokenPipeError:
        # Python would try once more at exit, and fail.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def warn_of_unknown(environment: Mapping[str, str]) -> None:
    """Log a warning for each variable that looks like a setting and is none."""
    for name in unknown(environment):
        log.warning("%s is no setting of this service", name)


def listen(host: str, port: int) -> socket.socket:
    """A socket to accept at. Raises ``OSError`` when the port is taken."""
    family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    return socket.create_server(address[:2], family=family, backlog=BACKLOG)


def url_of(listener: socket.socket) -> str:
    """The address at which a program on this machine reaches what listens there."""
    host, port, *_ = listener.getsockname()
    if host in ("0.0.0.0", "::"):
        host = "127.0.0.1" if host == "0.0.0.0" else "::1"
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def start_redis(settings: Settings, stack: AsyncExitStack) -> str:
    """Start a private Redis, which ``stack`` stops, and which is started again if it ends; its URL.

    Raises ``EmbeddedError``.
    """
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
