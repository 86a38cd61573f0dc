"""The connection as a session sees it."""

from __future__ import annotations

from typing import Protocol

from service.live.outbox import Outbox


class Line(Protocol):
    """See :class:`~service.live.wire.Wire`."""

    outbox: Outbox
    address: str
    heard: float

    def close(self, name: str, reason: str = "") -> None:
        """Say goodbye with a close code."""

    def ping(self) -> None:
        """Ask for a sign of life."""
