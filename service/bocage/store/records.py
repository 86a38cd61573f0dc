"""Records, settings and errors of the store, and the interface of followers."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import ClassVar, Literal, Protocol, TypeAlias

import msgspec

from bocage.log.records import Entry, Rated

log = logging.getLogger(__name__)


class Player(msgspec.Struct, frozen=True):
    """A player. ``created`` in milliseconds.

    ``program``: permanently declared to be a program. ``suspended``: suspended by the operator.
    ``scopes``: what the token that was sent allows; None: everything.
    """

    id: str
    name: str
    created: int
    program: bool = False
    suspended: bool = False
    scopes: tuple[str, ...] | None = None


class Reservation(msgspec.Struct, frozen=True):
    """A reserved idempotency key: digest of the request, and id of its match."""

    digest: str
    match: str


#: Called with the entry as stored, or with the error.
Answered: TypeAlias = Callable[[Entry | Exception], None]


class Append(msgspec.Struct, frozen=True, eq=False):
    """An entry being appended to a log. ``change``: encoded for the scripts; empty: none."""

    match: str
    seq: int
    raw: bytes
    not_before: int
    asked: int
    change: bytes
    answered: Answered

    def answer(self, result: Entry | Exception) -> None:
        """Pass the result to the caller. An exception there must not affect other callers."""
        try:
            self.answered(result)
        except Exception:
            log.exception("the callback of an append to %s failed", self.match)


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


def stored_result(result: Rated) -> str:
    """Encode the result of a rated match: "<match> <game> <kind> <player> <player> <half points>".

    Kind: 0 for people, 1 for programs; plus 2 for private matches. The points are those of the first player. With a
    house bot, its strategy follows, after the number of its seat and a colon.
    """
    first, second = result.players
    kind = result.programs + 2 * result.private
    house = next((f" {seat}:{name}" for seat, name in enumerate(result.houses) if name), "")
    return f"{result.match} {result.game} {kind} {first} {second} {result.half}{house}"


def parse_result(stored: str, at: int) -> Rated:
    """Decode a result, see :func:`stored_result`. ``at``: the end of the match."""
    match, game, kind, first, second, half, *house = stored.split(" ")
    seat, _, name = house[0].partition(":") if house else ("", "", "")
    houses = (name, "") if seat == "0" else ("", name)
    return Rated(match, game, int(kind) % 2 == 1, (first, second), int(half), at, int(kind) >= 2, houses)


class StoreSettings(msgspec.Struct, frozen=True):
    """Address of the storage, and durability of acknowledged entries.

    ``url``: ``redis://``, ``rediss://`` or ``unix://``, with ``?cluster=true`` for a Redis Cluster.
    ``durability``: ``everysec`` (a crash of Redis may lose the last second) or ``always`` (each append is on disk
    before it is acknowledged). ``replicas``: replicas that must have an entry before it is acknowledged;
    ``replica_timeout``: timeout for them in ms. ``guest_days``: days without use after which a guest who never took
    a seat is deleted; 0: never.
    """

    url: str
    durability: Literal["everysec", "always"] = "everysec"
    replicas: int = 0
    replica_timeout: int = 1000
    guest_days: int = 90
