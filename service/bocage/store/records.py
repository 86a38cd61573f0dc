"""What the store keeps besides matches, the follower of a match, and the errors that the store raises."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import ClassVar, Protocol, TypeAlias

import msgspec

from bocage.log.records import Entry

log = logging.getLogger(__name__)


class Player(msgspec.Struct, frozen=True):
    """A guest. ``created`` in milliseconds. The token is known to the player alone.

    ``program``: they said, for good, that they are a program. ``suspended``: the operator lets them do nothing.
    """

    id: str
    name: str
    created: int
    program: bool = False
    suspended: bool = False


class Reservation(msgspec.Struct, frozen=True):
    """A request with a key: the digest of the request, and the id of the match that it makes."""

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
    """Is told what is added to a log."""

    def entry(self, entry: Entry) -> None:
        """The next entry. Every number comes exactly once and in order; own appends come, too."""

    def heard(self, note: bytes) -> None:
        """Another node that follows the match whispered ``note``, which is not stored."""

    def rewound(self) -> None:
        """The stored log lost entries that were followed: read it from the start."""


class StoreError(Exception):
    """Base of the errors that the store raises.

    ``code``: of the refusal that tells a caller of it; empty: callers cause no such error.
    """

    code: ClassVar[str] = ""


class NumberTakenError(StoreError):
    """The number is taken, or is not the next of the log: read what was added, and judge again."""


class StorageUnavailableError(StoreError):
    """Storage cannot be reached or refuses to write; try again after ``retry`` milliseconds.

    Nothing was stored, unless ``unknown`` is set. Then we do not know in time whether the entry was stored: read
    the log to find out. The same number can never be stored twice.
    """

    code = "unavailable"

    def __init__(self, retry: int = 1000, why: str = "", unknown: bool = False) -> None:
        super().__init__(why or "storage is unavailable")
        self.retry = retry
        self.unknown = unknown
