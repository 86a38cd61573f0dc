"""The connection as a session sees it."""

from __future__ import annotations

from typing import Protocol

from service.sockets.outbox import Outbox


class Connection(Protocol):
    """See :class:`~service.sockets.connection.WebSocketConnection`."""

    outbox: Outbox
    address: str
    heard: float

    def close(self, name: str, reason: str = "") -> None:
        """Say goodbye with a close code."""

    def ping(self) -> None:
        """Ask for a sign of life."""
