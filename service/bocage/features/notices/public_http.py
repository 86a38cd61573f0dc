"""Requests to addresses given by players: only public ones, only over TLS, without redirects.

This prevents server-side request forgery. A host name is resolved once, and the connection goes to the address that
was checked, which prevents DNS rebinding.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
import re
import socket
import ssl
from collections.abc import Awaitable, Callable, Mapping
from typing import TypeAlias
from urllib.parse import SplitResult, urlsplit

import msgspec

#: Seconds for a whole request.
PATIENCE = 10.0
#: Longest URL, and longest response head.
LONGEST_URL = 1000
#: Bytes.
LONGEST_HEAD = 16_384

#: Networks that embed IPv4 addresses, and special networks that older releases of Python consider public.
_SPECIAL = tuple(
    ipaddress.ip_network(text)
    for text in (
        "::/96",
        "::ffff:0:0/96",
        "64:ff9b::/96",
        "64:ff9b:1::/48",
        "2001::/23",
        "2002::/16",
        "fec0::/10",
        "192.0.0.0/24",
        "192.88.99.0/24",
    )
)
_SIGNS = re.compile(r"[!-~]+")
_STATUS = re.compile(rb"HTTP/1\.[01] (\d{3})")

#: Resolves a host name.
Resolve: TypeAlias = Callable[[str, int], Awaitable[list[str]]]


class BadAddressError(Exception):
    """The address is not allowed; the text says why."""


class Response(msgspec.Struct, frozen=True):
    """The HTTP status, and the ``Retry-After`` in seconds (0: not given)."""

    status: int
    retry_after: int = 0


def is_public(text: str) -> bool:
    """Return whether an IP address is public."""
    try:
        address = ipaddress.ip_address(text)
    except ValueError:
        return False
    if any(address in network for network in _SPECIAL):
        return False
    return address.is_global and not address.is_multicast


def parse(url: str, inner: bool) -> SplitResult:
    """Parse an allowed URL. ``inner``: also allow private addresses, and http.

    Raises :class:`BadAddressError`.
    """
    if len(url) > LONGEST_URL or not _SIGNS.fullmatch(url):
        raise BadAddressError("not a URL of printable ASCII characters")
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        raise BadAddressError("not a URL") from None
    if parts.scheme != "https" and not (inner and parts.scheme == "http"):
        raise BadAddressError("only https is allowed")
    if not host or parts.username is not None or parts.password is not None or "%" in host or port == 0:
        raise BadAddressError("no plain host name")
    if not inner and (host == "localhost" or host.endswith((".localhost", ".local", ".internal", "."))):
        raise BadAddressError("not a public address")
    if not inner and _is_number(host) and not is_public(host):
        raise BadAddressError("not a public address")
    return parts


def _is_number(host: str) -> bool:
    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


async def resolve(host: str, port: int) -> list[str]:
    """Resolve a host name. Raises ``OSError``."""
    loop = asyncio.get_running_loop()
    found = await loop.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(one[4][0]) for one in found))


class Reach:
    """Sends requests. ``inner``: as in :func:`parse`. ``trust``: trusted certificates."""

    def __init__(self, inner: bool, trust: ssl.SSLContext | None = None, find: Resolve = resolve) -> None:
        self.inner = inner
        self._trust = trust
        self._find = find

    async def post(self, url: str, headers: Mapping[str, str], body: bytes) -> Response:
        """Send a request. Raises :class:`BadAddressError`, or ``OSError`` (also for timeouts and TLS errors)."""
        parts = parse(url, self.inner)
        async with asyncio.timeout(PATIENCE):
            secure = parts.scheme == "https"
            host, port = parts.hostname or "", parts.port or (443 if secure else 80)
            reader, writer = await self._connect(host, port, secure)
            try:
                writer.write(_head(parts, headers, len(body)) + body)
                await writer.drain()
                return _answer(await reader.readuntil(b"\r\n\r\n"))
            except asyncio.IncompleteReadError:
                raise ConnectionResetError("no answer came") from None
            except asyncio.LimitOverrunError:
                raise ConnectionResetError("the answer is too long") from None
            finally:
                writer.transport.abort()
                with contextlib.suppress(OSError):
                    await writer.wait_closed()

    async def _connect(
        self, host: str, port: int, secure: bool
    ) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
        addresses = await self._find(host, port)
        if not addresses:
            raise ConnectionError("the name has no address")
        if not self.inner and not all(is_public(address) for address in addresses):
            raise BadAddressError("not a public address")
        if secure and self._trust is None:
            # Loading all certificates is slow.
            self._trust = await asyncio.to_thread(ssl.create_default_context)
        error: OSError | None = None
        for address in addresses:
            try:
                return await asyncio.open_connection(
                    address,
                    port,
                    limit=LONGEST_HEAD,
                    ssl=self._trust if secure else None,
                    server_hostname=host if secure else None,
                )
            except OSError as failed:
                error = failed
        assert error is not None
        raise error


def _head(parts: SplitResult, headers: Mapping[str, str], size: int) -> bytes:
    target = (parts.path or "/") + (f"?{parts.query}" if parts.query else "")
    told = {
        "Host": parts.netloc,
        "Content-Length": str(size),
        "Connection": "close",
        "User-Agent": "Bocage",
        **headers,
    }
    lines = [f"POST {target} HTTP/1.1", *(f"{name}: {value}" for name, value in told.items())]
    return "\r\n".join([*lines, "", ""]).encode("ascii")


def _answer(head: bytes) -> Response:
    status = _STATUS.match(head)
    if status is None:
        raise ConnectionResetError("the answer is not HTTP")
    wait = re.search(rb"(?mi)^retry-after: *(\d{1,6})\s*$", head)
    return Response(int(status[1]), int(wait[1]) if wait else 0)
