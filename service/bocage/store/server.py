"""One Redis server: connecting, noticing a lost connection, reconnecting."""

from __future__ import annotations

import asyncio
import contextlib
import logging
import random
import ssl
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import msgspec
from redis.connection import parse_url

from bocage.store import scripts
from bocage.store.advice import check_redis, facts_of
from bocage.store.connection import (
    DENIED,
    NOT_NOW,
    Argument,
    ConnectionGone,
    RedisConnection,
    Reply,
    ReplyError,
    code_of,
)
from bocage.store.records import StorageUnavailableError, StoreError
from bocage.store.rights import RightsError, complaint

log = logging.getLogger(__name__)

#: Seconds without a due reply after which a connection counts as lost.
PATIENCE = 2.5
#: Seconds before the second attempt to connect.
FIRST_BACKOFF = 0.05
#: Longest pause between attempts to connect, in seconds.
LONGEST_BACKOFF = 2.0


class Target(msgspec.Struct, frozen=True):
    """Address and credentials of a server."""

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

    @property
    def place(self) -> str:
        """The address without credentials, for messages."""
        return f"Redis at {self.path or f'{self.host}:{self.port}'}"


class Greeting(msgspec.Struct, frozen=True):
    """Redis's reply to HELLO: number of the connection, name and version of the server."""

    connection: int
    server: str
    version: tuple[int, ...]


def parse_target(url: str) -> Target:
    """Parse a ``redis://``, ``rediss://`` or ``unix://`` URL. Raises ``ValueError``."""
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
    """Translate an error of Redis or of the connection to one of the store."""
    if isinstance(error, ConnectionGone):
        return StorageUnavailableError(why="the connection to Redis was lost")
    if isinstance(error, ReplyError):
        if code_of(error) in NOT_NOW:
            return StorageUnavailableError(why=str(error))
        return StoreError(str(error))
    return error


class Server:
    """A server, and the one connection to it.

    ``attach`` prepares each new connection, then ``ready`` is called; ``detach`` is called when the connection is
    lost.
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
        replicas: int = 0,
    ) -> None:
        self.target = target
        #: The connection; None while there is none. ``up``: ready for use.
        self.connection: RedisConnection | None = None
        self.up = False
        #: Version of Redis: major, minor.
        self.version: tuple[int, ...] = (0, 0)
        #: Do not report lost connections as errors.
        self.quiet = False
        #: Approximate milliseconds until the next attempt to connect.
        self.retry = 0
        self._node = node
        self._fsync_always = fsync_always
        self._attach = attach
        self._ready = ready
        self._detach = detach
        self._on_push = on_push
        self._patience = patience
        self._replicas = replicas
        self._lost = asyncio.Event()
        self._keeper: asyncio.Task[None] | None = None
        self._identity: tuple[bytes, int] | None = None
        #: Last logged reason; empty: connected.
        self._told = ""

    async def start(self) -> None:
        """Connect, and reconnect from then on. Raises :class:`StorageUnavailableError`."""
        try:
            await self._connect()
        except (OSError, TimeoutError, ReplyError, StoreError) as error:
            self._drop()
            raise error if isinstance(error, StoreError) else StorageUnavailableError(why=str(error)) from error
        self.keep()

    def keep(self) -> None:
        """Keep the connection open from now on."""
        if self._keeper is None:
            self._keeper = asyncio.create_task(self._keep(), name=f"redis {self.target.host}:{self.target.port}")

    async def close(self) -> None:
        """Disconnect for good."""
        if self._keeper is not None:
            self._keeper.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await self._keeper
        self._drop()

    def reconnect(self, examine: bool = False) -> None:
        """Replace the connection. ``examine``: check the account's rights again."""
        if examine:
            self._identity = None
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

    async def pages(self, pattern: str, size: int) -> AsyncIterator[list[str]]:
        """Yield the keys matching ``pattern``, each once, in pages of about ``size``. Raises as :meth:`call`."""
        seen: set[str] = set()
        cursor = 0
        while True:
            found, page = await self.call("SCAN", cursor, "MATCH", pattern, "COUNT", size)
            fresh = sorted({key.decode() for key in page} - seen)
            seen.update(fresh)
            if fresh:
                yield fresh
            if not (cursor := int(found)):
                return

    # Connecting -------------------------------------------------------------------------------

    async def _keep(self) -> None:
        backoff = FIRST_BACKOFF
        while True:
            if self.connection is not None:
                await self._watch()
                self._drop()
            try:
                await self._connect()
                self._tell(None)
                backoff = FIRST_BACKOFF
            except Exception as error:
                self._tell(error)
                self._drop()
                self.retry = int(backoff * 1000)
                await asyncio.sleep(backoff * random.uniform(0.7, 1.3))
                backoff = min(backoff * 2, LONGEST_BACKOFF)

    def _tell(self, error: Exception | None) -> None:
        """Log why there is no connection, or that there is one again, once per reason."""
        text = str(error) or "no answer"
        told, self._told = self._told, "" if error is None else f"{type(error).__name__} {text.partition(' ')[0]}"
        level = logging.INFO if self.quiet or told == self._told else logging.ERROR
        if error is None:
            log.info("%s can be used%s", self.target.place, " again" if told else "")
        elif isinstance(error, (OSError, TimeoutError, ReplyError, StoreError)):
            log.log(level, "%s cannot be used, so nobody can act: %s; trying again", self.target.place, text)
        else:
            log.error("%s cannot be used: %r", self.target.place, error, exc_info=error)

    async def _watch(self) -> None:
        """Return when the connection is lost or a reply is overdue."""
        suspect = False
        while not self._lost.is_set():
            try:
                async with asyncio.timeout(self._patience / 5):
                    await self._lost.wait()
            except TimeoutError:
                overdue = self.connection is None or self.connection.silence() > self._patience
                # This process may have been busy itself, so let it read pending data before the next check.
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
        # Healing many matches takes long; missing replies are noticed by watching.
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
        return await open_connection(self.target, self._on_push, on_lost)

    async def _greet(self, connection: RedisConnection) -> None:
        target = self.target
        about = await greet(connection, target, f"bocage-{self._node}")
        self.version = about.version
        run = await run_of(connection)
        if run and self._identity is not None and self._identity[0] == run:
            # Redis may still hold commands of the old connection. Appends among them are refused anyway
            # (Appends.fence_off); the others are dropped if this account may kill connections.
            with contextlib.suppress(ReplyError):
                await connection.call("CLIENT", "KILL", "ID", self._identity[1])
        else:
            await self._examine(connection)
        self._identity = (run, about.connection)
        for script in scripts.ALL:
            await connection.call("SCRIPT", "LOAD", script.text)
        if self._fsync_always:
            await _promise_always(connection)

    async def _examine(self, connection: RedisConnection) -> None:
        """Check a newly seen Redis. Raises :class:`RightsError`; logs a warning for other faults."""
        target = self.target
        facts = await facts_of(connection, target.cluster, self.version)
        if facts.missing:
            raise RightsError(complaint(target.username, facts.missing))
        durability = "always" if self._fsync_always else "everysec"
        for advice in check_redis(facts, cluster=target.cluster, durability=durability, replicas=self._replicas):
            if advice.level == "wrong":
                log.warning("%s: %s", target.place, advice.text)


async def open_connection(
    target: Target, on_push: Callable[[list[Reply]], None], on_lost: Callable[[RedisConnection], None]
) -> RedisConnection:
    """Open a connection. Raises ``OSError``."""
    loop = asyncio.get_running_loop()

    def make() -> RedisConnection:
        return RedisConnection(on_push, on_lost)

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


async def greet(connection: RedisConnection, target: Target, name: str) -> Greeting:
    """Authenticate, and return Redis's greeting. Raises :class:`RightsError`, :class:`ReplyError`."""
    hello: list[Argument] = ["HELLO", 3]
    if target.password:
        hello += ["AUTH", target.username or "default", target.password]
    try:
        about = await connection.call(*hello, "SETNAME", name)
        if target.db:
            await connection.call("SELECT", target.db)
    except ReplyError as error:
        if code_of(error) in DENIED:
            raise RightsError(f"Redis rejects the account {target.username or 'default'}: {error}") from error
        raise
    version = tuple(int(part) for part in about[b"version"].split(b".")[:2])
    return Greeting(about[b"id"], about.get(b"server", b"redis").decode(), version)


async def run_of(connection: RedisConnection) -> bytes:
    """Return the run id of the Redis process; empty if the account may not ask."""
    try:
        info = await connection.call("INFO", "server")
    except ReplyError:
        return b""
    return next((line for line in info.split(b"\r\n") if line.startswith(b"run_id:")), b"")


async def _promise_always(connection: RedisConnection) -> None:
    """Make Redis write each append to disk before it replies. Raises :class:`StoreError`."""
    try:
        settings = await connection.call("CONFIG", "GET", "append*")
        if settings[b"appendonly"] != b"yes":
            raise StoreError("durability 'always' needs a Redis with `appendonly yes`")
        if settings[b"appendfsync"] != b"always":
            await connection.call("CONFIG", "SET", "appendfsync", "always")
    except ReplyError as error:
        raise StoreError(f"durability 'always' cannot be set on this Redis: {error}") from error
