"""What the store keeps besides matches, who is told of entries, and the errors it raises."""

from __future__ import annotations

from typing import Protocol

import msgspec

from service.match.records import Entry


class Player(msgspec.Struct, frozen=True):
    """A guest. ``created`` in milliseconds. The token is known to the player alone."""

    id: str
    name: str
    created: int


class Reservation(msgspec.Struct, frozen=True):
    """What was asked under a key: the digest of the request, and the match that it is to make."""

    digest: str
    match: str


class Follower(Protocol):
    """Who is told what is added to a log."""

    def entry(self, entry: Entry) -> None:
        """The next entry: each number exactly once, in order, this node's own appends included."""

    def heard(self, note: bytes) -> None:
        """Another node that follows the match whispered something; it is no entry and kept nowhere."""

    def rewound(self) -> None:
        """The stored log no longer holds what was followed (storage lost its newest entries): read it anew."""


class StoreError(Exception):
    """Base of what the store raises."""


class Taken(StoreError):  # noqa: N818 - names of the protocol
    """The number is taken, or not the log's next: read what was added, judge again."""


class Unavailable(StoreError):  # noqa: N818 - names of the protocol
    """Storage cannot be reached or refuses to write; try again after ``retry`` milliseconds.

    Nothing was stored, unless ``unknown`` is set: then the fate of the append could not be found out in
    time (reading the log will tell, and a retry of the same number cannot store it twice).
    """

    def __init__(self, retry: int = 1000, why: str = "", unknown: bool = False) -> None:
        super().__init__(why or "storage is unavailable")
        self.retry = retry
        self.unknown = unknown
