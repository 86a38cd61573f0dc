"""Errors as refusals, and in the log."""

from __future__ import annotations

import logging

from bocage.log.entries import UnknownEntryError
from bocage.protocol.refusal import RefusedError
from bocage.rules.kernel.registry import UnknownGameError
from bocage.store import StorageUnavailableError, StoreError

log = logging.getLogger("bocage.node")


def refusal_of(error: Exception) -> RefusedError | None:
    """The refusal for an expected error; None: the error is not expected."""
    match error:
        case RefusedError():
            return error
        case StorageUnavailableError():
            return RefusedError(error.code, retry=error.retry, unknown=error.unknown)
        case StoreError() if error.code:
            return RefusedError(error.code)
        case UnknownGameError() | UnknownEntryError():
            return RefusedError("unknown_rules")
        case _:
            return None


def explain(error: Exception, what: str) -> RefusedError:
    """The refusal for ``error``. An unexpected error is logged with the sentence ``what``."""
    refusal = refusal_of(error)
    if isinstance(error, UnknownEntryError):
        log.warning("%s: %s", what, error)
    if refusal is None:
        log.error("%s", what, exc_info=error)
        return RefusedError("internal")
    return refusal
