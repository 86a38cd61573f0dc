"""Errors as refusals: what a caller is told, and what is logged."""

from __future__ import annotations

import logging

from bocage.log.entries import UnknownEntryError
from bocage.protocol.refusal import RefusedError
from bocage.rules.kernel.registry import UnknownGameError
from bocage.store import StorageUnavailableError, StoreError

log = logging.getLogger("bocage.node")


def refusal_of(error: Exception) -> RefusedError | None:
    """What a caller is told about an expected error; None: it was not expected."""
    match error:
        case RefusedError():
            return error
        case StorageUnavailableError():
            return RefusedError(error.code, retry=error.retry)
        case StoreError() if error.code:
            return RefusedError(error.code)
        case UnknownGameError() | UnknownEntryError():
            return RefusedError("unknown_rules")
        case _:
            return None


def explain(error: Exception, what: str) -> RefusedError:
    """What a caller is told about ``error``. An error that was not expected is logged; ``what``: the sentence."""
    refusal = refusal_of(error)
    if isinstance(error, UnknownEntryError):
        log.warning("%s: %s", what, error)
    if refusal is None:
        log.error("%s", what, exc_info=error)
        return RefusedError("internal")
    return refusal
