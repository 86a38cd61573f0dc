"""What can go wrong for a client, one class per thing a caller can do about it."""

from __future__ import annotations

from bocage.protocol.refusal import BocageError, RefusedError

__all__ = ["BocageError", "ClosedError", "FateUnknownError", "RefusedError", "UnreachableError"]


class UnreachableError(BocageError):
    """No service answered at the address within the patience asked for."""


class ClosedError(BocageError):
    """The service closed the connection and said that connecting again is pointless; or the client was closed.

    ``code`` is the websocket close code (0: the client itself was closed).
    """

    def __init__(self, code: int, reason: str) -> None:
        super().__init__(f"connection closed: {reason} ({code})" if code else reason)
        self.code = code
        self.reason = reason


class FateUnknownError(BocageError):
    """The connection was lost after a chat line was sent: it may or may not have been said."""
