"""The bodies of entries: one struct per kind, a closed union, data only.

A body is stored as compact JSON under the number ``seq`` of its entry; the hash chain covers these bytes. The time
``at`` (milliseconds, by Redis's clock) is when the entry was requested, or when it was stored.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Generic, TypeAlias, TypeVar, get_args, get_origin

import msgspec

from bocage.log.records import Entry
from bocage.protocol.rest import ClockRules
from bocage.protocol.review import Why
from bocage.rules.kernel import AnyGame

__all__ = [
    "Access",
    "Acted",
    "Body",
    "Closed",
    "Created",
    "Deal",
    "DrawAccepted",
    "DrawDeclined",
    "DrawOffered",
    "Ended",
    "Entry",
    "Expired",
    "Fact",
    "Fork",
    "Hinted",
    "Outage",
    "Resigned",
    "Revealed",
    "Seated",
    "Started",
    "TimedOut",
    "UndoAsked",
    "UndoDeclined",
    "Undone",
    "Vacation",
    "decode",
    "decoder",
    "encode",
    "secret_in",
    "told_secret",
    "unknown_kind",
]

A = TypeVar("A")


class BrokenLogError(Exception):
    """A log that this service cannot have written: entry ``seq`` does not follow from the entries before it."""

    def __init__(self, seq: int, problem: str) -> None:
        super().__init__(f"entry {seq}: {problem}")
        self.seq = seq
        self.problem = problem


class UnknownEntryError(BrokenLogError):
    """An entry of a kind that this version does not know: a newer one wrote it."""


class Fact(msgspec.Struct, frozen=True, tag_field="e", omit_defaults=True):
    """Base of all entry bodies; the field ``e`` names the kind."""


class Access(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Who may watch. ``open_delay``: by how many seconds open hands are delayed; -1: only after the end."""

    private: bool = False
    open_delay: int = -1


class Fork(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where a forked match started: after entry ``seq`` of ``match``, in ``state`` (msgpack, base64).

    ``resampled``: all that was hidden there was drawn again, because that match was not over.
    """

    match: str
    seq: int
    state: bytes
    resampled: bool = False


class Deal(msgspec.Struct, frozen=True, omit_defaults=True):
    """The deal of a ``day`` (UTC), or of a duplicate. ``until``: when it is over (ms) and the secret is told.

    ``counted``: it is its player's one attempt of that day. ``duplicate``: id and round of the duplicate, with a
    slash between them; then there is no day, and the secret may be told as soon as both players have finished.
    """

    day: str
    until: int
    counted: bool = False
    duplicate: str = ""


class Created(Fact, frozen=True, tag="created"):
    """Entry 1. ``commitment``: SHA-256 of the service's secret, hex.

    ``open_for``: after how many milliseconds the match expires if it has not found its players; 0: never.
    ``house``: the strategy of the house bot that its creator called to the free seat; empty: no house bot.
    ``undo``: answers can be taken back. ``hints``: players may ask for hints.
    ``deal``: the deal of which day it is; None: of none.
    ``rated``: the result counts for the ratings of both players, who agreed to that.
    """

    match: str
    game: str
    rules: int
    options: Any
    seats: int
    commitment: str
    creator: str
    clock: ClockRules = ClockRules()
    access: Access = Access()
    fork: Fork | None = None
    open_for: int = 0
    house: str = ""
    undo: bool = False
    hints: bool = False
    deal: Deal | None = None
    rated: bool = False


class Seated(Fact, frozen=True, tag="seated"):
    """A player took a seat. ``nonce``: their share of the match key, hex.

    ``bot``: they say that they are a program. ``house``: they are one of the service's own bots.
    """

    seat: int
    player: str
    name: str
    nonce: str
    options: Any = {}
    bot: bool = False
    house: bool = False


class Started(Fact, frozen=True, tag="started"):
    """All seats are taken. The dice of this entry set up the game."""


class Expired(Fact, frozen=True, tag="expired"):
    """The match is called off: it has waited for players as long as entry 1 allows."""


class Closed(Fact, frozen=True, tag="closed"):
    """The operator ended the match. Nobody wins."""


class Acted(Fact, Generic[A], frozen=True, tag="acted"):
    """A seat answered the decision it owed."""

    seat: int
    action: A


class TimedOut(Fact, Generic[A], frozen=True, tag="timed_out"):
    """The time of a seat ran out. ``action``: the default that was played for it; absent if the seat loses."""

    seat: int
    action: A | msgspec.UnsetType = msgspec.UNSET


class Outage(Fact, frozen=True, tag="outage"):
    """Storage could not be reached from ``since`` to ``until`` (ms). The clock does not count that time."""

    since: int
    until: int


class Vacation(Fact, frozen=True, tag="vacation"):
    """The player in a seat is on vacation from ``since`` to ``until`` (ms): their own time does not run meanwhile.

    With the ``since`` of their last one: that one ends at ``until``, but not before this entry.
    """

    seat: int
    since: int
    until: int


class Resigned(Fact, frozen=True, tag="resigned"):
    """A seat gave up. Before the start this calls the match off."""

    seat: int


class DrawOffered(Fact, frozen=True, tag="draw_offered"):
    """A seat offers a draw; the offer lapses with the next action."""

    seat: int


class DrawAccepted(Fact, frozen=True, tag="draw_accepted"):
    """A seat accepted the other's offer."""

    seat: int


class DrawDeclined(Fact, frozen=True, tag="draw_declined"):
    """A seat declined the other's offer, which no longer stands."""

    seat: int


class UndoAsked(Fact, frozen=True, tag="undo_asked"):
    """A seat asks to take back its answer, which is the entry ``entry``; this lapses with the next answer."""

    seat: int
    entry: int


class UndoDeclined(Fact, frozen=True, tag="undo_declined"):
    """A seat declined that the other takes its answer back."""

    seat: int


class Undone(Fact, frozen=True, tag="undone"):
    """The answer of a seat, which is the entry ``entry``, is taken back: the position before it counts again."""

    seat: int
    entry: int


class Hinted(Fact, Generic[A], frozen=True, tag="hinted"):
    """A seat was told what the engine would do, and why. The others learn before the end only that it was.

    ``engine``: its version, which finds the same again from the same view.
    """

    seat: int
    action: A
    why: Why
    engine: str


class Ended(Fact, frozen=True, tag="ended"):
    """How the match ended."""

    winners: list[int]
    reason: str


class Revealed(Fact, frozen=True, tag="revealed"):
    """The last entry. ``secret``: what entry 1 committed to, hex; ``head``: the hash chain before it."""

    secret: str
    head: str


Body: TypeAlias = (
    Created
    | Seated
    | Started
    | Expired
    | Closed
    | Acted[Any]
    | TimedOut[Any]
    | Outage
    | Vacation
    | Resigned
    | DrawOffered
    | DrawAccepted
    | DrawDeclined
    | UndoAsked
    | UndoDeclined
    | Undone
    | Hinted[Any]
    | Ended
    | Revealed
)

#: The names of all kinds of entries.
KINDS = frozenset(struct.__struct_config__.tag for struct in (get_origin(kind) or kind for kind in get_args(Body)))

#: Decodes the body of an entry; actions stay plain data. Raises ``msgspec.ValidationError`` for other bytes.
decode: Callable[[bytes], Body] = msgspec.json.Decoder(Body).decode
#: The bytes that are stored and hashed.
encode = msgspec.json.Encoder().encode


@cache
def decoder(game: AnyGame) -> msgspec.json.Decoder[Body]:
    """A decoder for bodies of matches of ``game``; actions get the types of the game."""
    acted: Any = Acted
    timed_out: Any = TimedOut
    hinted: Any = Hinted
    union: Any = (
        Created
        | Seated
        | Started
        | Expired
        | Closed
        | acted[game.Actions]
        | timed_out[game.Actions]
        | Outage
        | Vacation
        | Resigned
        | DrawOffered
        | DrawAccepted
        | DrawDeclined
        | UndoAsked
        | UndoDeclined
        | Undone
        | hinted[game.Actions]
        | Ended
        | Revealed
    )
    return msgspec.json.Decoder(union)


class _Kind(msgspec.Struct):
    """What all entries have."""

    e: str


def unknown_kind(raw: bytes) -> str:
    """The kind of an entry that this version does not know; empty for all others, and for what is no entry."""
    try:
        kind = msgspec.json.decode(raw, type=_Kind).e
    except (msgspec.DecodeError, ValueError):
        return ""
    return "" if kind in KINDS else kind


def told_secret(entries: Sequence[Entry]) -> bytes:
    """The secret in the last entry of a finished log; empty when the log is not finished."""
    return secret_in(entries[-1].raw) if entries else b""


def secret_in(raw: bytes) -> bytes:
    """The secret that an entry tells; empty where it tells none."""
    try:
        body = decode(raw)
        return bytes.fromhex(body.secret) if isinstance(body, Revealed) else b""
    except (msgspec.DecodeError, ValueError):
        return b""
