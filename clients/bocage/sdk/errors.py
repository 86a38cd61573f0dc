"""The errors of a client, one class per reaction of the caller."""

from __future__ import annotations

from bocage.protocol.refusal import BocageError, RefusedError

__all__ = ["BocageError", "ClosedError", "FateUnknownError", "RefusedError", "UnreachableError"]


class UnreachableError(BocageError):
    """No service responded at the address in time."""


class ClosedError(BocageError):
    """The service closed the connection for good; or the client was closed.

    ``code`` is the websocket close code (0: the client was closed).
    """

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(f"connection closed: {reason} ({code})" if code else reason)
        self.code = code
        self.reason = reason


class FateUnknownError(BocageError):
    """The connection was lost after a chat message was sent: it may or may not have arrived."""
