"""Errors and counters of cold storage."""

from __future__ import annotations

import msgspec

from bocage.store.records import StorageUnavailableError, StoreError


class ColdUnavailableError(StorageUnavailableError):
    """Cold storage cannot be read now; retry after ``retry`` milliseconds."""

    code = "cold_unavailable"

    def __init__(self, retry: int = 5000, why: str = "") -> None:
        super().__init__(retry, why or "cold storage is unavailable")


class ColdDamagedError(StoreError):
    """The record of a finished match is missing or damaged, and only an operator can restore it."""

    code = "record_lost"


class ColdCounts(msgspec.Struct):
    """Counters of this node: matches moved, read and deleted, failures, damaged records."""

    moved: int = 0
    read: int = 0
    deleted: int = 0
    failed: int = 0
    damaged: int = 0
    #: This node has cold storage; its last access succeeded.
    there: bool = False
    works: bool = True
