"""Errors that are expected, as refusals."""

from __future__ import annotations

from protocol.refusal import RefusedError
from service.games.kernel.registry import UnknownGameError
from service.store import Unavailable


def over_limit(limit: str, retry: float = 0.0) -> RefusedError:
    """The refusal that names a row of the limits; ``retry`` in seconds."""
    return RefusedError("limit", limit, limit=limit, retry=int(retry * 1000) + 1 if retry else 0)


def refusal_of(error: Exception) -> RefusedError | None:
    """What a caller is told about an expected error; None: it was not expected."""
    match error:
        case RefusedError():
            return error
        case Unavailable():
            return RefusedError("unavailable", retry=error.retry)
        case UnknownGameError():
            return RefusedError("unknown_rules")
        case _:
            return None
