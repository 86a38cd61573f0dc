"""The bodies of entries: one struct per kind, a closed union, data only.

A body is stored as compact JSON under the number ``seq`` of its entry; the hash chain covers these bytes. The time
``at`` (milliseconds, by Redis's clock) is that of the request or of storing it.
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
    "TermsAccepted",
    "TermsProposed",
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
    """A log that this service cannot have written: entry ``seq`` does not follow from the entries before."""

    def __init__(self, seq: int, problem: str) -> None:
        super().__init__(f"entry {seq}: {problem}")
        self.seq = seq
        self.problem = problem


class UnknownEntryError(BrokenLogError):
    """An entry of a kind that only a newer version knows."""


class Fact(msgspec.Struct, frozen=True, tag_field="e", omit_defaults=True):
    """Base of all bodies; the field ``e`` names the kind."""


class Access(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Access rules. ``open_delay``: delay of open hands in seconds; -1: only after the end."""

    private: bool = False
    open_delay: int = -1


class Fork(msgspec.Struct, frozen=True, omit_defaults=True):
    """The origin of a forked match: entry ``seq`` of ``match``, with its ``state`` (msgpack, base64).

    ``resampled``: hidden information was drawn again, because that match was not over.
    """

    match: str
    seq: int
    state: bytes
    resampled: bool = False


class Deal(msgspec.Struct, frozen=True, omit_defaults=True):
    """The deal of a ``day`` (UTC) or of a duplicate. ``until``: its end (ms), when the secret is revealed.

    ``counted``: the player's one attempt of the day. ``duplicate``: id and round of the duplicate, separated by a
    slash; then ``day`` is empty, and the secret may be revealed as soon as both players have finished.
    ``fixed``: the deal of a scenario, whose secret everybody may know; then ``day`` is empty, too.
    """

    day: str
    until: int
    counted: bool = False
    duplicate: str = ""
    fixed: bool = False


class Created(Fact, frozen=True, tag="created"):
    """Entry 1. ``commitment``: SHA-256 of the service's secret, hex.

    ``open_for``: milliseconds after which the match expires with seats free; 0: never.
    ``house``: strategy of the house bot invited to the free seat; empty: none.
    ``undo``, ``hints``: players may undo actions, request hints. ``deal``: the deal that is played.
    ``rated``: the result counts for the ratings of both players, who agreed.
    ``agree``: play begins once every seat has accepted the terms, which are the options; until then ``open_for``
    counts anew from each seat taken and each proposal.
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
    agree: bool = False


class Seated(Fact, frozen=True, tag="seated"):
    """A player took a seat. ``nonce``: their share of the match key, hex.

    ``bot``: declared to be a program. ``house``: a house bot of the service.
    """

    seat: int
    player: str
    name: str
    nonce: str
    options: Any = {}
    bot: bool = False
    house: bool = False


class TermsProposed(Fact, frozen=True, tag="terms_proposed"):
    """A seat proposed other terms, and accepts them. ``options``: all options of the match from now on."""

    seat: int
    options: Any


class TermsAccepted(Fact, frozen=True, tag="terms_accepted"):
    """A seat accepted the terms of entry ``entry``."""

    seat: int
    entry: int


class Started(Fact, frozen=True, tag="started"):
    """All seats are taken, and play begins. The dice of this entry set up the game."""


class Expired(Fact, frozen=True, tag="expired"):
    """The match found no players within the time that entry 1 allows, and is cancelled."""


class Closed(Fact, frozen=True, tag="closed"):
    """The operator closed the match; nobody wins."""


class Acted(Fact, Generic[A], frozen=True, tag="acted"):
    """A seat answered the decision it owed."""

    seat: int
    action: A


class TimedOut(Fact, Generic[A], frozen=True, tag="timed_out"):
    """The time of a seat ran out. ``action``: the default played for it; absent if the seat loses."""

    seat: int
    action: A | msgspec.UnsetType = msgspec.UNSET


class Outage(Fact, frozen=True, tag="outage"):
    """Storage was unreachable from ``since`` to ``until`` (ms). The clock does not count that time."""

    since: int
    until: int


class Vacation(Fact, frozen=True, tag="vacation"):
    """The player in a seat is on vacation from ``since`` to ``until`` (ms), and their clock is stopped.

    A vacation with the ``since`` of their last one changes its end, to no earlier than this entry.
    """

    seat: int
    since: int
    until: int


class Resigned(Fact, frozen=True, tag="resigned"):
    """A seat resigned. Before the start this cancels the match."""

    seat: int


class DrawOffered(Fact, frozen=True, tag="draw_offered"):
    """A seat offered a draw. The offer lapses with the next action."""

    seat: int


class DrawAccepted(Fact, frozen=True, tag="draw_accepted"):
    """A seat accepted the other's draw offer."""

    seat: int


class DrawDeclined(Fact, frozen=True, tag="draw_declined"):
    """A seat declined the other's draw offer."""

    seat: int


class UndoAsked(Fact, frozen=True, tag="undo_asked"):
    """A seat asked to undo its action, entry ``entry``. The request lapses with the next action."""

    seat: int
    entry: int


class UndoDeclined(Fact, frozen=True, tag="undo_declined"):
    """A seat declined the other's request for an undo."""

    seat: int


class Undone(Fact, frozen=True, tag="undone"):
    """The action of a seat, entry ``entry``, was undone: the position before it is restored."""

    seat: int
    entry: int


class Hinted(Fact, Generic[A], frozen=True, tag="hinted"):
    """A seat received a hint. Until the end, the others see only that it did.

    ``engine``: version of the engine, which gives the same hint for the same view.
    """

    seat: int
    action: A
    why: Why
    engine: str


class Ended(Fact, frozen=True, tag="ended"):
    """The match ended."""

    winners: list[int]
    reason: str


class Revealed(Fact, frozen=True, tag="revealed"):
    """The last entry. ``secret``: the secret that entry 1 committed to, hex; ``head``: the hash chain before it."""

    secret: str
    head: str


Body: TypeAlias = (
    Created
    | Seated
    | TermsProposed
    | TermsAccepted
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

#: Names of all kinds of entries.
KINDS = frozenset(struct.__struct_config__.tag for struct in (get_origin(kind) or kind for kind in get_args(Body)))

#: Decode a body; actions stay plain data. Raises ``msgspec.ValidationError`` for invalid bytes.
decode: Callable[[bytes], Body] = msgspec.json.Decoder(Body).decode
#: Encode a body as the bytes that are stored and hashed.
encode = msgspec.json.Encoder().encode


@cache
def decoder(game: AnyGame) -> msgspec.json.Decoder[Body]:
    """Return a decoder for bodies of matches of ``game``, with typed actions."""
    acted: Any = Acted
    timed_out: Any = TimedOut
    hinted: Any = Hinted
    union: Any = (
        Created
        | Seated
        | TermsProposed
        | TermsAccepted
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
    e: str


def unknown_kind(raw: bytes) -> str:
    """Return the kind of an entry that this version does not know; empty for known kinds and invalid bytes."""
    try:
        kind = msgspec.json.decode(raw, type=_Kind).e
    except (msgspec.DecodeError, ValueError):
        return ""
    return "" if kind in KINDS else kind


def told_secret(entries: Sequence[Entry]) -> bytes:
    """Return the secret in the last entry of a log; empty if the log is not finished."""
    return secret_in(entries[-1].raw) if entries else b""


def secret_in(raw: bytes) -> bytes:
    """Return the secret in an entry; empty if there is none."""
    try:
        body = decode(raw)
        return bytes.fromhex(body.secret) if isinstance(body, Revealed) else b""
    except (msgspec.DecodeError, ValueError):
        return b""
