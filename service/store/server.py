"""One Redis server: connects to it, notices when the connection is lost, connects again."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import ssl
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from redis.connection import parse_url

from service.store import scripts
from service.store.connection import Argument, ConnectionGone, RedisConnection, Reply, ReplyError
from service.store.records import StorageUnavailableError, StoreError

log = logging.getLogger(__name__)

#: Seconds without a reply after which a connection counts as lost.
PATIENCE = 2.5
#: Seconds before the second attempt to connect.
FIRST_BACKOFF = 0.05
#: The longest pause between two attempts to connect, in seconds.
LONGEST_BACKOFF = 2.0

#: Replies that mean: not now, and nothing was done.
_NOT_NOW = (
    "LOADING",
    "MISCONF",
    "OOM",
    "READONLY",
    "CLUSTERDOWN",
    "MASTERDOWN",
    "NOREPLICAS",
    "TRYAGAIN",
    "BUSY",
    "MOVED",
    "ASK",
    "FENCED",
)


class Target(msgspec.Struct, frozen=True):
    """The address of a server, and the credentials for it."""

    host: str = "localhost"
    port: int = 6379
    path: str = ""
    username: str = ""
    password: str = ""
    db: int = 0
    tls: bool = False
    ca_file: str = ""
    verify: bool = True
    cluster: bool = False


def parse_target(url: str) -> Target:
    """The target of a ``redis://``, ``rediss://`` or ``unix://`` URL. Raises ``ValueError``."""
    parts: dict[str, Any] = parse_url(url)  # type: ignore[no-untyped-call]
    return Target(
        host=parts.get("host", "localhost"),
        port=parts.get("port", 6379),
        path=parts.get("path", ""),
        username=parts.get("username", ""),
        password=parts.get("password", ""),
        db=parts.get("db", 0),
        tls=url.startswith("rediss:"),
        ca_file=parts.get("ssl_ca_certs", ""),
        verify=parts.get("ssl_cert_reqs", "required") != "none",
        cluster=str(parts.get("cluster", "")).lower() in ("1", "true", "yes"),
    )


def translated(error: Exception) -> Exception:
    """The store's error for an error of Redis or of the connection."""
    if isinstance(error, ConnectionGone):
        return StorageUnavailableError(why="the connection to Redis was lost")
    if isinstance(error, ReplyError):
        if str(error).split(" ", 1)[0] in _NOT_NOW:
            return StorageUnavailableError(why=str(error))
        return StoreError(str(error))
    return error


class Server:
    """A server, and the one connection to it.

    ``attach`` prepares each new connection, then ``ready`` is called; ``detach`` when the connection is lost.
    """

    def __init__(
        self,
        target: Target,
        node: str,
        fsync_always: bool,
        attach: Callable[[Server, RedisConnection], Awaitable[None]],
        ready: Callable[[], None],
        detach: Callable[[Server], None],
        on_push: Callable[[list[Reply]], None],
        patience: float,
    ) -> None:
        self.target = target
        #: The connection; None while there is none. ``up``: it is ready for use.
        self.connection: RedisConnection | None = None
        self.up = False
        #: Major and minor version of Redis.
        self.version: tuple[int, ...] = (0, 0)
        #: Milliseconds until the next attempt to connect, roughly.
        self.retry = 0
        self._node = node
        self._fsync_always = fsync_always
        self._attach = attach
        self._ready = ready
        self._detach = detach
        self._on_push = on_push
        self._patience = patience
        self._lost = asyncio.Event()
        self._keeper: asyncio.Task[None] | None = None
        self._identity: tuple[bytes, int] | None = None

    async def start(self) -> None:
        """Connect, and stay connected from then on. Raises :class:`StorageUnavailableError`."""
        try:
            await self._connect()
        except (OSError, TimeoutError, ReplyError, StoreError) as error:
            self._drop()
            raise error if isinstance(error, StoreError) else StorageUnavailableError(why=str(error)) from error
        self.keep()

    def keep(self) -> None:
        """Stay connected from now on."""
        if self._keeper is None:
            self._keeper = asyncio.create_task(self._keep(), name=f"redis {self.target.host}:{self.target.port}")

    async def close(self) -> None:
        """Disconnect for good."""
        if self._keeper is not None:
            self._keeper.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._keeper
        self._drop()

    def reconnect(self) -> None:
        """Close the present connection and open a new one."""
        if self.connection is not None:
            self.connection.abort()

    async def call(self, *command: Argument) -> Reply:
        """Send a command and wait for its reply. Raises :class:`StorageUnavailableError`, :class:`StoreError`."""
        if self.connection is None or not self.up:
            raise StorageUnavailableError(self.retry or 1000, "not connected to Redis")
        try:
            return await self.connection.call(*command)
        except (ConnectionGone, ReplyError) as error:
            raise translated(error) from error

    # Connecting -------------------------------------------------------------------------------

    async def _keep(self) -> None:
        backoff = FIRST_BACKOFF
        while True:
            if self.connection is not None:
                await self._watch()
                self._drop()
            try:
                await self._connect()
                backoff = FIRST_BACKOFF
            except Exception as error:
                expected = isinstance(error, (OSError, TimeoutError, ReplyError, StoreError))
                log.log(logging.INFO if expected else logging.ERROR, "no Redis: %r", error, exc_info=not expected)
                self._drop()
                self.retry = int(backoff * 1000)
                await asyncio.sleep(backoff * random.uniform(0.7, 1.3))
                backoff = min(backoff * 2, LONGEST_BACKOFF)

    async def _watch(self) -> None:
        """Return when the connection is lost or a reply is overdue."""
        suspect = False
        while not self._lost.is_set():
            try:
                async with asyncio.timeout(self._patience / 5):
                    await self._lost.wait()
            except TimeoutError:
                overdue = self.connection is None or self.connection.silence() > self._patience
                # At the first check this process itself may have been busy: it reads what came before the next one.
                if overdue and suspect:
                    return
                suspect = overdue

    def _drop(self) -> None:
        self.up = False
        connection, self.connection = self.connection, None
        if connection is not None:
            self._detach(self)
            connection.abort()

    async def _connect(self) -> None:
        async with asyncio.timeout(self._patience * 2):
            self._lost = asyncio.Event()
            lost = self._lost
            self.connection = connection = await self._open(lambda _: lost.set())
            await self._greet(connection)
        # Healing many matches may take longer; replies that do not come at all are noticed by watching.
        attaching = asyncio.ensure_future(self._attach(self, connection))
        watching = asyncio.ensure_future(self._watch())
        try:
            await asyncio.wait((attaching, watching), return_when=asyncio.FIRST_COMPLETED)
            if not attaching.done():
                raise ConnectionGone("lost while connecting")
            await attaching
        finally:
            for task in (attaching, watching):
                task.cancel()
            await asyncio.gather(attaching, watching, return_exceptions=True)
        if lost.is_set():
            raise ConnectionGone("lost while connecting")
        self.retry = 0
        self.up = True
        self._ready()

    async def _open(self, on_lost: Callable[[RedisConnection], None]) -> RedisConnection:
        loop = asyncio.get_running_loop()

        def make() -> RedisConnection:
            return RedisConnection(self._on_push, on_lost)

        target = self.target
        if target.path:
            _, connection = await loop.create_unix_connection(make, target.path)
            return connection
        context: ssl.SSLContext | None = None
        if target.tls:
            context = ssl.create_default_context(cafile=target.ca_file or None)
            if not target.verify:
                context.check_hostname = False
                context.verify_mode = ssl.CERT_NONE
        _, connection = await loop.create_connection(make, target.host, target.port, ssl=context)
        return connection

    async def _greet(self, connection: RedisConnection) -> None:
        target = self.target
        hello: list[Argument] = ["HELLO", 3]
        if target.password:
            hello += ["AUTH", target.username or "default", target.password]
        about = await connection.call(*hello, "SETNAME", f"bocage-{self._node}")
        if target.db:
            await connection.call("SELECT", target.db)
        info = await connection.call("INFO", "server")
        run = next((line for line in info.split(b"\r\n") if line.startswith(b"run_id:")), b"")
        if self._identity is not None and self._identity[0] == run:
            # Redis may still hold commands of the old connection. Appends among them are refused anyway
            # (Appends.fence_off). The others are never carried out if this user may end connections.
            with contextlib.suppress(ReplyError):
                await connection.call("CLIENT", "KILL", "ID", self._identity[1])
        else:
            await _warn_of_old_lua(connection, target)
        self._identity = (run, about[b"id"])
        self.version = tuple(int(part) for part in about[b"version"].split(b".")[:2])
        for script in scripts.ALL:
            await connection.call("SCRIPT", "LOAD", script.text)
        if self._fsync_always:
            await _promise_always(connection)


async def _warn_of_old_lua(connection: RedisConnection, target: Target) -> None:
    with contextlib.suppress(ReplyError):
        if await connection.call("EVAL", scripts.UNMENDED, 0):
            where = target.path or f"{target.host}:{target.port}"
            log.warning("the Redis at %s lacks the Lua fixes of October 2025 (CVE-2025-49844): update it", where)


async def _promise_always(connection: RedisConnection) -> None:
    """Make Redis write each append to disk before it replies. Raises :class:`StoreError`."""
    try:
        settings = await connection.call("CONFIG", "GET", "append*")
        if settings[b"appendonly"] != b"yes":
            raise StoreError("durability 'always' needs a Redis with `appendonly yes`")
        if settings[b"appendfsync"] != b"always":
            await connection.call("CONFIG", "SET", "appendfsync", "always")
    except ReplyError as error:
        raise StoreError(f"durability 'always' cannot be had from this Redis: {error}") from error
