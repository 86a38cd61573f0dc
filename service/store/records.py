"""What the store takes and gives: plain data, and the errors it raises."""

from __future__ import annotations

from typing import Any, Literal, Protocol

import msgspec

Status = Literal["open", "playing", "ended"]


class Entry(msgspec.Struct, frozen=True):
    """One row of a log: its number (from 1), its time in milliseconds, and its body as stored."""

    seq: int
    at: int
    raw: bytes


class Source(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where a forked match comes from. ``resampled``: what was hidden after its entry ``seq`` was drawn anew."""

    match: str
    seq: int
    resampled: bool = False


class Row(msgspec.Struct, frozen=True, omit_defaults=True):
    """A match as lists show it. ``names`` and ``players``: one per seat, empty where the seat is free.

    ``rules``: the version of them that it is played by.
    ``house``: the strategy of the house bot that a free seat is kept for, while it is free.
    ``at``: when it got its status, by the store's clock (filled in by the store when rows are read).
    """

    match: str
    game: str
    status: Status
    names: list[str]
    players: list[str]
    options: Any = {}
    bots: list[int] = []
    house_bots: list[int] = []
    house: str = ""
    rules: int = 1
    private: bool = False
    creator: str = ""
    winners: list[int] = []
    reason: str = ""
    fork: Source | None = None
    at: int = 0


class Change(msgspec.Struct, frozen=True):
    """What an entry changes besides the log, in the same script as its append.

    ``row``: the new list row. ``secret``: kept for a match that begins. ``due``: the deadline from now on,
    milliseconds, absolute; ``due_in``: the same, counted from the entry's own time; both 0: as it was;
    -1: none any more. ``unlisted``: the row is for its players alone, as if private. ``final``: this is the last
    entry; the log may be archived and the secret forgotten.
    """

    row: Row | None = None
    secret: bytes = b""
    due: int = 0
    due_in: int = 0
    final: bool = False
    unlisted: bool = False


class Player(msgspec.Struct, frozen=True):
    """A guest. ``created`` in milliseconds. The token is known to the player alone."""

    id: str
    name: str
    created: int


class Reservation(msgspec.Struct, frozen=True):
    """What was asked under a key: the digest of the request, and the match that it is to make."""

    digest: str
    match: str


class Log(msgspec.Struct, frozen=True):
    """A whole log, and the secret of a match that is not over (empty: its last entry tells it)."""

    entries: list[Entry]
    secret: bytes = b""


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
