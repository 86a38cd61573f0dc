"""Inputs of a room. Each is a fact; the time comes with it (see ``Room.receive``)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

import msgspec

from bocage.live.commands import Command
from bocage.live.watching import Subscription, Watcher
from bocage.log.entries import Entry
from bocage.log.records import TimeAway
from bocage.protocol.messages import Said
from bocage.protocol.refusal import RefusedError

# Life -------------------------------------------------------------------------------------------


class Opened(msgspec.Struct, frozen=True, gc=False):
    """The room is known to the node and follows its log. The first input."""


class Due(msgspec.Struct, frozen=True, gc=False):
    """The lists say that something is due."""


class StorageBack(msgspec.Struct, frozen=True, gc=False):
    """Storage can be reached again: the time of the outage is given back to a running clock."""


class Tick(msgspec.Struct, frozen=True, gc=False):
    """Look around: soon after something happened, and when ``Room.next_tick`` says. ``clock``: seconds.

    ``draining``: the node adds nothing any more.
    """

    clock: float
    draining: bool = False


class Wake(msgspec.Struct, frozen=True, gc=False):
    """The time of the last ``WakeAt`` has come."""


class Rewound(msgspec.Struct, frozen=True, gc=False):
    """Storage lost entries that this room knows."""


class Close(msgspec.Struct, frozen=True, gc=False):
    """The node closes the room; commands that wait are refused with ``error``.

    ``watchers``: what happens to them; they are left alone, refused as well, or begin again.
    """

    error: RefusedError
    watchers: Literal["leave", "refuse", "restart"] = "leave"


# Commands -------------------------------------------------------------------------------------


class Submit(msgspec.Struct, frozen=True, gc=False):
    """A command: judge, store and answer it, after those that came before it."""

    command: Command


# The log ----------------------------------------------------------------------------------------


class EntryAdded(msgspec.Struct, frozen=True, gc=False):
    """The log's next entry, appended by any node; read by this node, or told to it."""

    entry: Entry


class EntryStored(msgspec.Struct, frozen=True, gc=False):
    """The append under way is stored as the log's next entry. ``seconds``: how long that took."""

    entry: Entry
    seconds: float = 0.0


class AppendConfirmed(msgspec.Struct, frozen=True, gc=False):
    """The append under way is stored, but the log was read on a new connection: ``EntryAdded`` tells the entry, or
    has told it. ``seconds``: how long that took."""

    entry: Entry
    seconds: float = 0.0


class NumberTaken(msgspec.Struct, frozen=True, gc=False):
    """The append under way came too late: another entry has its number, and ``EntryAdded`` has told it."""


class AppendFailed(msgspec.Struct, frozen=True, gc=False):
    """The append under way is not stored, or it is not known whether it is."""

    error: Exception


class LogRead(msgspec.Struct, frozen=True, gc=False):
    """The whole log, as ``ReadLog`` wanted."""

    entries: Sequence[Entry]


class LogNotRead(msgspec.Struct, frozen=True, gc=False):
    """The log could not be read."""

    error: Exception


class Named(msgspec.Struct, frozen=True, gc=False):
    """New names of players; empty: they left. The names of others stay."""

    names: dict[str, str]


class NamesMissed(msgspec.Struct, frozen=True, gc=False):
    """Names of players may have changed."""


class VacationsRead(msgspec.Struct, frozen=True, gc=False):
    """The last vacation of each player of the match who ever took one."""

    taken: dict[str, TimeAway]


# Watchers ---------------------------------------------------------------------------------------


class Join(msgspec.Struct, frozen=True, gc=False):
    """Show ``watcher`` the match."""

    watcher: Watcher
    subscription: Subscription


class Leave(msgspec.Struct, frozen=True, gc=False):
    """Show ``watcher`` nothing more."""

    watcher: Watcher
    subscription: Subscription


class Renew(msgspec.Struct, frozen=True, gc=False):
    """Updates to ``watcher`` were dropped; there is room for a snapshot now."""

    watcher: Watcher
    subscription: Subscription


class Talk(msgspec.Struct, frozen=True, gc=False):
    """A line of chat by a watcher of this room. ``to_seats``: players receive it, too."""

    said: Said
    to_seats: bool


class NoteHeard(msgspec.Struct, frozen=True, gc=False):
    """The room of this match on another node whispered. ``clock``: seconds."""

    note: bytes
    clock: float


Input: TypeAlias = (
    Opened
    | Due
    | StorageBack
    | Tick
    | Wake
    | Rewound
    | Close
    | Submit
    | EntryAdded
    | EntryStored
    | AppendConfirmed
    | NumberTaken
    | AppendFailed
    | LogRead
    | LogNotRead
    | Named
    | NamesMissed
    | VacationsRead
    | Join
    | Leave
    | Renew
    | Talk
    | NoteHeard
)
