"""What can go wrong for a client, one class per thing a caller can do about it."""

from __future__ import annotations

from protocol.messages import Refused


class BocageError(Exception):
    """Base of everything the SDK raises of its own."""


class RefusedError(BocageError):
    """The service said no.

    ``code`` is for programs, the message for people; ``rule`` names the ruling that forbids an action, ``limit`` a
    row of ``GET /api/limits``; ``retry`` is how many milliseconds to wait before trying again (0: do not).
    """

    def __init__(self, code: str, text: str, *, rule: str = "", limit: str = "", retry: int = 0) -> None:
        super().__init__(text or code)
        self.code = code
        self.text = text
        self.rule = rule
        self.limit = limit
        self.retry = retry

    @classmethod
    def of(cls, message: Refused) -> RefusedError:
        return cls(message.code, message.text, rule=message.rule, limit=message.limit, retry=message.retry)


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
