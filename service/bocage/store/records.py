"""Records of players, the interface of followers, and the errors of the store."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import ClassVar, Protocol, TypeAlias

import msgspec

from bocage.log.records import Entry

log = logging.getLogger(__name__)


class Player(msgspec.Struct, frozen=True):
    """A player. ``created`` in milliseconds.

    ``program``: permanently declared to be a program. ``suspended``: suspended by the operator.
    """

    id: str
    name: str
    created: int
    program: bool = False
    suspended: bool = False


class Reservation(msgspec.Struct, frozen=True):
    """A reserved idempotency key: digest of the request, and id of its match."""

    digest: str
    match: str


#: Called with the entry as stored, or with what went wrong.
Answered: TypeAlias = Callable[[Entry | Exception], None]


class Append(msgspec.Struct, frozen=True, eq=False):
    """One entry on its way into a log. ``change``: as the scripts read it; empty: none."""

    match: str
    seq: int
    raw: bytes
    not_before: int
    asked: int
    change: bytes
    answered: Answered

    def answer(self, result: Entry | Exception) -> None:
        """Tell the caller the result. An exception of one caller must not stop the answers to the others."""
        try:
            self.answered(result)
        except Exception:
            log.exception("the answer to an append to %s was not taken", self.match)


class Follower(Protocol):
    """Receives what is added to a log."""

    def entry(self, entry: Entry) -> None:
        """Receive the next entry. Entries come exactly once and in order, including the node's own appends."""

    def heard(self, note: bytes) -> None:
        """Receive a ``note`` whispered by another node that follows the match. Notes are not stored."""

    def rewound(self) -> None:
        """The stored log lost entries that were delivered: read it from the start."""


class StoreError(Exception):
    """Base of the errors raised by the store.

    ``code``: refusal code for the caller; empty: not caused by a caller.
    """

    code: ClassVar[str] = ""


class NumberTakenError(StoreError):
    """The number is taken or not the next one: read what was added, and judge again."""


class StorageUnavailableError(StoreError):
    """Storage is unreachable or rejects writes; retry after ``retry`` milliseconds.

    Nothing was stored, unless ``unknown`` is set. Then the entry may have been stored: read the log to find out. A
    number is never stored twice.
    """

    code = "unavailable"

    def __init__(self, retry: int = 1000, why: str = "", unknown: bool = False) -> None:
        super().__init__(why or "storage is unavailable")
        self.retry = retry
        self.unknown = unknown
