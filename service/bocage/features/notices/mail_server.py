"""Addresses of e-mail and of the server that takes it. Apart, because settings are read without all that sends."""

from __future__ import annotations

import re
from urllib.parse import unquote, urlsplit

import msgspec

_ADDRESS = re.compile(r"[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@([A-Za-z0-9-]{1,63}\.)+[A-Za-z0-9-]{2,63}")


def is_address(text: str) -> bool:
    """True if it can be an e-mail address: plain, in ASCII, one of them."""
    return len(text) <= 254 and _ADDRESS.fullmatch(text) is not None


class MailServer(msgspec.Struct, frozen=True):
    """Where mail is handed in. ``tls``: from the first byte; else STARTTLS, unless it is on this machine."""

    host: str
    port: int
    tls: bool
    user: str = ""
    password: str = ""


def server_of(url: str) -> MailServer:
    """The server that a URL names: ``smtp://`` or ``smtps://``. Raises ``ValueError``."""
    parts = urlsplit(url)
    if parts.scheme not in ("smtp", "smtps") or not parts.hostname or parts.path.strip("/"):
        raise ValueError("not smtp://host:port or smtps://host:port")
    tls = parts.scheme == "smtps"
    port = parts.port or (465 if tls else 587)
    return MailServer(parts.hostname, port, tls, unquote(parts.username or ""), unquote(parts.password or ""))
