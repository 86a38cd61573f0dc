"""The facts a match's log holds: one struct per kind of entry, a closed union, data only.

An entry is stored as compact JSON (the bytes are what the hash chain covers) under its number ``seq``,
together with the time ``at`` (milliseconds) that Redis gave it when it was appended.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

import msgspec


class Fact(msgspec.Struct, frozen=True, tag_field="e", omit_defaults=True):
    """Base of all entry bodies; the field ``e`` names the kind."""


class ClockRules(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Time control, in milliseconds: ``bank``: ``base`` + ``increment`` per seat; ``days``: ``base`` per decision.

    ``on_timeout``: the seat whose time is up loses, or the decision's default action is played for it.
    """

    kind: Literal["none", "bank", "days"] = "none"
    base: int = 0
    increment: int = 0
    on_timeout: Literal["lose", "default"] = "lose"


class Access(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Who may watch. ``open_delay``: seconds by which open hands may be watched; -1: not before the end."""

    private: bool = False
    open_delay: int = -1


class Fork(msgspec.Struct, frozen=True, omit_defaults=True):
    """Where a forked match started: after entry ``seq`` of ``match``, in ``state`` (msgpack, base64)."""

    match: str
    seq: int
    state: bytes


class Created(Fact, frozen=True, tag="created"):
    """Entry 1. ``commitment``: SHA-256 of the service's secret, hex."""

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


class Seated(Fact, frozen=True, tag="seated"):
    """A player took a seat. ``nonce``: his share of the match key, hex."""

    seat: int
    player: str
    name: str
    nonce: str
    options: Any = {}
    bot: bool = False


class Started(Fact, frozen=True, tag="started"):
    """All seats are taken; the dice of this entry set the game up."""


class Acted(Fact, frozen=True, tag="acted"):
    """A seat answered the decision it owed."""

    seat: int
    action: Any


class TimedOut(Fact, frozen=True, tag="timed_out"):
    """A seat's time was up. ``action``: the default played for it; absent where that loses the match."""

    seat: int
    action: Any = msgspec.UNSET


class Resigned(Fact, frozen=True, tag="resigned"):
    """A seat gave up."""

    seat: int


class DrawOffered(Fact, frozen=True, tag="draw_offered"):
    """A seat offers a draw; the offer lapses with the next action."""

    seat: int


class DrawAccepted(Fact, frozen=True, tag="draw_accepted"):
    """A seat accepted the other's offer."""

    seat: int


class Ended(Fact, frozen=True, tag="ended"):
    """How the match ended."""

    winners: list[int]
    reason: str


class Revealed(Fact, frozen=True, tag="revealed"):
    """The last entry. ``secret``: what entry 1 committed to, hex; ``head``: the hash chain before it."""

    secret: str
    head: str


Body: TypeAlias = (
    Created | Seated | Started | Acted | TimedOut | Resigned | DrawOffered | DrawAccepted | Ended | Revealed
)


class Entry(msgspec.Struct, frozen=True):
    """One row of a log: its number (from 1), its time in milliseconds, and its body as stored."""

    seq: int
    at: int
    raw: bytes


_encode = msgspec.json.Encoder().encode
_decoder: msgspec.json.Decoder[Body] = msgspec.json.Decoder(Body)


def encode(body: Body) -> bytes:
    """The bytes that are stored and hashed."""
    return _encode(body)


def decode(raw: bytes) -> Body:
    """The body of an entry. Raises ``msgspec.ValidationError`` for anything outside the union."""
    return _decoder.decode(raw)
