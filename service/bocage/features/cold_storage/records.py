"""Errors and counts of cold storage."""

from __future__ import annotations

import msgspec

from bocage.store.records import StorageUnavailableError, StoreError


class ColdUnavailableError(StorageUnavailableError):
    """A finished match lies in cold storage, which cannot be read now; try again after ``retry`` milliseconds."""

    code = "cold_unavailable"

    def __init__(self, retry: int = 5000, why: str = "") -> None:
        super().__init__(retry, why or "cold storage is unavailable")


class ColdDamagedError(StoreError):
    """The record of a finished match in cold storage is missing or damaged: only an operator can bring it back."""

    code = "record_lost"


class ColdCounts(msgspec.Struct):
    """Counts of this node: matches moved to cold storage, read from it and deleted, failures, damaged records."""

    moved: int = 0
    read: int = 0
    deleted: int = 0
    failed: int = 0
    damaged: int = 0
    #: Whether this node has cold storage, and the last use of it worked.
    there: bool = False
    works: bool = True
